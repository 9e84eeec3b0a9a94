/** Looks for the subjects of examples in arriving documents. Word weights are counted when a watch is made, and stored with it. */

import type { Watch } from '../../collection.ts';
import { PreparedTexts, type Steps } from '../../corpus/index.ts';
import { NeardupError } from '../../errors.ts';
import { type CommonWords, SubjectCounts, SubjectExamples } from '../../nearest/index.ts';
import type { LivingDocuments } from '../tables/living-documents.ts';
import type { FoundEvent } from './event-log.ts';
import type { SubjectFacts } from './watch-facts.ts';

export type FoundSubject = NonNullable<FoundEvent['like']>;

/** Documents that words are counted in at most, and at least. */
const MOST_COUNTED = 2000;
const LEAST_COUNTED = 100;
/** Documents whose words are counted together. */
const COUNTED_TOGETHER = 128;

/** A text of a watch that looks for its subject. */
export interface SubjectText {
  readonly watch: string;
  readonly number: number;
  readonly text: string;
  readonly lang?: string;
  readonly like: number;
  readonly words: SubjectFacts['words'];
  readonly common?: CommonWords;
}

/** The weights of words, for every text of every watch that looks for its subject. */
export async function countSubjects(
  watches: readonly Watch[],
  documents: LivingDocuments,
): Promise<(readonly SubjectFacts[] | undefined)[]> {
  if (watches.every(({ like }) => like === undefined)) return watches.map(() => undefined);
  const counts = await countedIn(documents);
  const common = counts.common();
  return Promise.all(
    watches.map(async ({ texts, lang, like }) => {
      if (like === undefined) return undefined;
      const canonical = await canonicalOfAll(
        texts.map((text) => ({ text, lang })),
        documents.steps,
      );
      return canonical.map((text) => {
        const { text: _, ...words } = counts.example(text);
        return { words, common };
      });
    }),
  );
}

export class SubjectWatch {
  private examples: SubjectExamples | undefined;
  private texts: readonly SubjectText[] = [];

  constructor(private readonly steps: Steps) {}

  /** The examples have changed. */
  forget(): void {
    this.examples = undefined;
  }

  /** @param read The texts of now, in the order in which their watches were made. */
  async prepare(read: () => Promise<readonly SubjectText[]>): Promise<void> {
    if (this.examples !== undefined) return;
    const texts = await read();
    // the youngest counts are those of most documents
    const common = texts.findLast((each) => each.common !== undefined)?.common;
    const examples = new SubjectExamples(common ?? { documents: 0, counts: {} });
    const canonical = await canonicalOfAll(texts, this.steps);
    for (const [i, { words }] of texts.entries()) examples.add({ text: canonical[i], ...words });
    this.texts = texts;
    this.examples = examples;
  }

  /** By watch: the example that a canonical text is most like. @param isOn Whether a watch has not ended. */
  find(text: string, isOn: (watch: string) => boolean): Map<string, FoundSubject> {
    const least = this.texts.map(({ watch, like }) => (isOn(watch) ? like : Number.POSITIVE_INFINITY));
    const found = new Map<string, FoundSubject>();
    for (const [i, { score, shared }] of this.examples!.find(text, least)) {
      const { watch, number } = this.texts[i];
      if (score > (found.get(watch)?.score ?? 0)) found.set(watch, { text: number, score, shared });
    }
    return found;
  }
}

/** Counts words in documents at even steps. */
async function countedIn(documents: LivingDocuments): Promise<SubjectCounts> {
  const { view, steps } = documents;
  const living = Float64Array.from(view.living(documents.now()));
  if (living.length < LEAST_COUNTED) {
    const message = `Expected at least ${LEAST_COUNTED} documents, which tell common words from rare ones, got ${living.length}.`;
    throw new NeardupError('TOO_FEW_DOCUMENTS', message, { option: 'like' });
  }
  const step = Math.ceil(living.length / MOST_COUNTED);
  const chosen = living.filter((_, i) => i % step === 0);
  const counts = new SubjectCounts();
  for (let from = 0; from < chosen.length; from += COUNTED_TOGETHER) {
    const some = documents.storedDocuments([...chosen.subarray(from, from + COUNTED_TOGETHER)], view);
    for (const text of await canonicalOfAll(some, steps)) counts.add(text);
  }
  return counts;
}

export async function canonicalOfAll(
  texts: readonly { readonly text: string; readonly lang?: string }[],
  steps: Steps,
): Promise<string[]> {
  const prepared = await PreparedTexts.of(texts, { ...steps, bands: undefined });
  try {
    return texts.map((_, i) => canonicalSubject(prepared, i, steps));
  } finally {
    prepared.release();
  }
}

export function canonicalSubject(prepared: PreparedTexts, i: number, { engine }: Steps): string {
  const { address, length } = prepared.text(i);
  return new TextDecoder().decode(engine.heap.u8.slice(address, address + length));
}
