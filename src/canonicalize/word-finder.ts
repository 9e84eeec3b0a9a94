/**
 * The canonical words of a text with the place of each: those of `canonicalText` for n-grams of one character, so a character of
 * Chinese, with its marks, is a word.
 */
import { FIRST_UNSPACED } from '../unspaced.ts';
import type { PlacedText, TextFolder } from './text-folder.ts';

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

  /** The number of a word that has one, or -1. */
  find(word: string): number {
    return this.numbers.get(word) ?? -1;
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
  const { texts, starts, ends } = placeWords(folder, text);
  const found = new Uint32Array(starts.length);
  let at = 0;
  for (const part of texts) for (const word of part.split(' ')) found[at++] = numbers.numberOf(word);
  return { numbers: found, starts, ends };
}

/** Where each word of a text begins and ends. */
export type WordPlaces = Pick<WordsInText, 'starts' | 'ends'>;

export function findPlaces(folder: TextFolder, text: string): WordPlaces {
  const { starts, ends } = placeWords(folder, text);
  return { starts, ends };
}

/** The places of all words, and the canonical text in parts. */
function placeWords(folder: TextFolder, text: string): WordPlaces & { readonly texts: readonly string[] } {
  const chunks: PlacedText[] = [];
  let words = 0;
  for (let from = 0; from < text.length; ) {
    const to = chunkEnd(text, from);
    const placed = folder.foldWithPlaces(text.slice(from, to), NGRAM);
    for (const places of [placed.starts, placed.ends])
      for (let i = 0; i < places.length; i++) places[i] += from;
    if (placed.text !== '') chunks.push(placed);
    words += placed.starts.length;
    from = to;
  }
  const starts = new Uint32Array(words);
  const ends = new Uint32Array(words);
  let at = 0;
  for (const chunk of chunks) {
    starts.set(chunk.starts, at);
    ends.set(chunk.ends, at);
    at += chunk.starts.length;
  }
  return { texts: chunks.map((chunk) => chunk.text), starts, ends };
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
