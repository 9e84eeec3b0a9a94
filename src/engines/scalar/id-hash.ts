/** The hash of ids. */
import { finish, rotl } from './mix.ts';

/** 32 bits of `bytes[start, end)`, four bytes at a time. */
export function idHash(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    hash = Math.imul(rotl(hash ^ Math.imul(word, 0x9e3779b1), 13), 5);
  }
  for (; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
  return finish(hash) >>> 0;
}
