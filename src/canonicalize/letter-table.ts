/** Builds the letter table (`engines/tables.ts` has its layout) from the generated data. */
import {
  CLASS_MASK,
  LENGTH_SHIFT,
  LetterClass,
  LONG_FOLDS_AT,
  PAGES_AT,
  PAYLOAD_SHIFT,
  PLANES_AT,
} from '../engines/tables.ts';
import { LETTER_DATA } from './letter-table-data.ts';

const CODE_POINTS = 0x110000;
/** Class and flags of an entry. */
const KIND_MASK = (1 << LENGTH_SHIFT) - 1;

/** Code points that follow each other and have the same class and flags. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly kind: number;
}

let made: Uint8Array | undefined;

/** The table, about 400 KB; put it on the heap with `heap.place`. */
export function letterTable(): Uint8Array {
  made ??= makeTable();
  return made;
}

function makeTable(): Uint8Array {
  const { runs, folds } = decode();
  const entries = new Uint32Array(CODE_POINTS);
  const used = new Set<number>();
  for (const { from, to, kind } of runs) {
    // most of Unicode is nothing: what is 0 stays 0, and its memory untouched
    if (kind === 0) continue;
    entries.fill(kind, from, to);
    for (let page = from >>> 8; page <= (to - 1) >>> 8; page++) used.add(page);
    if (!isLetter(kind)) continue;
    for (let code = from; code < Math.min(to, 0x10000); code++) entries[code] |= ownEntry(code);
  }
  const encoder = new TextEncoder();
  // number 0 is nobody's: payload 0 says that the letter stays
  const longFolds = [new Uint8Array(0)];
  for (const [code, fold] of folds) {
    if (!isLetter(entries[code])) continue;
    const kind = entries[code] & KIND_MASK;
    if (fold.length === 1 && fold[0] <= 0xffff) {
      entries[code] = kind | ownEntry(fold[0]);
      continue;
    }
    const utf8 = encoder.encode(String.fromCodePoint(...fold));
    if (utf8.length <= 3) {
      const payload = utf8[0] | (utf8[1] << 8) | (utf8[2] << 16);
      entries[code] = kind | (utf8.length << LENGTH_SHIFT) | (payload << PAYLOAD_SHIFT);
    } else {
      entries[code] = kind | ((longFolds.push(utf8) - 1) << PAYLOAD_SHIFT);
    }
  }
  return assemble(entries, used, longFolds);
}

function isLetter(kind: number): boolean {
  const letterClass = kind & CLASS_MASK;
  return letterClass === LetterClass.letter || letterClass === LetterClass.unspaced;
}

/** Length and payload of a letter that becomes this one, up to U+FFFF. Most do, so they are not worth a call of an encoder. */
function ownEntry(code: number): number {
  if (code < 0x80) return (1 << LENGTH_SHIFT) | (code << PAYLOAD_SHIFT);
  const last = 0x80 | (code & 0x3f);
  if (code < 0x800) return (2 << LENGTH_SHIFT) | ((0xc0 | (code >>> 6) | (last << 8)) << PAYLOAD_SHIFT);
  const payload = 0xe0 | (code >>> 12) | ((0x80 | ((code >>> 6) & 0x3f)) << 8) | (last << 16);
  return (3 << LENGTH_SHIFT) | (payload << PAYLOAD_SHIFT);
}

/**
 * Lays the entries out, equal pages once.
 * @param used The pages that are not all 0.
 */
function assemble(
  entries: Uint32Array,
  used: ReadonlySet<number>,
  longFolds: readonly Uint8Array[],
): Uint8Array {
  const planes = new Uint16Array(4096);
  const pages: Uint32Array[] = [];
  const numbers = new Map<string, number>();
  for (let i = 0; i < planes.length; i++) {
    const page = entries.subarray(0x10000 + 256 * i, 0x10000 + 256 * (i + 1));
    const key = used.has(0x100 + i)
      ? Buffer.from(page.buffer, page.byteOffset, page.byteLength).toString('latin1')
      : '';
    if (!numbers.has(key)) numbers.set(key, pages.push(page) - 1);
    planes[i] = numbers.get(key)!;
  }
  const table = new Uint8Array(PAGES_AT + 1024 * pages.length);
  const words = new Uint32Array(table.buffer);
  words.set(entries.subarray(0, 0x10000));
  table.set(new Uint8Array(planes.buffer), PLANES_AT);
  longFolds.forEach((utf8, i) => {
    table[LONG_FOLDS_AT + 16 * i] = utf8.length;
    table.set(utf8, LONG_FOLDS_AT + 16 * i + 1);
  });
  pages.forEach((page, i) => {
    words.set(page, PAGES_AT / 4 + 256 * i);
  });
  return table;
}

/** Reads the generated data; scripts/make-letter-table.mjs describes the two streams of varints. */
function decode(): { runs: Run[]; folds: (readonly [code: number, to: readonly number[]])[] } {
  const bytes = Buffer.from(LETTER_DATA, 'base64');
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const distinct = Array.from({ length: next() }, next);
  const runs: Run[] = [];
  for (let from = 0; from < CODE_POINTS; ) {
    const to = from + next();
    runs.push({ from, to, kind: distinct[next()] });
    from = to;
  }
  let code = 0;
  const folds = Array.from({ length: next() }, () => {
    const head = next();
    code += head >>> 2;
    const to = Array.from({ length: head & 3 }, () => {
      const delta = next();
      return code + ((delta & 1) === 0 ? delta >>> 1 : -((delta + 1) >>> 1));
    });
    return [code, to] as const;
  });
  return { runs, folds };
}
