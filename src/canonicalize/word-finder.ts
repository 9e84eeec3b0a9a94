/**
 * The canonical words of a text with the place of each: those of `canonicalText` for n-grams of one character, so a character of
 * Chinese, with its marks, is a word.
 */
import { FIRST_UNSPACED } from '../unspaced.ts';
import type { TextFolder } from './text-folder.ts';

/** Numbers words from 0 in the order of their first occurrence. */
export class WordNumbers {
  readonly words: string[] = [];
  private readonly numbers = new Map<string, number>();

  numberOf(word: string): number {
    let number = this.numbers.get(word);
    if (number === undefined) {
      number = this.words.push(word) - 1;
      this.numbers.set(word, number);
    }
    return number;
  }
}

/** The words of a text: the number of each, and where it begins and ends, in UTF-16 code units of the text. */
export interface WordsInText {
  readonly numbers: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

const NGRAM = 1;
/** Code units of a text that are canonicalized at once: the kernels need less than 10 MB for them. */
const CHUNK = 1 << 18;

export function findWords(folder: TextFolder, text: string, numbers: WordNumbers): WordsInText {
  const chunks: WordsInText[] = [];
  let words = 0;
  for (let from = 0; from < text.length; ) {
    const to = chunkEnd(text, from);
    const placed = folder.foldWithPlaces(text.slice(from, to), NGRAM);
    const found = placed.text === '' ? [] : placed.text.split(' ');
    for (const places of [placed.starts, placed.ends])
      for (let i = 0; i < places.length; i++) places[i] += from;
    chunks.push({ ...placed, numbers: Uint32Array.from(found, (word) => numbers.numberOf(word)) });
    words += found.length;
    from = to;
  }
  const all = {
    numbers: new Uint32Array(words),
    starts: new Uint32Array(words),
    ends: new Uint32Array(words),
  };
  let at = 0;
  for (const chunk of chunks) {
    for (const key of ['numbers', 'starts', 'ends'] as const) all[key].set(chunk[key], at);
    at += chunk.numbers.length;
  }
  return all;
}

/**
 * A place about CHUNK units on where a text can be cut without changing a word: before a space that follows a character of a spaced script,
 * or after a full stop of Chinese. If there is none, the chunk is twice as long, and so on.
 */
function chunkEnd(text: string, from: number): number {
  for (let size = CHUNK; from + size < text.length; size *= 2) {
    for (let at = from + size; at > from + size / 2; at--) {
      const before = text.charCodeAt(at - 1);
      if (before === FULL_STOP) return at;
      if (text.charCodeAt(at) === SPACE && before > SPACE && before < FIRST_UNSPACED) return at;
    }
  }
  return text.length;
}

const SPACE = 0x20;
/** U+3002, 。 */
const FULL_STOP = 0x3002;
