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
  const texts: string[] = [];
  const { starts, ends } = placesInChunks(text, (chunk) => {
    const placed = folder.foldWithPlaces(chunk, NGRAM);
    if (placed.text !== '') texts.push(placed.text);
    return placed;
  });
  const found = new Uint32Array(starts.length);
  let at = 0;
  for (const part of texts) for (const word of part.split(' ')) found[at++] = numbers.numberOf(word);
  return { numbers: found, starts, ends };
}

/** Where each word of a text begins and ends. */
export type WordPlaces = Pick<WordsInText, 'starts' | 'ends'>;

export function findPlaces(folder: TextFolder, text: string): WordPlaces {
  return placesInChunks(text, (chunk) => folder.places(chunk, NGRAM));
}

function placesInChunks(text: string, placesOf: (chunk: string) => WordPlaces): WordPlaces {
  if (text.length <= CHUNK) return placesOf(text);
  const chunks: WordPlaces[] = [];
  let words = 0;
  for (let from = 0; from < text.length; ) {
    const to = chunkEnd(text, from);
    const { starts, ends } = placesOf(text.slice(from, to));
    for (const places of [starts, ends]) for (let i = 0; i < places.length; i++) places[i] += from;
    chunks.push({ starts, ends });
    words += starts.length;
    from = to;
  }
  const all = { starts: new Uint32Array(words), ends: new Uint32Array(words) };
  let at = 0;
  for (const { starts, ends } of chunks) {
    all.starts.set(starts, at);
    all.ends.set(ends, at);
    at += starts.length;
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
