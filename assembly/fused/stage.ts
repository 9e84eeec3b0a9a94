// Stages a fill: raw UTF-8 becomes folded words with zeros between them, where the simhash kernel finds and hashes them.

import { CLASS_MASK, CYRILLIC, LetterClass, PAYLOAD_SHIFT } from '../../src/engines/layouts/letter-table';
import { NEEDS_NORMALIZATION, TWO_STEPS } from '../../src/engines/layouts/modes';
import { append, bytesOf, decode, endsCyrillic, entryOf, partsDigits } from '../letters';
import { isInBreak } from '../line-break';
import { BLOCK, MOST_STAGED, STAGED_AT } from '../memory';
import { afterRun, foldPlainRun, foldUnspaced, isPlainMark, joinedLine } from '../unspaced';
import { changesAreFull, clearChanges, noteChange } from './changes';
import { clearLetters, foldBlock, mayMix, noteLetter, noteMixable, noteRun, setChinese } from './fold-block';
import { foldRun, isCyrillic } from './fold-runs';
import { mixesScripts } from './mixed-scripts';

// Where the staged part of the raw text ends, and where the next fill must begin if a run of unspaced letters was cut (else 0).
export let stagedUntil: usize = 0;
export let cutRunAt: usize = 0;

// The most staged bytes of one letter, with room for the stores past it.
const LETTER_ROOM: usize = 32;
// A run of fewer raw bytes is not begun at the end of a fill. With this many it has at least three letters, line breaks or not
// (line-break.ts), so that no word is cut.
const SHORTEST_RUN: usize = 64;

// Stages raw text from `start` on and before `limit`; returns the staged bytes, or one of the two answers of ../fused.ts.
export function stage(base: usize, start: usize, limit: usize, letters: usize, n: u32, unsettled: u32): i32 {
  const first = base + STAGED_AT;
  const last = first + MOST_STAGED;
  let p = start;
  let o = first;
  // where the last ordered mark ended, and its order
  let markEnd: usize = 0;
  let order: u32 = 0;
  cutRunAt = 0;
  setChinese(false);
  clearLetters();
  clearChanges(base);
  while (p < limit && o + BLOCK <= last) {
    if (isBesideCyrillic(p)) noteMixable();
    if (!isBeforeThree(p)) {
      const run = foldRun(base, p, o, min(limit - p, last - o) / BLOCK, start) * BLOCK;
      if (run > 0) noteRun(p);
      p += run;
      o += run;
      if (run > 0) continue;
      const folded = min(foldBlock(base, p, o, start, first, letters, unsettled), limit - p);
      p += folded;
      o += folded;
      if (folded === BLOCK || p === limit) continue;
    }
    if (changesAreFull() || o + LETTER_ROOM > last) break;
    const decoded = decode(p);
    const entry = entryOf(letters, decoded);
    const letterClass = entry & CLASS_MASK;
    if ((entry & unsettled) !== 0) return NEEDS_NORMALIZATION;
    if (letterClass === LetterClass.unspaced) {
      const room = ((last - o - LETTER_ROOM) * 3) / 10;
      if (room < SHORTEST_RUN) break;
      const end = runLimit(p, min(p + room, limit));
      // a space before the run is only wanted after a word: a second separator would count as a letter of the first one
      const isOpen = load<u8>(o - 1) > 0x20;
      setChinese(true);
      o = foldUnspaced(p, end, isOpen ? first - 1 : o, o, letters, n, unsettled);
      if (o === 0) return NEEDS_NORMALIZATION;
      p = afterRun;
      // the space after the run is no byte of the text
      noteChange(base, p - start, o - 1 - first);
      noteChange(base, p - start, o - first);
      // sentences: a mark, and the next run
      while (n === 2 && p + 3 < end && isPlainMark(p, letters, unsettled) && !changesAreFull()) {
        store<u32>(o, 0);
        p += 3;
        o += 3;
        const after = foldPlainRun(p, end, o, letters, unsettled);
        if (after === 0) break;
        p = afterRun;
        o = after;
        noteChange(base, p - start, o - 1 - first);
        noteChange(base, p - start, o - first);
      }
      // the run may end past `end`, after a line break
      if (p >= end && p < limit) {
        const next = joinedLine(p, letters) !== 0 ? LetterClass.unspaced : entryOf(letters, decode(p)) & CLASS_MASK;
        if (next === LetterClass.unspaced) cutRunAt = stepBack(p, n - 1, letters);
        if (cutRunAt !== 0) break;
        // with marks, it is hard to tell which bytes the next fill would have to repeat
        if (next === LetterClass.unspaced || next === LetterClass.mark || next === LetterClass.deleted) return TWO_STEPS;
      }
      continue;
    }
    const size = <usize>bytesOf(decoded);
    let staged: usize;
    if (letterClass === LetterClass.letter) {
      staged = append(letters, entry, p, o) - o;
      noteLetter(entry, first, o, p + size);
    } else if (letterClass === LetterClass.raised) {
      if (partsDigits(letters, p, start, first, o)) {
        // a separator that stands for no byte of the text
        noteChange(base, p - start, o - first);
        store<u8>(o++, 0);
        noteChange(base, p - start, o - first);
      }
      staged = append(letters, entry, p, o) - o;
    } else if (letterClass === LetterClass.mark || letterClass === LetterClass.deleted) {
      const next = entry >> PAYLOAD_SHIFT;
      if (unsettled !== 0 && next !== 0 && markEnd === p && next < order) return NEEDS_NORMALIZATION;
      order = next;
      markEnd = p + size;
      store<u32>(o, load<u32>(p));
      staged = letterClass === LetterClass.mark ? size : 0;
      // the letters around it may be side by side
      if (staged === 0) noteMixable();
    } else if (
      letterClass === LetterClass.apostrophe &&
      endsCyrillic(letters, first - 1, o) &&
      (entryOf(letters, decode(p + size)) & CYRILLIC) !== 0
    ) {
      store<u16>(o, 0xbcca);
      staged = 2;
    } else {
      // as many zeros as it has bytes, so that nothing moves
      store<u32>(o, 0);
      staged = size;
    }
    p += size;
    o += staged;
    if (staged !== size) noteChange(base, p - start, o - first);
  }
  stagedUntil = p;
  assert(o <= last);
  // the last word ends here
  for (let at = o; at < o + BLOCK; at += 16) v128.store(at, i64x2.splat(0));
  if (mayMix() && mixesScripts(first, o)) return TWO_STEPS;
  return <i32>(o - first);
}

// Whether a Cyrillic letter before p may be followed by one of another script, or the other way round: blocks are folded without looking
// at their neighbors.
// @inline
function isBesideCyrillic(p: usize): bool {
  const here = <u32>load<u8>(p);
  const before = <u32>load<u8>(p - 1);
  if (isCyrillic(p - 2)) return (here | 0x20) - 0x61 <= 25 || here - 0xc3 <= 0x0c;
  return ((before | 0x20) - 0x61 <= 25 || (before >= 0x80 && <u32>load<u8>(p - 2) - 0xc3 <= 0x0c)) && isCyrillic(p);
}

// Whether a character of three bytes or more begins here or after this byte. That is mostly unspaced text, and folding a whole block of it
// would be wasted.
// @inline
function isBeforeThree(p: usize): bool {
  const two = <u32>load<u16>(p);
  return (two & 0xff) >= 0xe0 || (two >= 0xe000 && (two & 0x80) === 0);
}

// The last place up to `end` where a character begins.
// @inline
function runLimit(p: usize, end: usize): usize {
  while (end > p && (load<u8>(end) & 0xc0) === 0x80) end--;
  return end;
}

// The place this many unspaced letters before p, or 0 if something else than line breaks is among them.
// @inline
function stepBack(p: usize, characters: u32, letters: usize): usize {
  for (; characters > 0; characters--) {
    p--;
    while (isInBreak(load<u8>(p))) p--;
    while ((load<u8>(p) & 0xc0) === 0x80) p--;
    if ((entryOf(letters, decode(p)) & CLASS_MASK) !== LetterClass.unspaced) return 0;
  }
  return p;
}
