// Shingles of words that may be anywhere in their sentence: its words are sorted, and runs of the sorted ones are the shingles.
// Items are those of items.ts.
import { SENTENCE_END } from '../../src/engines/layouts/modes';
import { Shape } from '../../src/engines/layouts/shingle-bits';
import { beginBytes, endBytes } from './byte-checksum';
import { beginFold, endFold } from './fold';
import { sortItems } from './item-order';
import { add, storeWord } from './items';

// Writes the shingles of [text, end) (`end` is a separator) to `out`, sentence by sentence; returns where they end.
// `items` is room for all words of the text.
export function sentenceWordShingles(text: usize, end: usize, shape: u32, out: usize, items: usize): usize {
  const isFast = (shape & Shape.checksumMask) === 0;
  let next = items;
  for (let p = text; p < end; ) {
    const byte = load<u8>(p);
    if (byte > 0x20) {
      p = storeWord(p, isFast, next);
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
  sortItems(items, count, !isFast);
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
