// Fingerprints straight from raw text: canonicalize and simhash in one pass. The result is that of the two kernels one
// after the other, which are its specification; the canonical text is never written out.
//
// A fill of raw text is staged in the cache (fused/stage.ts): folded, with zeros for separators. Letters rarely change
// their size, so staging is little more than a copy, and zeros before a word change no hash, so runs of separators
// may stay. From there on it is the simhash kernel, which removes stop words by their hashes.

import { FusedCall } from '../src/engines/layouts/calls';
import { UNSETTLED } from '../src/engines/layouts/letter-table';
import { CanonicalMode, SimhashMode, TWO_STEPS } from '../src/engines/layouts/modes';
import { changes, rawPlace, stagedPlace, startPlaces } from './fused/changes';
import { cutRunAt, stage, stagedUntil } from './fused/stage';
import { removeStopHashes, zeroStopHashes } from './fused/stop-hashes';
import { bytesOf, decode } from './letters';
import { BLOCK, DOCUMENTS_AT, FILL, POSITIONS_AT, STAGED_AT, scratch } from './memory';
import { countFill, document, startCounting } from './simhash/count-fill';
import { clearCounters } from './simhash/counters';
import { nextDocument, overfull } from './simhash/distinct';
import { hashEach } from './simhash/fill';
import { openWords, ownWords } from './simhash/own-words';
import { findWordEnds, wordsBefore } from './simhash/word-ends';

// Returns 0, NEEDS_NORMALIZATION, or TWO_STEPS if this kernel cannot do it (a word longer than a fill, more distinct words
// in a document than the tables hold, ends of sentences wanted, stop words out of paper A's hashes); then the output is undefined.
export function fused(call: FusedCall): i32 {
  const text = call.text;
  const offsets = call.offsets;
  const count = <usize>call.count;
  const letters = call.letters;
  const stops = call.stops;
  const canonicalMode = call.canonicalMode;
  const simhashMode = call.simhashMode;
  const out = call.out;
  const words = call.words;
  if (canonicalMode & CanonicalMode.sentences || (stops !== 0 && !(simhashMode & SimhashMode.mixed))) return TWO_STEPS;
  const base = scratch;
  const answer = run(base, text, offsets, count, letters, stops, canonicalMode, simhashMode, out, words);
  if (answer !== 0) clearCounters(base);
  if (simhashMode & SimhashMode.sets) nextDocument(base);
  return answer;
}

// @inline
function run(
  base: usize,
  text: usize,
  offsets: usize,
  count: usize,
  letters: usize,
  stops: usize,
  canonicalMode: u32,
  mode: u32,
  out: usize,
  words: usize,
): i32 {
  const n = (canonicalMode & CanonicalMode.ngramMask) !== 0 ? canonicalMode & CanonicalMode.ngramMask : 2;
  const unsettled = (canonicalMode & CanonicalMode.normalized) !== 0 ? 0 : UNSETTLED;
  const limit = text + load<u32>(offsets + (count << 2));
  let start = text + load<u32>(offsets);
  let total: usize = 0; // words of the current document in earlier fills
  startCounting();
  while (document < count) {
    const staged = stage(base, start, limit, letters, n, unsettled);
    if (staged < 0) return staged;
    let hashes = hashStaged(base, staged, mode);
    const next = nextStart(base, start, staged, hashes);
    if (next <= start && stagedUntil < limit) return TWO_STEPS;
    const ended = findEnds(base, start, text, offsets + (document << 2), count - document);
    if (stops !== 0) {
      const tables = stops + (document << 2);
      if (mode & SimhashMode.sets) hashes = removeStopHashes(base, hashes, ended, tables, count - document);
      else zeroStopHashes(base, hashes, ended, tables, count - document);
    }
    total = writeWords(base, hashes, ended, stops !== 0, total, words + (document << 2));
    countFill(base, hashes, ended, stops !== 0, mode, out);
    if (mode & SimhashMode.sets && overfull) return TWO_STEPS;
    start = next;
  }
  return 0;
}

// Hashes the words that end in the staged bytes; returns their number.
// @inline
function hashStaged(base: usize, staged: usize, mode: u32): usize {
  findWordEnds(base, base + STAGED_AT, staged / BLOCK + 1);
  const words = wordsBefore(base, staged);
  if (words === 0) return 0;
  hashEach(base, base + STAGED_AT - 1, words, mode);
  return words;
}

// Where the next fill begins: at the separator after the last whole word, so that a word that is cut is read again.
// @inline
function nextStart(base: usize, start: usize, staged: usize, words: usize): usize {
  if (cutRunAt !== 0) return cutRunAt;
  if (words > 0) return start + rawPlace(base, <usize>load<u16>(base + (words << 1), POSITIONS_AT - 2) - 1);
  // no word ends here: continue after the separators, if there are any
  let word = staged;
  while (word > 0 && load<u8>(base + word, STAGED_AT - 1) > 0x20) word--;
  if (word === 0) return staged === 0 ? stagedUntil : start;
  const separator = rawPlace(base, word - 1);
  return separator > 0 ? start + separator : start + bytesOf(decode(start));
}

// For every document that ends in the staged text: how many words end before its end.
// @inline
function findEnds(base: usize, start: usize, text: usize, offsets: usize, most: usize): usize {
  startPlaces();
  const moves = changes > 1;
  let found: usize = 0;
  for (; found < most; found++) {
    const end = text + load<u32>(offsets + (found << 2), 4);
    if (end > stagedUntil) break;
    // a document that ended before this fill began has only separators in it
    let place = max(end, start) - start;
    if (moves) place = stagedPlace(base, place);
    assert(found < FILL);
    store<u16>(base + (found << 1), <u16>wordsBefore(base, place), DOCUMENTS_AT);
  }
  return found;
}

// Writes the number of words of every document that ends here; returns those of the one that continues.
// @inline
function writeWords(base: usize, hashes: usize, ended: usize, reduced: bool, total: usize, words: usize): usize {
  let from: usize = 0;
  for (let i: usize = 0; i < ended; i++) {
    const to = <usize>load<u16>(base + (i << 1), DOCUMENTS_AT);
    store<u32>(words + (i << 2), <u32>(total + (reduced ? ownWords(base, i) : to - from)));
    total = 0;
    from = to;
  }
  return total + (reduced ? openWords : hashes - from);
}
