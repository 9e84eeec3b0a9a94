/**
 * Keys of sentences and paragraphs: a part with the same words in any order has the same key, and often one with a word replaced. The key is made of the
 * few least hashes of its words (a min-hash of the set of its words).
 */
import type { Twin } from '../kernels.ts';
import { FNV_START, LEAST_PART_WORDS, PART_KEY_WORDS, RUN_FACTOR } from '../layouts/anchors.ts';
import { hashWords } from './anchors.ts';
import { finish } from './mix.ts';

export const partKeys: Twin<'partKeys'> = ({ u8, u32 }, text, offsets, count, out) => {
  for (let i = 0; i < count; i++) {
    const [start, end] = [text + u32[offsets / 4 + i], text + u32[offsets / 4 + i + 1]];
    const words = new Uint32Array((end - start + 1) >> 1);
    u32[out / 4 + i] = partKey(words.subarray(0, hashWords(u8, start, end, words, 0)));
  }
};

/** The key of a part with these words; 0 if they are too few. */
export function partKey(words: Uint32Array): number {
  if (words.length < LEAST_PART_WORDS) return 0;
  const least = [...new Set(words)].sort((a, b) => a - b).slice(0, PART_KEY_WORDS);
  let key: number = FNV_START;
  for (const hash of least) key = (Math.imul(key, RUN_FACTOR) + hash) | 0;
  return finish(key) >>> 0 || 1;
}
