// Min-hash bands of a batch of canonical text; the twin is src/engines/scalar/bands.ts.
import { Shape } from '../src/engines/layouts/shingle-bits';
import { BAND_FACTORS_AT, BAND_LEAST_AT, MIN_HASHES, scratch } from './memory';
import { finish } from './mix';
import { shingleValues } from './shingles';
import { beginWords, lastWords, moreWords, wordRuns } from './shingles/words';

const LANE: u32 = 0x9e3779b1;

export function initBands(): void {
  for (let i: usize = 0; i < MIN_HASHES; i++) {
    store<u32>(scratch + BAND_FACTORS_AT + (i << 2), finish((<u32>i + 1) * LANE) | 1);
  }
}

export function bandKeys(
  text: usize,
  offsets: usize,
  count: u32,
  shape: u32,
  bands: u32,
  rows: u32,
  work: usize,
  out: usize,
): void {
  // min-hashes are made 16 at a time
  const hashes = (<usize>(bands * rows) + 15) & ~15;
  const least = scratch + BAND_LEAST_AT;
  for (let i: usize = 0; i < count; i++) {
    const start = text + load<u32>(offsets + (i << 2));
    const end = text + load<u32>(offsets + (i << 2), 4) - 1;
    memory.fill(least, 0xff, hashes << 2);
    if (shape & (Shape.unitMask | Shape.checksumMask)) {
      takeLeast(work, shingleValues(start, <u32>(end - start), shape, work), hashes);
    } else {
      beginWords(start);
      while (moreWords(end, shape)) takeLeast(wordRuns, lastWords, hashes);
    }
    for (let band: usize = 0; band < bands; band++, out += 4) store<u32>(out, keyOf(least + ((band * rows) << 2), rows));
  }
}

// Goes through shingles from `values` to `end` and keeps the least value of every min-hash.
function takeLeast(values: usize, end: usize, hashes: usize): void {
  if (values === end) return;
  const factors = scratch + BAND_FACTORS_AT;
  const least = scratch + BAND_LEAST_AT;
  for (let at: usize = 0; at < hashes << 2; at += 64) {
    const f0 = v128.load(factors + at);
    const f1 = v128.load(factors + at, 16);
    const f2 = v128.load(factors + at, 32);
    const f3 = v128.load(factors + at, 48);
    let m0 = v128.load(least + at);
    let m1 = v128.load(least + at, 16);
    let m2 = v128.load(least + at, 32);
    let m3 = v128.load(least + at, 48);
    let p = values;
    // two at a time: half the steps of the loop
    for (; p + 8 < end; p += 16) {
      const x = v128.load32_splat(p);
      const y = v128.load32_splat(p, 8);
      m0 = i32x4.min_u(m0, i32x4.min_u(i32x4.mul(x, f0), i32x4.mul(y, f0)));
      m1 = i32x4.min_u(m1, i32x4.min_u(i32x4.mul(x, f1), i32x4.mul(y, f1)));
      m2 = i32x4.min_u(m2, i32x4.min_u(i32x4.mul(x, f2), i32x4.mul(y, f2)));
      m3 = i32x4.min_u(m3, i32x4.min_u(i32x4.mul(x, f3), i32x4.mul(y, f3)));
    }
    if (p < end) {
      const x = v128.load32_splat(p);
      m0 = i32x4.min_u(m0, i32x4.mul(x, f0));
      m1 = i32x4.min_u(m1, i32x4.mul(x, f1));
      m2 = i32x4.min_u(m2, i32x4.mul(x, f2));
      m3 = i32x4.min_u(m3, i32x4.mul(x, f3));
    }
    v128.store(least + at, m0);
    v128.store(least + at, m1, 16);
    v128.store(least + at, m2, 32);
    v128.store(least + at, m3, 48);
  }
}

// @inline
function keyOf(least: usize, rows: usize): u32 {
  let key: u32 = 0x2545f491;
  for (const end = least + (rows << 2); least < end; least += 4) key = rotl((key ^ load<u32>(least)) * LANE, 13);
  return finish(key);
}
