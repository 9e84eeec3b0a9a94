// The majority of words, by mode.
import { SimhashMode } from '../../src/engines/layouts/modes';

// A fingerprint bit is one if more than this many of the words have it.
// @inline
export function mostFor(words: usize, mode: u32): usize {
  return mode & SimhashMode.tiesToOne && words !== 0 ? (words - 1) >> 1 : words >> 1;
}
