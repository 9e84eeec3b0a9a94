// Bits of `mode`: SimhashMode in src/engines.ts.
export const MIXED: u32 = 1;
export const SETS: u32 = 2;
export const TIES_TO_ONE: u32 = 4;

// A fingerprint bit is one when more than so many of the words have it.
// @inline
export function mostFor(words: usize, mode: u32): usize {
  return mode & TIES_TO_ONE && words !== 0 ? (words - 1) >> 1 : words >> 1;
}
