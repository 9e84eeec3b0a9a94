// Runs of unspaced letters (Han, kana, Thai …) as overlapping words of n letters.
import { CLASS_MASK, LENGTH_MASK, LetterClass, PAYLOAD_SHIFT } from '../src/engines/layouts/letter-table';
import { append, bytesOf, decode, entryOf, SPACE, wordIsOpen } from './letters';
import { afterLineBreak, mayBreak } from './line-break';
import { beginPlace, extendPlace } from './places';

// Where the text continues after foldUnspaced().
export let afterRun: usize = 0;

// Folds the run that starts at p and leaves a space after it. `unsettled` is UNSETTLED if the text must be checked for
// NFC, else 0. Returns the new o, or 0 if the text must be normalized first.
export function foldUnspaced(p: usize, end: usize, start: usize, o: usize, letters: usize, n: u32, unsettled: u32): usize {
  return foldLetters(p, end, start, o, letters, n, unsettled, false);
}

// Folds it as foldUnspaced() does, and notes the places of its words.
export function placeUnspaced(p: usize, end: usize, start: usize, o: usize, letters: usize, n: u32, unsettled: u32): usize {
  return foldLetters(p, end, start, o, letters, n, unsettled, true);
}

// `hasPlaces` is a constant at both calls, so that folding without places has no code for them.
// @inline
function foldLetters(
  p: usize,
  end: usize,
  start: usize,
  o: usize,
  letters: usize,
  n: u32,
  unsettled: u32,
  hasPlaces: bool,
): usize {
  if (wordIsOpen(start, o)) store<u8>(o++, SPACE);
  // unspaced letters in the open word, and where its second and third start, here and in the text
  let inWord: u32 = 0;
  let second = o;
  let third = o;
  let ownSecond = p;
  let ownThird = p;
  let order: u32 = 0;
  if (n === 2 && !hasPlaces) {
    // most runs begin with two letters that the loop for them can take
    const first = plainLetter(p, letters, unsettled);
    const next = first !== 0 && p + 3 < end ? plainLetter(p + 3, letters, unsettled) : 0;
    if (next !== 0) {
      store<u64>(o, <u64>first | ((<u64>next) << 24));
      o = foldBigrams(p + 6, end, o + 6, letters, unsettled);
      inWord = 2;
      second = o - 3;
      p = afterRun;
    }
  }
  while (p < end) {
    const decoded = decode(p);
    const entry = entryOf(letters, decoded);
    const letterClass = entry & CLASS_MASK;
    if ((entry & unsettled) !== 0) return 0;
    if (letterClass === LetterClass.unspaced) {
      if (inWord === n) {
        const kept = n > 1 ? o - second : 0;
        store<u8>(o++, SPACE);
        memory.copy(o, o - 1 - kept, kept);
        second = o + (third - second);
        o += kept;
        inWord--;
        if (hasPlaces) beginPlace(n > 1 ? ownSecond : p);
        ownSecond = ownThird;
      } else if (inWord === 0 && hasPlaces) beginPlace(p);
      inWord++;
      if (inWord === 2) {
        second = o;
        ownSecond = p;
      } else if (inWord === 3) {
        third = o;
        ownThird = p;
      }
      o = append(letters, entry, p, o);
      p += bytesOf(decoded);
      order = 0;
      if (hasPlaces) {
        extendPlace(p);
      } else if (inWord === n) {
        // if the letters that the next word repeats have three bytes each, no letter having fewer: continue with them
        // in registers
        if (n === 2 && o - second === 3) {
          o = foldBigrams(p, end, o, letters, unsettled);
          second = o - 3;
          p = afterRun;
        } else if (n === 1) {
          o = foldUnigrams(p, end, o, letters, unsettled);
          p = afterRun;
        } else if (n === 3 && o - second === 6) {
          o = foldTrigrams(p, end, o, letters, unsettled);
          second = o - 6;
          third = o - 3;
          p = afterRun;
        }
      }
    } else if (letterClass === LetterClass.mark || letterClass === LetterClass.deleted) {
      const next = entry >> PAYLOAD_SHIFT;
      if (unsettled !== 0 && next !== 0 && next < order) return 0;
      order = next;
      if (letterClass === LetterClass.mark) {
        store<u32>(o, load<u32>(p));
        o += bytesOf(decoded);
        if (hasPlaces) extendPlace(p + bytesOf(decoded));
      }
      p += bytesOf(decoded);
    } else {
      // most runs end with punctuation, and a line break is rare
      if (!mayBreak(p)) break;
      const next = joinedLine(p, letters);
      if (next === 0) break;
      p = next;
      order = 0;
    }
  }
  store<u8>(o++, SPACE);
  afterRun = p;
  return o;
}

// The place after a line break at p that an unspaced letter follows; 0 if there is none. After an unspaced letter, such a break
// separates nothing.
function joinedLine(p: usize, letters: usize): usize {
  const next = afterLineBreak(p);
  return next !== 0 && (entryOf(letters, decode(next)) & CLASS_MASK) === LetterClass.unspaced ? next : 0;
}

// The three loops below take unspaced letters of three bytes that fold to three bytes, one word for each, and stop at
// anything else.

function foldUnigrams(p: usize, end: usize, o: usize, letters: usize, unsettled: u32): usize {
  for (
    let letter = plainLetter(p, letters, unsettled);
    letter !== 0 && p < end;
    p += 3, letter = plainLetter(p, letters, unsettled)
  ) {
    store<u32>(o, (letter << 8) | 0x20);
    o += 4;
  }
  afterRun = p;
  return o;
}

function foldBigrams(p: usize, end: usize, o: usize, letters: usize, unsettled: u32): usize {
  let last = load<u32>(o - 3) & 0xffffff;
  for (
    let letter = plainLetter(p, letters, unsettled);
    letter !== 0 && p < end;
    p += 3, letter = plainLetter(p, letters, unsettled)
  ) {
    store<u64>(o, <u64>((last << 8) | 0x20) | ((<u64>letter) << 32));
    o += 7;
    last = letter;
  }
  afterRun = p;
  return o;
}

function foldTrigrams(p: usize, end: usize, o: usize, letters: usize, unsettled: u32): usize {
  // the last two letters
  let last = load<u64>(o - 6) & 0xffffffffffff;
  for (
    let letter = plainLetter(p, letters, unsettled);
    letter !== 0 && p < end;
    p += 3, letter = plainLetter(p, letters, unsettled)
  ) {
    store<u64>(o, (last << 8) | 0x20);
    store<u32>(o, letter, 7);
    o += 10;
    last = (last >> 24) | ((<u64>letter) << 24);
  }
  afterRun = p;
  return o;
}

// The folded UTF-8 of the letter at p, or 0 if it is no unspaced letter of three bytes that folds to three. Sequences
// that are too long, and surrogates, have entries that are not unspaced letters.
// @inline
function plainLetter(p: usize, letters: usize, unsettled: u32): u32 {
  const bytes = load<u32>(p);
  if ((bytes & 0xc0c0f0) !== 0x8080e0) return 0;
  const entry = entryOfThree(bytes, letters);
  const plain = (entry & (CLASS_MASK | LENGTH_MASK | unsettled)) === (LetterClass.unspaced | LENGTH_MASK);
  return plain ? entry >> PAYLOAD_SHIFT : 0;
}

// The table entry of a character whose three bytes are the lowest of these.
// @inline
function entryOfThree(bytes: u32, letters: usize): u32 {
  const code = ((bytes & 0x0f) << 12) | ((bytes & 0x3f00) >> 2) | ((bytes >> 16) & 0x3f);
  return load<u32>(letters + ((<usize>code) << 2));
}
