// The fingerprint of a document with more distinct words than the tables of distinct.ts hold: the text is read several times,
// and every time only the words whose hashes are in one part of all values are counted.
import { HASHES_AT } from '../memory';
import { addHashes, clearCounters, takeFingerprint } from './counters';
import { keepDistinct, keepPart, nextDocument, overfull } from './distinct';
import { hashFill, nextStart } from './hash-fill';
import { mostFor } from './majority';

export function fingerprintInPasses(base: usize, start: usize, end: usize, mode: u32): u64 {
  let bits: u64 = 2;
  let words = countParts(base, start, end, mode, bits);
  while (words < 0) {
    bits += 2;
    words = countParts(base, start, end, mode, bits);
  }
  return takeFingerprint(base, words, mostFor(words, mode));
}

// Counts the distinct words of 2^bits parts, one after the other; returns their number, or -1 when a part was too large.
function countParts(base: usize, start: usize, end: usize, mode: u32, bits: u64): i32 {
  clearCounters(base);
  let words: usize = 0;
  for (let part: u64 = 0; part < (<u64>1) << bits; part++) {
    nextDocument(base);
    for (let at = start; at < end; at = nextStart) {
      const hashes = keepDistinct(base, keepPart(base, hashFill(base, at, end, mode), bits, part), 0);
      if (overfull) return -1;
      addHashes(base, base + HASHES_AT, hashes);
      words += hashes;
    }
  }
  nextDocument(base);
  return <i32>words;
}
