/** Canonical text of one string, and where its words are in the string. Batches of documents go to the kernels directly. */
import type { Address, Heap, Kernels } from '../engines/index.ts';
import { moveBytes, placeBytes } from '../engines/layouts/batches.ts';
import { CANONICAL_GROWTH, CanonicalMode, NEEDS_NORMALIZATION } from '../engines/layouts/modes.ts';
import { letterTable } from './letter-table.ts';
import { normalizeParts, normalizeText, ownEnds, ownStarts } from './normalize.ts';
import { regionalTable } from './regional-words.ts';

/** A canonical text and the place of each of its words in the string it was made of, in UTF-16 code units. */
export interface PlacedText {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

export class TextFolder {
  private readonly letters: Address;
  private readonly regional: Address;

  constructor(
    private readonly heap: Heap,
    private readonly kernels: Pick<Kernels, 'canonicalize' | 'regionalWords'>,
  ) {
    this.letters = heap.place(letterTable());
    this.regional = heap.place(regionalTable());
  }

  /** The canonical text, without the words of `stops` (a stop-word table). */
  fold(text: string, ngram: number, stops?: Uint8Array): string {
    const folded =
      this.run(text, ngram, false, stops) ??
      this.run(normalizeText(text), ngram | CanonicalMode.normalized, false, stops);
    return folded!.text;
  }

  foldWithPlaces(text: string, ngram: number): PlacedText {
    const folded = this.run(text, ngram, true);
    if (folded !== undefined) return folded;
    const { text: normalized, changes } = normalizeParts(text);
    const placed = this.run(normalized, ngram | CanonicalMode.normalized, true)!;
    ownStarts(placed.starts, changes);
    ownEnds(placed.ends, changes);
    return placed;
  }

  /** Releases the tables. */
  close(): void {
    for (const address of [this.letters, this.regional]) this.heap.release(address);
  }

  /** Undefined if the text must be normalized first. */
  private run(text: string, mode: number, hasPlaces: boolean, stops?: Uint8Array): PlacedText | undefined {
    const { heap, kernels, letters, regional } = this;
    const bytes = encoder.encode(`${text}\0`);
    const table = stops === undefined ? 0 : heap.place(stops);
    const own = { text: heap.place(bytes), offsets: heap.place(Uint32Array.of(0, bytes.length)) };
    const other = { text: heap.allocate(bytes.length + 64), offsets: heap.allocate(8) };
    const moves = hasPlaces ? heap.allocate(moveBytes(bytes.length)) : 0;
    const places = hasPlaces ? heap.allocate(placeBytes(bytes.length, 1)) : 0;
    const out = heap.allocate(Math.ceil(CANONICAL_GROWTH * bytes.length) + 66);
    const [outOffsets, words, stopsAt] = [8, 4, 4].map((size) => heap.allocate(size));
    heap.u32[stopsAt / 4] = table;
    try {
      const regionalOut = { out: other.text, outOffsets: other.offsets };
      const rewritten = kernels.regionalWords({ ...own, count: 1, table: regional, ...regionalOut, moves });
      const from = rewritten === 0 ? own : other;
      const tables = { letters, stops: table === 0 ? 0 : stopsAt, mode };
      const length = kernels.canonicalize({ ...from, count: 1, ...tables, out, outOffsets, words, places });
      if (length === NEEDS_NORMALIZATION) return undefined;
      const count = hasPlaces ? heap.u32[words / 4] : 0;
      const pairs = heap.u32.subarray(places / 4, places / 4 + 2 * count);
      const starts = Uint32Array.from({ length: count }, (_, i) => pairs[2 * i]);
      const ends = Uint32Array.from({ length: count }, (_, i) => pairs[2 * i + 1]);
      for (const ascending of [starts, ends]) {
        if (rewritten !== 0) undoMoves(ascending, heap.u32, moves / 4);
        if (bytes.length > text.length + 1) toUnits(ascending, bytes);
      }
      // a copy: decoders refuse shared memory
      return { text: decoder.decode(heap.u8.slice(out, out + length - 1)), starts, ends };
    } finally {
      const blocks = [own.text, own.offsets, other.text, other.offsets, out, outOffsets, words, stopsAt];
      for (const block of [...blocks, moves, places, table]) if (block !== 0) heap.release(block);
    }
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Maps ascending places in the output of `regionalWords` to places in its input. */
function undoMoves(places: Uint32Array, u32: Uint32Array, moves: number): void {
  const last = u32[moves];
  let move = 0;
  let distance = 0;
  for (let i = 0; i < places.length; i++) {
    while (move < last && u32[moves + 2 * move + 2] <= places[i]) {
      move++;
      distance = u32[moves + 2 * move + 1] - u32[moves + 2 * move];
    }
    places[i] += distance;
  }
}

/** Ascending places in UTF-8 become places in UTF-16. */
function toUnits(places: Uint32Array, utf8: Uint8Array): void {
  let at = 0;
  let units = 0;
  for (let i = 0; i < places.length; i++) {
    for (const place = places[i]; at < place; at++) {
      const byte = utf8[at];
      // a sequence of four bytes is a surrogate pair
      if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
    }
    places[i] = units;
  }
}
