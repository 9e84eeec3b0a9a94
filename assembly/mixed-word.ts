// The mixed hash of a single word (src/engines/mixed-hash.ts), and where words end.
import { scratch, TAIL_MASKS_AT } from './memory';
import { mixedHash, mixPiece } from './simhash/mixed-words';

export function initWordHash(): void {
  memory.fill(scratch + TAIL_MASKS_AT, 0, 8);
  memory.fill(scratch + TAIL_MASKS_AT + 8, 0xff, 8);
}

// What wordHash() needs; call it once, not for every word.
// @inline
export function hashMasks(): usize {
  return scratch + TAIL_MASKS_AT;
}

// The hash of [word, end). Reads up to 16 bytes before the end of the word, whatever is there.
// @inline
export function wordHash(word: usize, end: usize, masks: usize): u64 {
  const length = end - word;
  // zeros before a word do not count
  if (length <= 8) return mixPiece(load<u64>(end - 8) & load<u64>(masks + length));
  if (length > 16) return mixedHash(word, end, 0);
  return mixPiece(mixPiece(load<u64>(end - 16) & load<u64>(masks + length - 8)) ^ load<u64>(end - 8));
}

// A bit for every one of 64 bytes that separates words.
// @inline
export function spacesIn(p: usize): u64 {
  const space = i8x16.splat(0x20);
  const a = <u64>i8x16.bitmask(i8x16.le_u(v128.load(p), space));
  const b = <u64>i8x16.bitmask(i8x16.le_u(v128.load(p, 16), space));
  const c = <u64>i8x16.bitmask(i8x16.le_u(v128.load(p, 32), space));
  const d = <u64>i8x16.bitmask(i8x16.le_u(v128.load(p, 48), space));
  return a | (b << 16) | (c << 32) | (d << 48);
}
