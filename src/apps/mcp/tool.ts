/** What a tool is: what it takes, and how its answer is made. */
import { type Static, type TObject, Type } from 'typebox';
import { NeardupError, OPTIONS } from '../../index.ts';
import type { Shelf } from './shelf.ts';

export interface Tool<Given extends TObject = TObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Given;
  /** It changes collections. */
  readonly writes?: true;
  /** The answer, which becomes JSON. Everything in it that comes from documents is a string of its own. */
  answer(given: Static<Given>, shelves: ReadonlyMap<string, Shelf>, signal: AbortSignal): Promise<object>;
}

/** A tool whose `answer` gets the type of its `input`. */
export function tool<Given extends TObject>(described: Tool<Given>): Tool<Given> {
  return described;
}

/** A longer text is a file: name its folder on the command line. */
export const TEXT = Type.String({ minLength: 1, maxLength: 2_000_000 });
export const ID = Type.String({ minLength: 1, maxLength: 4096 });
export const SHELF = Type.Optional(
  Type.String({
    maxLength: 4096,
    description: 'name of the collection or folder; may be left out if there is one',
  }),
);
export const THRESHOLD = Type.Optional(
  Type.Number({ ...OPTIONS.pairs.threshold.schema, description: 'least resemblance of a near-duplicate' }),
);
export const RESULTS = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 100, description: 'results that are listed (default: 10)' }),
);
export const FEW = 10;

/** The shelf of that name; the only one if none is named. */
export function shelfOf(shelves: ReadonlyMap<string, Shelf>, name: string | undefined): Shelf {
  const names = [...shelves.keys()];
  const found = name === undefined && names.length === 1 ? shelves.get(names[0]) : shelves.get(name ?? '');
  if (found !== undefined) return found;
  const given = name === undefined ? 'none' : `\`${name}\``;
  throw new NeardupError(
    'INPUT_NOT_FOUND',
    `Expected \`shelf\` to be one of ${names.join(', ')}, got ${given}.`,
    {
      advice: 'The server reaches only the collections and folders named at its start.',
    },
  );
}
