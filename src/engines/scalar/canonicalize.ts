/**
 * Canonical text of a batch: the specification of `assembly/canonicalize.ts`.
 *
 * Every code point is looked up in the letter table (`../tables.ts`) which says one of these:
 * - a separator, and every byte that is not part of well-formed UTF-8, ends the word;
 * - a letter is folded and joins the word; a mark joins the word; a deleted character does nothing;
 * - a superscript or subscript digit is that digit; after another digit it begins a word, unless that one is raised too;
 * - an apostrophe right after an emitted Cyrillic letter and right before a Cyrillic one joins the word as U+02BC,
 *   any other ends it;
 * - unspaced letters (Han, kana, Thai …) make words of n letters that overlap by n - 1, marks going with their letter:
 *   c1 c2 c3 is the words c1c2, c2c3 for n = 2. Such a run ends with any other letter or separator, and if it is
 *   shorter than n it is one word. One line break between two such letters separates nothing (`line-break.ts`).
 * Look-alikes of another script in a word that has letters of two become letters of one (`mixed-scripts.ts`).
 * A word whose hash is in the document's stop-word table is removed when it ends.
 * If sentences are kept, the space after a word becomes SENTENCE_END when a character that ends a sentence follows it
 * before the next word.
 *
 * The place of a word is where its first character begins in the text and its last one ends. Deleted characters count if they are
 * between the two.
 */

import type { Twin } from '../kernels.ts';
import {
  CLASS_MASK,
  CYRILLIC,
  LENGTH_SHIFT,
  LetterClass,
  LONG_FOLDS_AT,
  PAYLOAD_SHIFT,
  UNSETTLED,
} from '../layouts/letter-table.ts';
import { CanonicalMode, NEEDS_NORMALIZATION } from '../layouts/modes.ts';
import { SENTENCE_END } from '../shingle-shape.ts';
import { isStopWord, letterEntry } from './letters.ts';
import { afterLineBreak } from './line-break.ts';
import { meetsOtherScript, toOneScript } from './mixed-scripts.ts';
import { decodeUtf8, utf8LengthAt } from './utf8.ts';

const SPACE = 0x20;
/** 。｡！？； and . ．! ? … ؟ ۔ । ॥ */
const ALWAYS_ENDS = [0x3002, 0xff61, 0xff01, 0xff1f, 0xff1b];
const MAY_END = [0x2e, 0xff0e, 0x21, 0x3f, 0x2026, 0x61f, 0x6d4, 0x964, 0x965];

export const canonicalize: Twin<'canonicalize'> = (
  heap,
  { text, offsets, count, letters, stops, mode, out, outOffsets, words, places },
) => {
  const u32 = heap.u32;
  const writer = new Writer(heap.u8, u32, letters, mode, text, places);
  let to: number = out;
  u32[outOffsets >>> 2] = 0;
  for (let i = 0; i < count; i++) {
    const from = text + u32[(offsets >>> 2) + i];
    const end = text + u32[(offsets >>> 2) + i + 1] - 1;
    const stop = stops === 0 ? 0 : u32[(stops >>> 2) + i];
    if (!writer.write(from, end, stop, to)) return NEEDS_NORMALIZATION;
    to = writer.to;
    u32[(outOffsets >>> 2) + i + 1] = to - out;
    u32[(words >>> 2) + i] = writer.words;
  }
  return to - out;
};

/** Writes one document after the other. */
class Writer {
  /** Where the next byte goes. */
  to = 0;
  /** Words of the document so far, stop words not counted. */
  words = 0;
  private readonly n: number;
  private readonly checked: boolean;
  private readonly sentences: boolean;
  private stop = 0;
  /** Where the open word starts; no word is open if this is `to`. */
  private start = 0;
  /** Unspaced letters in the open word; 0 if it is of other letters. */
  private unspaced = 0;
  /** Whether letters of two scripts are side by side in the open word. */
  private mixed = false;
  /** Where the open word's second and third unspaced letters start. */
  private second = 0;
  private third = 0;
  /** Where the open word begins and ends in the text; and where its second and third unspaced letters begin there. */
  private ownStart = 0;
  private ownEnd = 0;
  private ownSecond = 0;
  private ownThird = 0;

  constructor(
    private readonly u8: Uint8Array,
    private readonly u32: Uint32Array,
    private readonly letters: number,
    mode: number,
    private readonly text: number,
    /** Where the place of the next word goes, or 0. */
    private place: number,
  ) {
    this.n = mode & CanonicalMode.ngramMask || 2;
    this.checked = (mode & CanonicalMode.normalized) === 0;
    this.sentences = (mode & CanonicalMode.sentences) !== 0;
  }

  /** False if the text must be normalized first. */
  write(from: number, end: number, stop: number, to: number): boolean {
    this.to = to;
    this.start = to;
    this.words = 0;
    this.stop = stop;
    this.unspaced = 0;
    let cyrillic = false;
    let raised = false;
    let order = 0;
    /** The class of the character before, and of this one. */
    let before: number = LetterClass.separator;
    let letterClass: number = LetterClass.separator;
    for (let at = from; at < end; ) {
      const code = decodeUtf8(this.u8, at, end);
      const length = code < 0 ? 1 : utf8LengthAt(code);
      const entry = code < 0 ? LetterClass.separator : letterEntry(this.u8, this.u32, this.letters, code);
      before = letterClass;
      letterClass = entry & CLASS_MASK;
      if (this.checked) {
        // the quick check of NFC: nothing that composes or decomposes, and marks in order
        const next =
          letterClass === LetterClass.mark || letterClass === LetterClass.deleted
            ? entry >>> PAYLOAD_SHIFT
            : 0;
        if ((entry & UNSETTLED) !== 0 || (next !== 0 && next < order)) return false;
        order = next;
      }
      const afterRaised = raised;
      raised = letterClass === LetterClass.raised;
      switch (letterClass) {
        case LetterClass.letter:
          if (this.unspaced > 0) this.endWord();
          this.appendLetter(entry, at, length);
          cyrillic = (entry & CYRILLIC) !== 0;
          break;
        case LetterClass.raised:
          if (this.unspaced > 0 || (this.endsWithDigit() && !afterRaised)) this.endWord();
          this.append(entry, at, length);
          cyrillic = false;
          break;
        case LetterClass.unspaced:
          this.startUnspaced(at);
          this.append(entry, at, length);
          cyrillic = false;
          break;
        case LetterClass.mark:
          this.found(at, length);
          this.copy(at, length);
          cyrillic = false;
          break;
        case LetterClass.deleted:
          break;
        case LetterClass.apostrophe:
          if (cyrillic && this.isCyrillic(at + length, end)) {
            this.found(at, length);
            this.u8[this.to++] = 0xca;
            this.u8[this.to++] = 0xbc;
          } else {
            this.endWord();
          }
          cyrillic = false;
          break;
        default:
          if (this.unspaced > 0) {
            const next = afterLineBreak(this.u8, at, end);
            if (next !== 0 && this.isUnspaced(next, end)) {
              at = next;
              continue;
            }
          }
          this.endWord();
          if (this.sentences && this.words > 0 && this.endsSentence(before, code, at + length, end))
            this.u8[this.to - 1] = SENTENCE_END;
          cyrillic = false;
      }
      at += length;
    }
    this.endWord();
    if (this.words > 0) this.to--;
    this.u8[this.to++] = 0;
    return true;
  }

  private isCyrillic(at: number, end: number): boolean {
    const code = at < end ? decodeUtf8(this.u8, at, end) : -1;
    return code >= 0 && (letterEntry(this.u8, this.u32, this.letters, code) & CYRILLIC) !== 0;
  }

  private endsWithDigit(): boolean {
    const last = this.u8[this.to - 1];
    return this.to > this.start && last >= 0x30 && last <= 0x39;
  }

  private isUnspaced(at: number, end: number): boolean {
    const code = at < end ? decodeUtf8(this.u8, at, end) : -1;
    const entry = code < 0 ? LetterClass.separator : letterEntry(this.u8, this.u32, this.letters, code);
    return (entry & CLASS_MASK) === LetterClass.unspaced;
  }

  /**
   * True for a full stop of Chinese or Japanese, and for one of other scripts if no letter or mark follows. A digit that follows such a one
   * begins a sentence if the stop is right after an unspaced letter, where it is no decimal point.
   * @param before The class of the character before the stop.
   */
  private endsSentence(before: number, code: number, next: number, end: number): boolean {
    if (ALWAYS_ENDS.includes(code)) return true;
    if (!MAY_END.includes(code)) return false;
    const following = next < end ? decodeUtf8(this.u8, next, end) : -1;
    if (following < 0) return true;
    const entry = letterEntry(this.u8, this.u32, this.letters, following);
    const letterClass = entry & CLASS_MASK;
    if (letterClass !== LetterClass.letter && letterClass !== LetterClass.mark) return true;
    return before === LetterClass.unspaced && isDigit(entry);
  }

  /** The character at `at` belongs to the open word, or begins one. */
  private found(at: number, length: number): void {
    if (this.to === this.start) this.ownStart = at;
    this.ownEnd = at + length;
  }

  /** The folded letter joins the open word. */
  private append(entry: number, at: number, length: number): void {
    this.found(at, length);
    const payload = entry >>> PAYLOAD_SHIFT;
    const bytes = (entry >>> LENGTH_SHIFT) & 3;
    if (bytes === 0) {
      const fold = this.letters + LONG_FOLDS_AT + 16 * payload;
      if (payload === 0) this.copy(at, length);
      else this.copy(fold + 1, this.u8[fold]);
      return;
    }
    this.u8[this.to++] = payload & 255;
    if (bytes > 1) this.u8[this.to++] = (payload >>> 8) & 255;
    if (bytes > 2) this.u8[this.to++] = payload >>> 16;
  }

  private appendLetter(entry: number, at: number, length: number): void {
    const letter = this.to;
    this.append(entry, at, length);
    if (meetsOtherScript(this.u8, this.start, letter)) this.mixed = true;
  }

  private copy(from: number, length: number): void {
    for (let i = 0; i < length; i++) this.u8[this.to++] = this.u8[from + i];
  }

  /** Makes room for one more unspaced letter, at `at`: in the open word, or in a new one that repeats its last n - 1. */
  private startUnspaced(at: number): void {
    if (this.unspaced === 0) {
      this.endWord();
    } else if (this.unspaced === this.n) {
      const kept = this.n > 1 ? this.to - this.second : 0;
      const from = this.to - kept;
      const third = this.third - this.second;
      this.endWord();
      // the bytes are still there, at or after their new place
      this.u8.copyWithin(this.to, from, from + kept);
      this.to += kept;
      this.unspaced = this.n - 1;
      this.second = this.start + third;
      this.ownStart = this.ownSecond;
      this.ownSecond = this.ownThird;
    }
    this.unspaced++;
    if (this.unspaced === 2) {
      this.second = this.to;
      this.ownSecond = at;
    } else if (this.unspaced === 3) {
      this.third = this.to;
      this.ownThird = at;
    }
  }

  /** Writes a space after the open word, or removes the word if it is a stop word. */
  private endWord(): void {
    this.unspaced = 0;
    if (this.to === this.start) return;
    if (this.mixed) this.to = toOneScript(this.u8, this.letters, this.start, this.to);
    this.mixed = false;
    if (this.stop !== 0 && isStopWord(this.u8, this.u32, this.stop, this.start, this.to)) {
      this.to = this.start;
      return;
    }
    this.words++;
    this.u8[this.to++] = SPACE;
    this.start = this.to;
    if (this.place === 0) return;
    this.u32[this.place >>> 2] = this.ownStart - this.text;
    this.u32[(this.place >>> 2) + 1] = this.ownEnd - this.text;
    this.place += 8;
  }
}

/** Whether a letter is folded to one of 0 to 9. */
function isDigit(entry: number): boolean {
  const payload = entry >>> PAYLOAD_SHIFT;
  return ((entry >>> LENGTH_SHIFT) & 3) === 1 && payload >= 0x30 && payload <= 0x39;
}
