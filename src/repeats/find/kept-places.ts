/**
 * Where the words that go have stayed. The source of a piece may itself be cut, since it may stand in a longer repeat: then its words are
 * found at the source of that, and so on. Every source comes before its copy, so that documents taken in their order find it done.
 */
import type { DocumentRecords } from './document-records.ts';
import { PIECE_WIDTH } from './prove-runs.ts';

/** @param order Documents with pieces, the first to stay first. */
export function keptPlaces(
  pieces: Pick<DocumentRecords, 'of'>,
  order: Iterable<number>,
  kept: Pick<DocumentRecords, 'of' | 'set'>,
): void {
  for (const document of order) kept.set(document, placesOf(document, pieces.of(document), kept));
}

/** The pieces of one document, divided where their words have stayed at different places. */
function placesOf(document: number, pieces: Uint32Array, kept: Pick<DocumentRecords, 'of'>): Uint32Array {
  const found: number[] = [];
  for (let at = 0; at < pieces.length; at += PIECE_WIDTH) {
    const [from, to, sourceDocument, sourceFrom] = pieces.subarray(at, at + PIECE_WIDTH);
    const isOwn = sourceDocument === document;
    const others: ArrayLike<number> = isOwn ? found : kept.of(sourceDocument);
    // in periodic text a piece begins inside its source: those words are found when the ones before them are
    const limit = isOwn ? from : Number.POSITIVE_INFINITY;
    addPlaces(found, { from, to, sourceDocument, sourceFrom }, others, limit);
  }
  return Uint32Array.from(found);
}

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly sourceDocument: number;
  readonly sourceFrom: number;
}

/** @param others The pieces of the source, with places that stay; those that begin at `limit` are added while this one is. */
function addPlaces(
  found: number[],
  { from, to, sourceDocument, sourceFrom }: Piece,
  others: ArrayLike<number>,
  limit: number,
): void {
  const end = sourceFrom + to - from;
  for (let source = sourceFrom; source < end; ) {
    const own = from + source - sourceFrom;
    const at = firstEndingAfter(others, source);
    const next = at < others.length ? others[at] : end;
    if (next > source) {
      const until = source < limit ? Math.min(next, end, limit) : Math.min(next, end);
      addPlace(found, own, until - source, sourceDocument, source);
      source = until;
    } else {
      const until = Math.min(others[at + 1], end);
      addPlace(found, own, until - source, others[at + 2], others[at + 3] + source - next);
      source = until;
    }
  }
}

/** Adds a place, or makes the last one longer if this one follows it. */
function addPlace(found: number[], from: number, count: number, document: number, place: number): void {
  const last = found.length - PIECE_WIDTH;
  const length = last < 0 ? 0 : found[last + 1] - found[last];
  if (
    last >= 0 &&
    found[last + 1] === from &&
    found[last + 2] === document &&
    found[last + 3] + length === place
  ) {
    found[last + 1] = from + count;
  } else found.push(from, from + count, document, place);
}

/** The first record that ends after a word. */
function firstEndingAfter(records: ArrayLike<number>, word: number): number {
  let low = 0;
  let high = records.length / PIECE_WIDTH;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (records[PIECE_WIDTH * middle + 1] > word) high = middle;
    else low = middle + 1;
  }
  return PIECE_WIDTH * low;
}
