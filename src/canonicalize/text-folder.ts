/** Canonical text of one string, and where its words are in the string. Batches of documents go to the kernels directly. */
import { type Address, type Heap, type Kernels, plus } from '../engines/index.ts';
import { moveBytes, placeBytes } from '../engines/layouts/batches.ts';
import { CANONICAL_GROWTH, CanonicalMode, NEEDS_NORMALIZATION } from '../engines/layouts/modes.ts';
import { utf8Length, utf8Text, writeUtf8 } from '../platform/bytes.ts';
import { letterTable } from './letter-table.ts';
import { normalizeParts, normalizeText, ownEnds, ownStarts } from './normalize.ts';
import { regionalTable } from './regional-words.ts';

/** Where the words of a canonical text are in the string it was made of, in UTF-16 code units. */
export interface Places {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

export interface PlacedText extends Places {
  readonly text: string;
}

/** Memory for texts of up to this many bytes is kept from one call to the next. */
const KEPT_ROOM = 1 << 16;

export class TextFolder {
  private readonly letters: Address;
  private readonly regional: Address;
  private readonly kept: FoldRoom;

  constructor(
    private readonly heap: Heap,
    private readonly kernels: Pick<Kernels, 'canonicalize' | 'regionalWords'>,
  ) {
    this.letters = heap.place(letterTable());
    this.regional = heap.place(regionalTable());
    this.kept = new FoldRoom(heap, KEPT_ROOM);
  }

  /** The canonical text, without the words of `stops` (a stop-word table). */
  fold(text: string, ngram: number, stops?: Uint8Array): string {
    const take = (room: FoldRoom, { length }: Folded) => this.textIn(room, length);
    const way = { hasPlaces: false, stops, take };
    return (
      this.run(text, ngram, way) ?? this.run(normalizeText(text), ngram | CanonicalMode.normalized, way)!
    );
  }

  foldWithPlaces(text: string, ngram: number): PlacedText {
    return this.placed(text, ngram, (room, folded) => ({
      text: this.textIn(room, folded.length),
      ...this.placesIn(room, folded),
    }));
  }

  /** Where the words of the canonical text are. */
  places(text: string, ngram: number): Places {
    return this.placed(text, ngram, (room, folded) => this.placesIn(room, folded));
  }

  /** Releases the memory. */
  close(): void {
    for (const address of [this.letters, this.regional]) this.heap.release(address);
    this.kept.release();
  }

  private placed<T extends Places>(text: string, ngram: number, take: Way<T>['take']): T {
    const way = { hasPlaces: true, take };
    const placed = this.run(text, ngram, way);
    if (placed !== undefined) return placed;
    const { text: normalized, changes } = normalizeParts(text);
    const moved = this.run(normalized, ngram | CanonicalMode.normalized, way)!;
    ownStarts(moved.starts, changes);
    ownEnds(moved.ends, changes);
    return moved;
  }

  /** What is taken of the folded text; undefined if the text must be normalized first. */
  private run<T>(text: string, mode: number, { hasPlaces, stops, take }: Way<T>): T | undefined {
    const { heap, kernels, letters, regional } = this;
    // a UTF-16 unit becomes three bytes at most
    const isKept = 3 * text.length < KEPT_ROOM;
    const room = isKept ? this.kept : new FoldRoom(heap, utf8Length(text) + 1);
    const table = stops === undefined ? 0 : heap.place(stops);
    try {
      const bytes = writeUtf8(text, heap.u8, room.text, room.bytes - 1) + 1;
      heap.u8[room.text + bytes - 1] = 0;
      const { u32 } = heap;
      u32[room.offsets / 4] = 0;
      u32[room.offsets / 4 + 1] = bytes;
      u32[room.stops / 4] = table;
      // arguments are written out: to spread objects would take longer than to fold a short text
      const rewritten = kernels.regionalWords({
        text: room.text,
        offsets: room.offsets,
        count: 1,
        table: regional,
        out: room.other,
        outOffsets: room.otherOffsets,
        moves: hasPlaces ? room.moves : 0,
      });
      const length = kernels.canonicalize({
        text: rewritten === 0 ? room.text : room.other,
        offsets: rewritten === 0 ? room.offsets : room.otherOffsets,
        count: 1,
        letters,
        stops: table === 0 ? 0 : room.stops,
        mode,
        out: room.out,
        outOffsets: room.outOffsets,
        words: room.words,
        places: hasPlaces ? room.places : 0,
      });
      if (length === NEEDS_NORMALIZATION) return undefined;
      return take(room, { length, bytes, units: text.length, isRewritten: rewritten !== 0 });
    } finally {
      if (!isKept) room.release();
      if (table !== 0) heap.release(table);
    }
  }

  private textIn({ out }: FoldRoom, length: number): string {
    return utf8Text(this.heap.u8, out, out + length - 1);
  }

  private placesIn(room: FoldRoom, { bytes, units, isRewritten }: Folded): Places {
    const { u8, u32 } = this.heap;
    const count = u32[room.words / 4];
    const starts = new Uint32Array(count);
    const ends = new Uint32Array(count);
    for (let i = 0, at = room.places / 4; i < count; i++, at += 2) {
      starts[i] = u32[at];
      ends[i] = u32[at + 1];
    }
    for (const ascending of [starts, ends]) {
      if (isRewritten) undoMoves(ascending, u32, room.moves / 4);
      if (bytes > units + 1) toUnits(ascending, u8, room.text);
    }
    return { starts, ends };
  }
}

/** What a text is folded for. */
interface Way<T> {
  readonly hasPlaces: boolean;
  readonly stops?: Uint8Array;
  /** Takes what is wanted out of the memory. */
  take(room: FoldRoom, folded: Folded): T;
}

/** A folded text: bytes of the canonical text, of the text itself with a NUL, and its length in UTF-16 code units. */
interface Folded {
  readonly length: number;
  readonly bytes: number;
  readonly units: number;
  readonly isRewritten: boolean;
}

/** Memory for a text of up to so many bytes, with its NUL, and all that is made of it. */
class FoldRoom {
  readonly text: Address;
  readonly offsets: Address;
  readonly other: Address;
  readonly otherOffsets: Address;
  readonly moves: Address;
  readonly places: Address;
  readonly out: Address;
  readonly outOffsets: Address;
  readonly words: Address;
  readonly stops: Address;

  constructor(
    private readonly heap: Heap,
    readonly bytes: number,
  ) {
    const out = Math.ceil(CANONICAL_GROWTH * bytes) + 66;
    const texts = [bytes, bytes + 64, out, moveBytes(bytes), placeBytes(bytes, 1)];
    const [text, other, canonical, moves, places, numbers] = heap.allocateAll([...texts, 32]);
    [this.text, this.other, this.out, this.moves, this.places] = [text, other, canonical, moves, places];
    this.offsets = numbers;
    this.otherOffsets = plus(numbers, 8);
    this.outOffsets = plus(numbers, 16);
    this.words = plus(numbers, 24);
    this.stops = plus(numbers, 28);
  }

  release(): void {
    for (const block of [this.text, this.other, this.out, this.moves, this.places, this.offsets])
      this.heap.release(block);
  }
}

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

/** Ascending places in the UTF-8 text that begins at `start` become places in UTF-16. */
function toUnits(places: Uint32Array, utf8: Uint8Array, start: number): void {
  let at = start;
  let units = 0;
  for (let i = 0; i < places.length; i++) {
    for (const place = start + places[i]; at < place; at++) {
      const byte = utf8[at];
      // a sequence of four bytes is a surrogate pair
      if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
    }
    places[i] = units;
  }
}
