// Shingles of a canonical text and the intersection of two shingle sets; the twin is src/engines/scalar/shingles.ts.
import { Shape, shingleRoom } from '../src/engines/layouts/shingle-bits';
import { SORT_COUNTS_AT, scratch } from './memory';
import { initByteChecksum } from './shingles/byte-checksum';
import { initFold } from './shingles/fold-runs';
import { itemShingles } from './shingles/items';
import { sentenceWordShingles } from './shingles/sentence-words';
import { wordShingles } from './shingles/words';
import { setSeed } from './simhash/mixed-words';
import { sortU64 } from './sort';

export function initShingles(): void {
  initByteChecksum();
  initFold();
}

export function shingles(text: usize, length: u32, shape: u32, seedLow: u32, seedHigh: u32, out: usize): u32 {
  setSeed(seedLow, seedHigh);
  const count = <u32>((shingleValues(text, length, shape, out) - out) >> 3);
  if (count === 0) return 0;
  sortU64(out, count, out + ((<usize>count) << 3), scratch + SORT_COUNTS_AT);
  return unique(out, count);
}

// All shingles in the order of the text, repeated ones as often as they occur, with the seed that was set last; returns where they end.
export function shingleValues(text: usize, length: u32, shape: u32, out: usize): usize {
  if ((shape & (Shape.unitMask | Shape.checksumMask)) === 0) return wordShingles(text, text + length, shape, out);
  const unit = shape & Shape.unitMask;
  const items = out + ((<usize>shingleRoom(length, shape)) << 3);
  if (unit === Shape.sentenceWord) return sentenceWordShingles(text, text + length, shape, out, items);
  return itemShingles(text, text + length, shape, out, items);
}

function unique(values: usize, count: u32): u32 {
  let last = load<u64>(values);
  let q = values + 8;
  for (let p = values + 8, end = values + ((<usize>count) << 3); p < end; p += 8) {
    const value = load<u64>(p);
    store<u64>(q, value);
    q += (<usize>(value !== last)) << 3;
    last = value;
  }
  return <u32>((q - values) >> 3);
}

// merge without a branch on the data: both sides step if they hold the smaller value
export function intersect(a: usize, aCount: u32, b: usize, bCount: u32): u32 {
  const aEnd = a + ((<usize>aCount) << 3);
  const bEnd = b + ((<usize>bCount) << 3);
  let common: u32 = 0;
  while (a < aEnd && b < bEnd) {
    const x = load<u64>(a);
    const y = load<u64>(b);
    common += <u32>(x === y);
    a += (<usize>(x <= y)) << 3;
    b += (<usize>(y <= x)) << 3;
  }
  return common;
}
