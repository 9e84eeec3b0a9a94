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

let made: Uint8Array | undefined;

/** The table, about 400 KB; put it on the heap with `heap.place`. */
export function letterTable(): Uint8Array {
  made ??= makeTable();
  return made;
}

function makeTable(): Uint8Array {
  const { kinds, folds } = decode();
  const encoder = new TextEncoder();
  const entries = new Uint32Array(CODE_POINTS);
  // number 0 is nobody's: payload 0 says that the letter stays
  const longFolds = [new Uint8Array(0)];
  for (let code = 0; code < CODE_POINTS; code++) {
    const kind = kinds[code];
    const letterClass = kind & CLASS_MASK;
    entries[code] = kind;
    if (letterClass !== LetterClass.letter && letterClass !== LetterClass.unspaced) continue;
    const fold = folds.get(code);
    if (fold === undefined) {
      if (code <= 0xffff) entries[code] |= ownEntry(code);
      continue;
    }
    const utf8 = encoder.encode(fold);
    if (utf8.length <= 3) {
      const payload = utf8[0] | (utf8[1] << 8) | (utf8[2] << 16);
      entries[code] |= (utf8.length << LENGTH_SHIFT) | (payload << PAYLOAD_SHIFT);
    } else {
      entries[code] |= (longFolds.push(utf8) - 1) << PAYLOAD_SHIFT;
    }
  }
  return assemble(entries, longFolds);
}

/** Length and payload of a letter up to U+FFFF that stays. Most letters do, so they are not worth a call of an encoder. */
function ownEntry(code: number): number {
  const last = 0x80 | (code & 0x3f);
  const [length, payload] =
    code < 0x80
      ? [1, code]
      : code < 0x800
        ? [2, 0xc0 | (code >>> 6) | (last << 8)]
        : [3, 0xe0 | (code >>> 12) | ((0x80 | ((code >>> 6) & 0x3f)) << 8) | (last << 16)];
  return (length << LENGTH_SHIFT) | (payload << PAYLOAD_SHIFT);
}

/** Lays the entries out, equal pages once. */
function assemble(entries: Uint32Array, longFolds: readonly Uint8Array[]): Uint8Array {
  const planes = new Uint16Array(4096);
  const pages: Uint32Array[] = [];
  const numbers = new Map<string, number>();
  for (let i = 0; i < planes.length; i++) {
    const page = entries.subarray(0x10000 + 256 * i, 0x10000 + 256 * (i + 1));
    const key = Buffer.from(page.buffer, page.byteOffset, page.byteLength).toString('latin1');
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
function decode(): { kinds: Uint16Array; folds: Map<number, string> } {
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
  const kinds = new Uint16Array(CODE_POINTS);
  for (let code = 0; code < CODE_POINTS; ) {
    const end = code + next();
    kinds.fill(distinct[next()], code, end);
    code = end;
  }
  const folds = new Map<number, string>();
  const count = next();
  for (let i = 0, code = 0; i < count; i++) {
    const head = next();
    code += head >>> 2;
    const points = Array.from({ length: head & 3 }, () => {
      const delta = next();
      return code + ((delta & 1) === 0 ? delta >>> 1 : -((delta + 1) >>> 1));
    });
    folds.set(code, String.fromCodePoint(...points));
  }
  return { kinds, folds };
}
