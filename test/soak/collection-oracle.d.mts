import type {
  AddAnswer,
  CheckCollectionOptions,
  Collection,
  ComparisonIn,
  Pair,
  Removed,
} from '../../src/index.ts';

interface Living {
  readonly id: string;
  readonly text: string;
}
type Edges = Map<string, Record<string, unknown>>;

export function unionOfChecks(
  collection: Collection,
  living: readonly Living[],
  options?: CheckCollectionOptions,
): Promise<{ edges: Edges; truncated: Set<string> }>;
export function edgesOf(pairs: AsyncIterable<Pair>): Promise<Edges>;
export function otherSkips(
  answers: readonly AddAnswer[],
  removed: readonly Removed[],
  documents: readonly Living[],
): Promise<unknown[]>;
export function comparable(answer: ComparisonIn & { readonly commit?: number }): Record<string, unknown>;
