/** Builds the letter table (`engines/layouts/letter-table.ts` has its layout) from the generated data. */
import {
  CLASS_MASK,
  LENGTH_SHIFT,
  LetterClass,
  LONG_FOLDS_AT,
  LOOK_ALIKES_AT,
  MAY_MIX,
  PAGES_AT,
  PAYLOAD_SHIFT,
  PLANES_AT,
} from '../engines/layouts/letter-table.ts';
import { savedTable } from '../platform/own-files.ts';
import { LETTER_DATA } from './letter-table-data.ts';
import { lookAlikes } from './look-alikes.ts';

const CODE_POINTS = 0x110000;
/** Class and flags of an entry. */
const KIND_MASK = (1 << LENGTH_SHIFT) - 1;

let made: Uint8Array | undefined;

/** The table, about 400 KB; put it on the heap with `heap.place`. */
export function letterTable(): Uint8Array {
  made ??= savedTable('#letters.table') ?? makeLetterTable();
  return made;
}

/** Goes through the generated data once, and makes no object for a run or fold. */
export function makeLetterTable(): Uint8Array {
  const data = new Varints(Uint8Array.from(atob(LETTER_DATA), (char) => char.charCodeAt(0)));
  const entries = new Uint32Array(CODE_POINTS);
  const used = new Uint8Array(CODE_POINTS >>> 8);
  enterRuns(data, entries, used);
  return assemble(entries, used, enterFolds(data, entries));
}

/** Code points that follow each other and have the same class and flags. */
function enterRuns(data: Varints, entries: Uint32Array, used: Uint8Array): void {
  const kinds = Uint32Array.from({ length: data.next() }, () => data.next());
  for (let from = 0, to = 0; from < CODE_POINTS; from = to) {
    to = from + data.next();
    const kind = kinds[data.next()];
    // most of Unicode has no class: an entry that is 0 is not written, so its memory is not touched
    if (kind === 0) continue;
    used.fill(1, from >>> 8, ((to - 1) >>> 8) + 1);
    const own = isLetter(kind) ? Math.min(to, 0x10000) : from;
    for (let code = from; code < own; code++) entries[code] = kind | ownEntry(code);
    entries.fill(kind, Math.max(from, own), to);
  }
}

/** Writes the folds of letters. Returns the folds that are too long for an entry. */
function enterFolds(data: Varints, entries: Uint32Array): Uint8Array[] {
  const encoder = new TextEncoder();
  // number 0 is not used: payload 0 says that the letter stays
  const longFolds = [new Uint8Array(0)];
  const fold: number[] = [];
  for (let left = data.next(), code = 0; left > 0; left--) {
    const head = data.next();
    code += head >>> 3;
    fold.length = head & 7;
    for (let i = 0; i < fold.length; i++) fold[i] = code + data.nextSigned();
    const kind = entries[code] & KIND_MASK;
    if (!isLetter(kind)) continue;
    if (fold.length === 1 && fold[0] <= 0xffff) {
      entries[code] = kind | ownEntry(fold[0]);
      continue;
    }
    const utf8 = encoder.encode(String.fromCodePoint(...fold));
    if (utf8.length <= 3) {
      const payload = utf8[0] | (utf8[1] << 8) | (utf8[2] << 16);
      entries[code] = kind | mayMix(utf8[0]) | (utf8.length << LENGTH_SHIFT) | (payload << PAYLOAD_SHIFT);
    } else {
      entries[code] = kind | mayMix(utf8[0]) | ((longFolds.push(utf8) - 1) << PAYLOAD_SHIFT);
    }
  }
  return longFolds;
}

function isLetter(kind: number): boolean {
  const letterClass = kind & CLASS_MASK;
  return (
    letterClass === LetterClass.letter ||
    letterClass === LetterClass.unspaced ||
    letterClass === LetterClass.raised
  );
}

/** Length and payload of a letter that becomes this one, up to U+FFFF. Most do, so they are not worth a call of an encoder. */
function ownEntry(code: number): number {
  if (code < 0x80) return (1 << LENGTH_SHIFT) | (code << PAYLOAD_SHIFT);
  const last = 0x80 | (code & 0x3f);
  const first = 0xc0 | (code >>> 6);
  if (code < 0x800) return mayMix(first) | (2 << LENGTH_SHIFT) | ((first | (last << 8)) << PAYLOAD_SHIFT);
  const payload = 0xe0 | (code >>> 12) | ((0x80 | ((code >>> 6) & 0x3f)) << 8) | (last << 16);
  return (3 << LENGTH_SHIFT) | (payload << PAYLOAD_SHIFT);
}

/** The flag of a letter that begins with this byte: those of U+0380 to U+053F have it. */
function mayMix(first: number): number {
  return first >= 0xce && first <= 0xd4 ? MAY_MIX : 0;
}

/**
 * Lays the entries out, equal pages once.
 * @param used For every page 1 if it is not all 0.
 */
function assemble(entries: Uint32Array, used: Uint8Array, longFolds: readonly Uint8Array[]): Uint8Array {
  const planes = new Uint16Array(4096);
  const pages: Uint32Array[] = [];
  const numbers = new Map<string, number>();
  for (let i = 0; i < planes.length; i++) {
    const isUsed = used[0x100 + i] === 1;
    if (!isUsed && numbers.has('')) {
      planes[i] = numbers.get('')!;
      continue;
    }
    const page = entries.subarray(0x10000 + 256 * i, 0x10000 + 256 * (i + 1));
    const key = isUsed
      ? String.fromCharCode(...new Uint16Array(page.buffer, page.byteOffset, 2 * page.length))
      : '';
    if (!numbers.has(key)) numbers.set(key, pages.push(page) - 1);
    planes[i] = numbers.get(key)!;
  }
  const table = new Uint8Array(PAGES_AT + 1024 * pages.length);
  const words = new Uint32Array(table.buffer);
  words.set(entries.subarray(0, 0x10000));
  table.set(new Uint8Array(planes.buffer), PLANES_AT);
  table.set(new Uint8Array(lookAlikes().buffer), LOOK_ALIKES_AT);
  longFolds.forEach((utf8, i) => {
    table[LONG_FOLDS_AT + 16 * i] = utf8.length;
    table.set(utf8, LONG_FOLDS_AT + 16 * i + 1);
  });
  pages.forEach((page, i) => {
    words.set(page, PAGES_AT / 4 + 256 * i);
  });
  return table;
}

/** The generated data; src/canonicalize/make-letter-table.mjs describes the two streams of varints. */
class Varints {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  next(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

  nextSigned(): number {
    const value = this.next();
    return (value & 1) === 0 ? value >>> 1 : -((value + 1) >>> 1);
  }
}
