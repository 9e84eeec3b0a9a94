// Simhash of a batch of canonical text; the twin of src/engines/scalar/simhash.ts.
//
// The text is worked through in fills of 4 KB: find the word ends, hash all words, then count the bits of each
// document's hashes. Each step is a loop over the whole fill whose branches do not depend on the text.
import { SimhashMode } from '../src/engines/layouts/modes';
import { scratch } from './memory';
import { countFill, document, skipDocument, startCounting } from './simhash/count-fill';
import { clearCounters } from './simhash/counters';
import { initDistinct, nextDocument, overfull } from './simhash/distinct';
import { fillEnd, hashFill, nextStart } from './simhash/hash-fill';
import { fingerprintInPasses } from './simhash/passes';
import { initTables } from './simhash/tables';
import { findDocumentEnds } from './simhash/word-ends';

export function initSimhash(): void {
  const base = scratch;
  initTables(base);
  clearCounters(base);
  initDistinct(base);
}

export function simhash(text: usize, offsets: usize, count: usize, mode: u32, out: usize): void {
  const base = scratch;
  const limit = text + load<u32>(offsets + (count << 2));
  let start = text + load<u32>(offsets);
  startCounting();
  while (document < count) {
    const hashes = hashFill(base, start, limit, mode);
    const ended = findDocumentEnds(base, start, fillEnd(start, limit), text, offsets + (document << 2), count - document);
    start = nextStart;
    countFill(base, hashes, ended, mode, out);
    if (mode & SimhashMode.sets && overfull) {
      const whole = text + load<u32>(offsets + (document << 2));
      const end = text + load<u32>(offsets + (document << 2), 4);
      store<u64>(out + (document << 3), fingerprintInPasses(base, whole, end, mode));
      start = end;
      skipDocument();
    }
  }
  if (mode & SimhashMode.sets) nextDocument(base);
}
