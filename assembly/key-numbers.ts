// Keys of runs of words: numbers below a prime, with the hashes of the words as digits in a base.
import { KEY_PRIME } from '../src/engines/layouts/window-anchors';

export function keyPower(base: u32, exponent: u32): u32 {
  let result: u32 = 1;
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) !== 0) result = keyTimes(result, base);
    base = keyTimes(base, base);
  }
  return result;
}

// @inline
export function keyTimes(a: u32, b: u32): u32 {
  return keyReduced(<u64>a * b);
}

// Modulo 2^31 - 1: the bits above the first 31 count as much as those below.
// @inline
export function keyReduced(value: u64): u32 {
  const once = (value >> 31) + (value & KEY_PRIME);
  const twice = <u32>(once >> 31) + (<u32>once & KEY_PRIME);
  return twice >= KEY_PRIME ? twice - KEY_PRIME : twice;
}

// @inline
export function keyMinus(a: u32, b: u32): u32 {
  return a >= b ? a - b : a - b + KEY_PRIME;
}
