// Shingles of words that may be anywhere in their sentence: its words are sorted, and runs of the sorted ones are the shingles.
// They are sorted by their bytes: which words are neighbors then must not depend on a seed.
import { SENTENCE_END } from '../../src/engines/layouts/modes';
import { Shape } from '../../src/engines/layouts/shingle-bits';
import { mixedHash, seed } from '../simhash/mixed-words';
import { beginBytes, endBytes } from './byte-checksum';
import { beginFold, endFold } from './fold';
import { sortItems } from './item-order';
import { add, storeWord } from './items';

// Writes the shingles of [text, end) (`end` is a separator) to `out`, sentence by sentence; returns where they end.
// `items` is room for all words of the text.
export function sentenceWordShingles(text: usize, end: usize, shape: u32, out: usize, items: usize): usize {
  let next = items;
  for (let p = text; p < end; ) {
    const byte = load<u8>(p);
    if (byte > 0x20) {
      p = storeWord(p, false, next);
      next += 8;
      continue;
    }
    p++;
    if (byte !== SENTENCE_END || next === items) continue;
    out = sentenceRuns(items, next, shape, out);
    next = items;
  }
  return next === items ? out : sentenceRuns(items, next, shape, out);
}

// The shingles of the sentence whose words are [items, next).
function sentenceRuns(items: usize, next: usize, shape: u32, out: usize): usize {
  const isFast = (shape & Shape.checksumMask) === 0;
  const count = (next - items) >> 3;
  sortItems(items, count, true);
  if (isFast) for (let at = items; at < next; at += 8) store<u64>(at, hashOf(load<u64>(at)));
  const width = min(<usize>(shape & Shape.widthMask), count);
  const step = <usize>((shape >> Shape.stepShift) & 0xff) + 1;
  for (let first: usize = 0; first + width <= count; first += step, out += 8) {
    if (isFast) beginFold(width);
    else beginBytes(shape);
    for (let i = first; i < first + width; i++) add(load<u64>(items + (i << 3)), isFast);
    store<u64>(out, isFast ? endFold() : endBytes());
  }
  return out;
}

// The mixed hash of a word (length << 32 | address).
// @inline
function hashOf(word: u64): u64 {
  const start = <usize>(<u32>word);
  return mixedHash(start, start + <usize>(word >> 32), seed());
}
