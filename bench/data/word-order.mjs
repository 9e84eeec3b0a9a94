// Copies of texts with words permuted inside sentences (the test of paper C), and a few words changed besides. The same seed
// gives the same copies everywhere.
import { generator } from './words.mjs';

/** How words move. A sentence never gives a word to another. */
export const KINDS = {
  /** In every second sentence two neighbors change places. */
  'few swaps': (words, next) => {
    const out = [...words];
    const at = next() % Math.max(1, out.length - 1);
    if (next() % 2 === 0 && out.length > 1) [out[at], out[at + 1]] = [out[at + 1], out[at]];
    return out;
  },
  /** Neighbors change places, about a third of the words. */
  'adjacent swaps': (words, next) => {
    const out = [...words];
    for (let i = 0; i + 1 < out.length; i++) {
      if (next() % 5 !== 0) continue;
      [out[i], out[i + 1]] = [out[i + 1], out[i]];
      i++;
    }
    return out;
  },
  /** Clauses (what commas separate; without commas: thirds) come in another order. */
  'clauses moved': (words, next) => shuffled(clauses(words), next).flat(),
  /** Words are shuffled inside windows of four to eight. */
  'windows shuffled': (words, next) => {
    const out = [];
    for (let at = 0; at < words.length; ) {
      const size = 4 + (next() % 5);
      out.push(...shuffled(words.slice(at, at + size), next));
      at += size;
    }
    return out;
  },
  /** Words go anywhere in their sentence. */
  'sentences shuffled': (words, next) => shuffled(words, next),
};

/**
 * A copy of a text.
 *
 * @param kind One of KINDS, or a function like theirs.
 * @param edits Share of the words that are dropped, doubled or replaced by another word of the text: at least one word, except with 0.
 */
export function permutedCopy(text, kind, seed, edits = 0.01) {
  const next = generator(seed);
  const permute = typeof kind === 'function' ? kind : KINDS[kind];
  const sentences = sentencesOf(text).map((sentence) => permute(sentence, next));
  const words = sentences.flat().map(bare);
  if (edits > 0) {
    for (let left = Math.max(1, Math.round(edits * words.length)); left > 0; left--) {
      const sentence = sentences[next() % sentences.length];
      const at = next() % sentence.length;
      const other = words[next() % words.length];
      if (left % 3 === 0) sentence.splice(at, 1, other);
      else if (left % 3 === 1) sentence.splice(at, 0, other);
      else if (sentence.length > 1) sentence.splice(at, 1);
    }
  }
  return sentences.map((sentence) => `${sentence.join(' ')}.`).join(' ');
}

/** The words of every sentence; punctuation inside sentences stays at its word. */
export function sentencesOf(text) {
  return text
    .split(/[.!?…]+(?=[^\p{L}\p{M}\p{N}]|$)/u)
    .map((sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))
    .filter((words) => words.length > 0);
}

function clauses(words) {
  const out = [[]];
  for (const word of words) {
    out.at(-1).push(bare(word));
    if (/,$/.test(word)) out.push([]);
  }
  const found = out.filter((clause) => clause.length > 0);
  if (found.length > 1) return found;
  const size = Math.max(1, Math.ceil(words.length / 3));
  return [0, 1, 2].map((i) => words.slice(i * size, (i + 1) * size)).filter((part) => part.length > 0);
}

function bare(word) {
  return word.replace(/[,:]+$/, '');
}

/** Fisher–Yates; another order than the given one wherever there is one. */
function shuffled(items, next) {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i--) {
    const j = next() % (i + 1);
    [out[i], out[j]] = [out[j], out[i]];
  }
  if (out.length > 1 && out.every((item, i) => item === items[i])) out.push(out.shift());
  return out;
}
