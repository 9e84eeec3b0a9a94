/** Replaces the words of one region by those of another. The reference for `assembly/regional-words.ts`. */
import type { Heap } from '../heap.ts';
import type { Twin } from '../kernels.ts';
import {
  BEGINS,
  KINDS_AT,
  LONGEST_REGIONAL,
  REGIONAL_MULTIPLIER,
  REGIONAL_SLOTS,
} from '../layouts/word-tables.ts';
import { afterLineBreak } from './line-break.ts';

export const regionalWords: Twin<'regionalWords'> = (
  heap,
  { text, offsets, count, table, out, outOffsets, moves },
) => {
  const { u8, u32 } = heap;
  let moved = 0;
  let to: number = out;
  let copied: number = text;
  u32[outOffsets >>> 2] = 0;
  for (let i = 0; i < count; i++) {
    const end = text + u32[(offsets >>> 2) + i + 1] - 1;
    for (let at = text + u32[(offsets >>> 2) + i]; at < end; ) {
      const entry = wordAt(heap, table, at, end);
      if (entry === 0) {
        at++;
        continue;
      }
      u8.copyWithin(to, copied, at);
      to += at - copied;
      const { word, own } = replacement(u8, entry, at, end);
      u8.set(word, to);
      to += word.length;
      at += own;
      copied = at;
      if (moves !== 0 && word.length < own) u32.set([to - out, at - text], (moves >>> 2) + 2 * ++moved);
    }
    // the document ends with a NUL, which is copied with what follows
    u32[(outOffsets >>> 2) + i + 1] = to + (end + 1 - copied) - out;
  }
  if (moves !== 0) u32.set([moved, 0], moves >>> 2);
  if (copied === text) return 0;
  const last = text + u32[(offsets >>> 2) + count];
  u8.copyWithin(to, copied, last);
  return to + (last - copied) - out;
};

/**
 * The bytes that a word becomes, and how many it has. Line breaks between its characters stay between the new ones; those after
 * the last one are removed.
 */
function replacement(
  u8: Uint8Array,
  entry: number,
  at: number,
  end: number,
): { word: number[]; own: number } {
  const [characters, bytes] = u8.subarray(entry, entry + 2);
  const from = entry + 2 + 2 * characters;
  const word: number[] = [];
  let p = at;
  for (let i = 0; i < characters; i++) {
    const next = i > 0 ? Math.max(p, afterLineBreak(u8, p, end)) : p;
    if (3 * i < bytes) word.push(...u8.subarray(p, next), ...u8.subarray(from + 3 * i, from + 3 * i + 3));
    p = next + 3;
  }
  return { word, own: p - at };
}

/** Address of the entry of the longest word that begins at `at`, or 0. */
function wordAt({ u8, u32 }: Heap, table: number, at: number, end: number): number {
  const numbers: number[] = [];
  for (let p = at; numbers.length < LONGEST_REGIONAL; p += 3) {
    if (p > at) p = Math.max(p, afterLineBreak(u8, p, end));
    if (p + 3 > end) break;
    const kind = kindAt(u8, table, p);
    if (kind === 0 || (p === at && (kind & BEGINS) === 0)) break;
    numbers.push(kind & ~BEGINS);
  }
  const shift = u32[table >>> 2];
  const mask = u32[(table >>> 2) + 1];
  for (; numbers.length > 1; numbers.pop()) {
    for (let slot = regionalHash(numbers) >>> shift; ; slot = (slot + 1) & mask) {
      const place = u32[((table + REGIONAL_SLOTS) >>> 2) + slot];
      if (place === 0) break;
      if (isWord(u8, table + place, numbers)) return table + place;
    }
  }
  return 0;
}

/** The table's entry for the three-byte character at `p`; 0 if there is none. */
function kindAt(u8: Uint8Array, table: number, p: number): number {
  const [a, b, c] = [u8[p], u8[p + 1], u8[p + 2]];
  if ((a & 0xf0) !== 0xe0 || (b & 0xc0) !== 0x80 || (c & 0xc0) !== 0x80) return 0;
  const place = table + KINDS_AT + 2 * (((a & 15) << 12) | ((b & 63) << 6) | (c & 63));
  return u8[place] | (u8[place + 1] << 8);
}

function isWord(u8: Uint8Array, entry: number, numbers: readonly number[]): boolean {
  if (u8[entry] !== numbers.length) return false;
  return numbers.every((number, i) => {
    const place = entry + 2 + 2 * i;
    return (u8[place] | (u8[place + 1] << 8)) === number;
  });
}

/** The hash of a word, given the numbers of its characters. */
export function regionalHash(numbers: ArrayLike<number>): number {
  let hash = 0;
  for (let i = 0; i < numbers.length; i++) hash = Math.imul(hash ^ numbers[i], REGIONAL_MULTIPLIER);
  return hash >>> 0;
}
