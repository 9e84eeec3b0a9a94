/**
 * Shingles of a canonical text, each a 64-bit value. The reference for the wasm kernel (`assembly/shingles.ts`).
 *
 * The text is a list of items: its words, or its characters. An item is represented by its input to the checksum: its mixed
 * hash for the fast one, its bytes for the others. A unit is one item, or the words of a sentence; a
 * shingle is `width` units, and the next one begins `step` units later. Only whole shingles count; if there is none, all
 * units together are the one shingle. Words that may be anywhere in their sentence are cut sentence by sentence, after sorting by
 * their bytes: which words are neighbors then must not depend on a seed.
 */

import { utf8Bytes } from '../../platform/bytes.ts';
import { digest64 } from '../../platform/digests.ts';
import { joinBytes } from '../../platform/join-bytes.ts';
import type { Twin } from '../kernels.ts';
import { mixedHash } from '../mixed-hash.ts';
import { NO_SEED, type Seed } from '../seed.ts';
import { SENTENCE_END, Shape } from '../shingle-shape.ts';
import { finish, rotl } from './mix.ts';

export const shingles: Twin<'shingles'> = (heap, text, length, shape, low, high, out) => {
  const { u64 } = heap;
  const values = distinctShingles(heap.u8.subarray(text, text + length), shape, { low, high });
  u64.set(values, out / 8);
  return values.length;
};

/** The distinct shingles of a text, ascending. */
export function distinctShingles(text: Uint8Array, shape: number, seed = NO_SEED): BigUint64Array {
  const values = BigUint64Array.from(shingleValues(text, shape, seed)).sort();
  let distinct = 0;
  for (const value of values)
    if (distinct === 0 || value !== values[distinct - 1]) values[distinct++] = value;
  return values.subarray(0, distinct);
}

/** The shingles in the order of the text, repeated ones as often as they occur. */
export function shingleValues(text: Uint8Array, shape: number, seed = NO_SEED): bigint[] {
  const units = unitsOf(text, shape);
  const free = (shape & Shape.free) !== 0;
  const characters = (shape & Shape.unitMask) === Shape.character;
  const kind = shape & Shape.checksumMask;
  if ((shape & Shape.unitMask) === Shape.sentenceWord)
    return units.flatMap((words) => sortedRuns(words, shape, seed));
  if (kind !== 0) {
    const joined = characters ? '' : ' ';
    return windows(units, shape, (items) =>
      byteChecksum(free ? items.sort(compareBytes) : items, joined, kind),
    );
  }
  const values = units.map((unit) => unit.map((item) => itemValue(item, seed)));
  return windows(values, shape, (items) => foldValues(free ? items.sort(compareValues) : items));
}

/** The shingles of a sentence whose words may be in any order. */
function sortedRuns(words: Uint8Array[], shape: number, seed: Seed): bigint[] {
  const kind = shape & Shape.checksumMask;
  const units = words.sort(compareBytes).map((word) => [word]);
  return windows(units, shape, (items) => {
    return kind !== 0
      ? byteChecksum(items, ' ', kind)
      : foldValues(items.map((word) => itemValue(word, seed)));
  });
}

/** The checksum of every shingle, computed from its items. */
function windows<T>(units: T[][], shape: number, checksum: (items: T[]) => bigint): bigint[] {
  const width = Math.min(shape & Shape.widthMask, units.length);
  const step = ((shape >>> Shape.stepShift) & 0xff) + 1;
  const sums: bigint[] = [];
  for (let first = 0; width > 0 && first + width <= units.length; first += step) {
    sums.push(checksum(units.slice(first, first + width).flat()));
  }
  return sums;
}

/** The units of a text, each a list of its words or of its one character. */
function unitsOf(bytes: Uint8Array, shape: number): Uint8Array[][] {
  const unit = shape & Shape.unitMask;
  const units: Uint8Array[][] = [];
  let sentence: Uint8Array[] = [];
  for (let p = 0; p < bytes.length; ) {
    if (bytes[p] <= 0x20) {
      if (bytes[p++] === SENTENCE_END && sentence.length > 0) {
        units.push(sentence);
        sentence = [];
      }
      continue;
    }
    const start = p++;
    // a character ends before the next byte that is no continuation, or after four bytes
    if (unit === Shape.character) while (p < start + 4 && (bytes[p] & 0xc0) === 0x80) p++;
    else while (p < bytes.length && bytes[p] > 0x20) p++;
    const item = bytes.subarray(start, p);
    if ((unit & Shape.sentence) !== 0) sentence.push(item);
    else units.push([item]);
  }
  if (sentence.length > 0) units.push(sentence);
  return units;
}

export const intersect: Twin<'intersect'> = (heap, a, aCount, b, bCount) => {
  const { u64 } = heap;
  let i = a / 8;
  let j = b / 8;
  const iEnd = i + aCount;
  const jEnd = j + bCount;
  let common = 0;
  while (i < iEnd && j < jEnd) {
    const x = u64[i];
    const y = u64[j];
    if (x === y) common++;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return common;
};

/** Paper C: the checksum of items joined by `separator`; of MD5 and SHA-1 the first 64 bits, as a big-endian number. */
function byteChecksum(items: readonly Uint8Array[], separator: string, checksum: number): bigint {
  const between = utf8Bytes(separator);
  const bytes = joinBytes(items.flatMap((item, i) => (i === 0 ? [item] : [between, item])));
  if (checksum === Shape.crc32) return BigInt(crc32(bytes));
  return digest64(checksum === Shape.md5 ? 'md5' : 'sha1', bytes);
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

/** CRC-32 as in gzip (polynomial EDB88320, reflected). Node has it from 22.2 on only. */
function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Low and high half, unsigned. */
type Value64 = readonly [low: number, high: number];

const LANE_LOW = 0x9e3779b1;
const LANE_HIGH = 0x85ebca77;

/** The mixed hash of a word or character. */
function itemValue(item: Uint8Array, seed: Seed): Value64 {
  const halves = new Uint32Array(2);
  mixedHash(item, 0, item.length, halves, seed);
  return [halves[0], halves[1]];
}

/** The order of the values as signed 64-bit numbers, which is what vector units compare. */
function compareValues(a: Value64, b: Value64): number {
  return (a[1] | 0) - (b[1] | 0) || a[0] - b[0];
}

/** Two lanes that both see every value, so that boundaries and order count. */
function foldValues(values: readonly Value64[]): bigint {
  let l = 0x2545f491 ^ values.length;
  let h = 0x68bc21eb ^ values.length;
  for (const [low, high] of values) {
    l = (rotl(Math.imul(l ^ low, LANE_LOW), 13) + high) | 0;
    h = (rotl(Math.imul(h ^ high, LANE_HIGH), 17) + low) | 0;
  }
  l = finish(l ^ rotl(h, 7));
  h = finish(h + l);
  return (BigInt(h >>> 0) << 32n) | BigInt(l >>> 0);
}
