/**
 * The canonical words of a text with the place each has in it: what `canonicalText` gives for n-grams of one character, but with
 * positions, for those who mark passages. A character of Chinese, with its marks, is a word.
 */
import {
  CLASS_MASK,
  CYRILLIC,
  LENGTH_SHIFT,
  LetterClass,
  LONG_FOLDS_AT,
  letterEntry,
  PAYLOAD_SHIFT,
  UNSETTLED,
} from '../engines/index.ts';
import { letterTable } from './letter-table.ts';
import { normalizeText } from './normalize.ts';

/** Gives words numbers, from 0, in the order they are met. */
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

/** The words of a text: the number of each, and where it begins and ends, in UTF-16 units of the text. */
export interface WordsInText {
  readonly numbers: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

export function wordsInText(text: string, numbers: WordNumbers): WordsInText {
  const found = new WordFinder(text, numbers);
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at)!;
    const next = at + (code > 0xffff ? 2 : 1);
    const entry = entryOf(code);
    if ((entry & UNSETTLED) === 0 && !continues(text, next)) {
      found.take(code, entry, at, next);
      at = next;
      continue;
    }
    // what NFC may change: from here to the next character that has nothing to do with those before it
    let end = next;
    while (continues(text, end)) end += text.codePointAt(end)! > 0xffff ? 2 : 1;
    const before = text.slice(at, end);
    const after = normalizeText(before);
    if (after === before) found.takeAll(after, at, undefined);
    else found.takeAll(after, at, end);
    at = end;
  }
  return found.finish();
}

/** The same steps as the canonicalize kernel (`engines/scalar/canonicalize.ts`), on UTF-16 and with places. */
class WordFinder {
  private readonly found: number[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private word = '';
  private start = 0;
  private end = 0;
  /** The open word is a character of a script without spaces. */
  private unspaced = false;
  private cyrillic = false;

  constructor(
    private readonly text: string,
    private readonly numbers: WordNumbers,
  ) {}

  /** Characters that begin at `start`; where they are no more those of the text, they all stand for it up to `end`. */
  takeAll(characters: string, start: number, end: number | undefined): void {
    let at = start;
    for (const character of characters) {
      const code = character.codePointAt(0)!;
      const from = end === undefined ? at : start;
      at += character.length;
      this.take(code, entryOf(code), from, end ?? at);
    }
  }

  take(code: number, entry: number, start: number, end: number): void {
    switch (entry & CLASS_MASK) {
      case LetterClass.letter:
        if (this.unspaced) this.endWord();
        this.append(foldOf(code, entry), start, end);
        this.cyrillic = (entry & CYRILLIC) !== 0;
        return;
      case LetterClass.unspaced:
        this.endWord();
        this.append(foldOf(code, entry), start, end);
        this.unspaced = true;
        break;
      case LetterClass.mark:
        this.append(String.fromCodePoint(code), start, end);
        break;
      case LetterClass.deleted:
        return;
      case LetterClass.apostrophe:
        if (this.cyrillic && isCyrillic(this.text, end)) this.append('\u02bc', start, end);
        else this.endWord();
        break;
      default:
        this.endWord();
    }
    this.cyrillic = false;
  }

  finish(): WordsInText {
    this.endWord();
    return {
      numbers: Uint32Array.from(this.found),
      starts: Uint32Array.from(this.starts),
      ends: Uint32Array.from(this.ends),
    };
  }

  private append(letters: string, start: number, end: number): void {
    if (this.word === '') this.start = start;
    this.word += letters;
    this.end = end;
  }

  private endWord(): void {
    if (this.word === '') return;
    this.found.push(this.numbers.numberOf(this.word));
    this.starts.push(this.start);
    this.ends.push(this.end);
    this.word = '';
    this.unspaced = false;
  }
}

/** True where the character at `at` may be composed with those before it, or change places with them. */
function continues(text: string, at: number): boolean {
  if (!(text.charCodeAt(at) >= FIRST_MARK)) return false;
  const entry = entryOf(text.codePointAt(at)!);
  const letterClass = entry & CLASS_MASK;
  if ((entry & UNSETTLED) !== 0) return true;
  return (
    (letterClass === LetterClass.mark || letterClass === LetterClass.deleted) && entry >>> PAYLOAD_SHIFT !== 0
  );
}

/** No character below is composed with another. */
const FIRST_MARK = 0x300;

function isCyrillic(text: string, at: number): boolean {
  return at < text.length && (entryOf(text.codePointAt(at)!) & CYRILLIC) !== 0;
}

let table: { u8: Uint8Array; u32: Uint32Array } | undefined;

function openTable(): { u8: Uint8Array; u32: Uint32Array } {
  const u8 = letterTable();
  table = { u8, u32: new Uint32Array(u8.buffer, u8.byteOffset, u8.byteLength >>> 2) };
  return table;
}

function entryOf(code: number): number {
  const { u8, u32 } = table ?? openTable();
  return letterEntry(u8, u32, 0, code);
}

const folds = new Array<string | undefined>(0x10000);

/** The folded letter, made once. */
function foldOf(code: number, entry: number): string {
  if (code >= 0x10000) return makeFold(code, entry);
  let fold = folds[code];
  if (fold === undefined) {
    fold = makeFold(code, entry);
    folds[code] = fold;
  }
  return fold;
}

function makeFold(code: number, entry: number): string {
  const { u8 } = table ?? openTable();
  const payload = entry >>> PAYLOAD_SHIFT;
  const length = (entry >>> LENGTH_SHIFT) & 3;
  if (length > 0) {
    return decoder.decode(Uint8Array.of(payload, payload >>> 8, payload >>> 16).subarray(0, length));
  }
  if (payload === 0) return String.fromCodePoint(code);
  const at = LONG_FOLDS_AT + 16 * payload;
  return decoder.decode(u8.slice(at + 1, at + 1 + u8[at]));
}

const decoder = new TextDecoder();
