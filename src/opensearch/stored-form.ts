/** Documents as they are in the index, and back. */
import type { StoredDocument } from '../collection/index.ts';
import { NeardupError } from '../errors.ts';

/** A document as it was found. */
export interface IndexedDocument extends StoredDocument {
  /** Its name in the index (`_id`): another one whenever it is stored again. */
  readonly name: string;
  readonly order: number;
}

/** What is looked up, and not read back. */
export interface LookedUp {
  readonly keys: readonly string[];
  readonly anchors?: readonly number[];
  /** The canonical text. */
  readonly words?: string;
}

/** What the index gives back. */
export interface IndexSource extends Partial<StoredDocument> {
  /** `text` and `meta` in JSON, if they have half a surrogate pair: the cluster would not keep it. */
  readonly raw?: string;
  readonly order?: number;
}

const HALF_OF_A_PAIR = /\\ud[89a-f]/i;
/** Bytes of a key: at 2^30 documents one in 10,000 questions meets a document for no reason. */
const KEY_BYTES = 6;
/** The longest word that an index takes. */
export const LONGEST_ID = 32_000;

/** The JSON of a document. */
export function toSource(
  { id, text, lang, meta, seen, expires, order }: Omit<IndexedDocument, 'name'>,
  turn: number,
  lookedUp: LookedUp,
): string {
  const given = JSON.stringify({ text, meta });
  const isRaw = HALF_OF_A_PAIR.test(given);
  return JSON.stringify({
    id,
    ...(isRaw ? { text: text.toWellFormed(), raw: given } : { text, meta }),
    ...{ lang, seen, expires, order, turn, ...lookedUp },
  });
}

export function fromSource(name: string, source: IndexSource): IndexedDocument {
  const { id, lang, seen = 0, expires, order } = source;
  const { text, meta } = source.raw === undefined ? source : (JSON.parse(source.raw) as IndexSource);
  if (typeof id !== 'string' || typeof text !== 'string' || typeof order !== 'number') {
    throw new NeardupError(
      'OTHER_INDEX',
      `The document \`${name}\` of the index is none that neardup wrote.`,
      {
        advice: 'Remove it from the index.',
      },
    );
  }
  return { name, order, id, text, lang, meta, seen, expires };
}

export function isLiving({ expires = 0 }: IndexedDocument, now: number): boolean {
  return expires === 0 || expires > now;
}

/** The name of a document in the index. */
export function nameOf(turn: number, i: number): string {
  return `${turn.toString(36)}-${i.toString(36)}`;
}

/** Band keys as words of the index. @param halves The low and the high half of each. */
export function keyWords(halves: Uint32Array): string[] {
  const bytes = Buffer.from(halves.buffer, halves.byteOffset, halves.byteLength);
  return Array.from({ length: halves.length / 2 }, (_, i) =>
    bytes.toString('base64url', 8 * i, 8 * i + KEY_BYTES),
  );
}
