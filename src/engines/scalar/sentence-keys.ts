/**
 * Keys of sentences, by which a sentence is found whatever the order of its words: one of all its words, and one of the words of each of
 * three classes. The class of a word follows from its hash. A word that was replaced changes the keys of one class or two, so the third class
 * still has its key.
 *
 * A key is a sum of word hashes, so a window of words has the same key wherever sentences begin and end (`may-share.ts`).
 */
import type { Twin } from '../kernels.ts';
import {
  KEY_STEP,
  LEAST_CLASS_WORDS,
  LEAST_SENTENCE_WORDS,
  MOST_KEY_WORDS,
  WORD_CLASSES,
} from '../layouts/anchors.ts';
import { hashWords } from './anchors.ts';
import { finish } from './mix.ts';

export const sentenceKeys: Twin<'sentenceKeys'> = ({ u8, u32 }, text, offsets, count, out) => {
  let found = out / 4;
  for (let i = 0; i < count; i++) {
    const [start, end] = [text + u32[offsets / 4 + i], text + u32[offsets / 4 + i + 1]];
    const words = new Uint32Array((end - start + 1) >> 1);
    for (const { key } of keysOfSentence(words.subarray(0, hashWords(u8, start, end, words, 0)))) {
      u32[found++] = key;
      u32[found++] = i;
    }
  }
  return (found - out / 4) / 2;
};

/** A key and its group: group 0 is all words of a sentence, the others are its classes. */
export interface SentenceKey {
  readonly group: number;
  readonly words: number;
  readonly key: number;
}

/** @param words The hashes of the words of a sentence. */
export function keysOfSentence(words: Uint32Array): SentenceKey[] {
  if (words.length < LEAST_SENTENCE_WORDS) return [];
  const sums = new Uint32Array(1 + WORD_CLASSES);
  const counts = new Uint32Array(1 + WORD_CLASSES);
  for (const word of words) {
    for (const group of [0, groupOf(word)]) {
      sums[group] += word;
      counts[group]++;
    }
  }
  const keys: SentenceKey[] = [];
  counts.forEach((count, group) => {
    if (count >= leastOf(group) && count <= MOST_KEY_WORDS)
      keys.push({ group, words: count, key: keyOf(group, count, sums[group]) });
  });
  return keys;
}

/** The class of a word, from 1 on. */
export function groupOf(word: number): number {
  return 1 + (word % WORD_CLASSES);
}

export function keyOf(group: number, words: number, sum: number): number {
  return finish(sum + Math.imul(KEY_STEP, (group << 8) | words)) >>> 0;
}

function leastOf(group: number): number {
  return group === 0 ? LEAST_SENTENCE_WORDS : LEAST_CLASS_WORDS;
}
