// Canonical text of a batch: the twin of src/engines/scalar/canonicalize.ts, which is its specification.
//
// The words of a document are written straight to `out`, and this output is the only state between characters:
// a word is open unless nothing was written yet or the last byte is a separator. So the fast paths below may follow each
// other in any order. Stop words are removed in a second pass over the document (stop-words.ts).

import { CanonicalizeCall } from '../src/engines/layouts/calls';
import {
  CLASS_MASK,
  CYRILLIC,
  LENGTH_MASK,
  LENGTH_SHIFT,
  LetterClass,
  MAY_MIX,
  PAYLOAD_SHIFT,
  UNSETTLED,
} from '../src/engines/layouts/letter-table';
import { CanonicalMode, NEEDS_NORMALIZATION, SENTENCE_END } from '../src/engines/layouts/modes';
import { afterBlocks, foldBlocks } from './blocks';
import { append, bytesOf, classBefore, decode, endsCyrillic, entryOf, partsDigits, SPACE, wordIsOpen } from './letters';
import { meetsOtherScript, toOneScript } from './mixed-scripts';
import { beginPlace, extendPlace, startDocumentPlaces, startPlaces } from './places';
import { removeStopWords, STOP_WORDS_GAP, wordsLeft } from './stop-words';
import { afterRun, foldUnspaced, placeUnspaced } from './unspaced';

export function canonicalize(call: CanonicalizeCall): i32 {
  const text = call.text;
  const offsets = call.offsets;
  const count = <i32>call.count;
  const letters = call.letters;
  const stops = call.stops;
  const mode = call.mode;
  const out = call.out;
  const outOffsets = call.outOffsets;
  const words = call.words;
  const places = call.places;
  const n = (mode & CanonicalMode.ngramMask) !== 0 ? mode & CanonicalMode.ngramMask : 2;
  const unsettled = (mode & CanonicalMode.normalized) !== 0 ? 0 : UNSETTLED;
  const hasPlaces = places !== 0;
  let o = out;
  store<u32>(outOffsets, 0);
  startPlaces(text, places);
  for (let i = 0; i < count; i++) {
    const at = (<usize>i) << 2;
    const table: usize = stops !== 0 ? <usize>load<u32>(stops + at) : 0;
    const start = table !== 0 ? o + STOP_WORDS_GAP : o;
    startDocumentPlaces();
    let end = foldDocument(
      text + load<u32>(offsets + at),
      text + load<u32>(offsets + at, 4) - 1,
      start,
      letters,
      n,
      unsettled,
      (mode & CanonicalMode.sentences) !== 0,
      hasPlaces,
    );
    if (end === 0) return NEEDS_NORMALIZATION;
    if (end > start && load<u8>(end - 1) <= SPACE) end--;
    if (table !== 0) {
      o = removeStopWords(start, end, o, table, hasPlaces);
      store<u32>(words + at, wordsLeft);
    } else {
      store<u32>(words + at, countWords(start, end));
      o = end;
    }
    store<u8>(o++, 0);
    store<u32>(outOffsets + at, <u32>(o - out), 4);
  }
  return <i32>(o - out);
}

// Folds the document [p, end) to o. Returns the new o (a space may be the last byte), or 0 if the text must be
// normalized first.
function foldDocument(
  p: usize,
  end: usize,
  start: usize,
  letters: usize,
  n: u32,
  unsettled: u32,
  sentences: bool,
  hasPlaces: bool,
): usize {
  const text = p;
  let o = start;
  // the fast path handles neither sentences nor places
  const inBlocks = !sentences && !hasPlaces;
  // where the last ordered mark ended, and its order
  let markEnd: usize = 0;
  let order: u32 = 0;
  // whether letters of two scripts are side by side in the open word
  let isMixed = false;
  while (p < end) {
    if (inBlocks && !isMixed && startsBlock(p)) {
      o = foldBlocks(p, end, start, o);
      p = afterBlocks;
      if (p >= end) break;
    }
    let before = o;
    const decoded = decode(p);
    const entry = entryOf(letters, decoded);
    const letterClass = entry & CLASS_MASK;
    if ((entry & unsettled) !== 0) return 0;
    if (letterClass === LetterClass.letter) {
      o = append(letters, entry, p, o);
      if (mayMeet(entry, before) && meetsOtherScript(start, before)) isMixed = true;
    } else if (letterClass === LetterClass.raised) {
      if (partsDigits(letters, p, text, start, o)) {
        if (isMixed) o = toOneScript(letters, start, o);
        isMixed = false;
        store<u8>(o++, SPACE);
      }
      before = o;
      o = append(letters, entry, p, o);
    } else if (letterClass === LetterClass.unspaced) {
      if (isMixed) o = toOneScript(letters, start, o);
      isMixed = false;
      o = hasPlaces
        ? placeUnspaced(p, end, start, o, letters, n, unsettled)
        : foldUnspaced(p, end, start, o, letters, n, unsettled);
      if (o === 0) return 0;
      p = afterRun;
      continue;
    } else if (letterClass === LetterClass.mark || letterClass === LetterClass.deleted) {
      const next = entry >> PAYLOAD_SHIFT;
      if (unsettled !== 0 && next !== 0 && markEnd === p && next < order) return 0;
      order = next;
      markEnd = p + bytesOf(decoded);
      if (letterClass === LetterClass.mark) {
        store<u32>(o, load<u32>(p));
        o += bytesOf(decoded);
      }
    } else if (
      letterClass === LetterClass.apostrophe &&
      endsCyrillic(letters, start, o) &&
      (entryOf(letters, decode(p + bytesOf(decoded))) & CYRILLIC) !== 0
    ) {
      store<u16>(o, 0xbcca);
      o += 2;
    } else {
      if (isMixed) o = toOneScript(letters, start, o);
      isMixed = false;
      if (wordIsOpen(start, o)) store<u8>(o++, SPACE);
      if (sentences && o > start && endsSentence(letters, text, p, decoded, end)) store<u8>(o - 1, SENTENCE_END);
    }
    if (hasPlaces && o > before && load<u8>(o - 1) > SPACE) {
      if (!wordIsOpen(start, before)) beginPlace(p);
      extendPlace(p + bytesOf(decoded));
    }
    p += bytesOf(decoded);
  }
  if (isMixed) o = toOneScript(letters, start, o);
  return o;
}

// Whether ASCII or Cyrillic begins at p. A lone byte of ASCII before anything else is not worth a block.
// @inline
function startsBlock(p: usize): bool {
  const first = load<u8>(p);
  if (first >= 0x80) return (first & 0xfe) === 0xd0;
  const second = load<u8>(p, 1);
  return second < 0x80 || (second & 0xfe) === 0xd0;
}

// Whether the letter of this entry, written at `at`, can be of another script than the one before it. Most follow one of the same script,
// of two bytes, and then the first ones differ in the last bit at most.
// @inline
function mayMeet(entry: u32, at: usize): bool {
  const before = <u32>load<u16>(at - 2);
  if ((entry & MAY_MIX) === 0) return (before & 0xff) - 0xce <= 6;
  return ((before ^ (<u32>load<u8>(at) | 0x8000)) & 0x80fe) !== 0;
}

// Whether the character at p ends a sentence: a full stop of Chinese or Japanese does, one of other scripts if no letter
// or mark of a script with spaces follows.
function endsSentence(letters: usize, text: usize, p: usize, decoded: u32, end: usize): bool {
  const code = decoded & 0xffffff;
  if (code === 0x3002 || code === 0xff61 || code === 0xff01 || code === 0xff1f || code === 0xff1b) return true;
  const isLatin = code === 0x2e || code === 0xff0e || code === 0x21 || code === 0x3f || code === 0x2026;
  // ؟ ۔ । ॥
  if (!isLatin && code !== 0x61f && code !== 0x6d4 && code !== 0x964 && code !== 0x965) return false;
  const next = p + bytesOf(decoded);
  if (next >= end) return true;
  const entry = entryOf(letters, decode(next));
  const letterClass = entry & CLASS_MASK;
  if (letterClass !== LetterClass.letter && letterClass !== LetterClass.mark) return true;
  const isDigit = (entry & LENGTH_MASK) === 1 << LENGTH_SHIFT && entry >> PAYLOAD_SHIFT >= 0x30 && entry >> PAYLOAD_SHIFT <= 0x39;
  return isDigit && classBefore(letters, p, text) === LetterClass.unspaced;
}

// One more than there are separators in [start, end), or 0 if there is nothing.
function countWords(start: usize, end: usize): u32 {
  if (end === start) return 0;
  let words: u32 = 1;
  let p = start;
  for (; p + 16 <= end; p += 16) words += popcnt(i8x16.bitmask(i8x16.le_u(v128.load(p), i8x16.splat(0x20))));
  for (; p < end; p++) words += <u32>(load<u8>(p) <= SPACE);
  return words;
}
