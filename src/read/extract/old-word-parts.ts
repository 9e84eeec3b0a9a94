/**
 * Where the parts of a Word 6 or 95 document are: one run of bytes has the body, footnotes, headers, macros, comments, endnotes and text
 * boxes, one after the other. A file that was saved the fast way has pieces in any order instead, and a piece table; deleted text is in
 * the file, too, but in no piece. Positions are those of Microsoft's specification of Word 6.
 */
import { BadDocument } from '../bad-document.ts';
import type { ByteRange } from './doc-hidden.ts';
import { u16At, u32At } from './little-endian.ts';

const FLAGS = 0x0a;
const FAST_SAVED = 0x04;
const TEXT_START = 0x18;
const TEXT_END = 0x1c;
/** How many bytes each part has. */
const COUNTS = {
  body: 0x34,
  footnotes: 0x38,
  headers: 0x3c,
  macros: 0x40,
  comments: 0x44,
  endnotes: 0x48,
  textBoxes: 0x4c,
};
const COUNTS_END = 0x50;
const PIECES = { at: 0x160, length: 0x164, end: 0x168 };

/** The ranges of body, footnotes, endnotes and text boxes. */
export function oldWordParts(word: Uint8Array): ByteRange[][] {
  const isFastSaved = (u16At(word, FLAGS) & FAST_SAVED) !== 0;
  const all = isFastSaved ? pieces(word) : [oneRun(word)];
  const count = (at: number) => (word.length < COUNTS_END ? 0 : u32At(word, at));
  const sum = Object.values(COUNTS).reduce((total, at) => total + count(at), 0);
  // counts that say nothing, or more than there is
  if (count(COUNTS.body) === 0 || sum > lengthOf(all)) return [all];
  let at = 0;
  const part = (counted: number): ByteRange[] => {
    at += count(counted);
    return within(all, at - count(counted), at);
  };
  const body = part(COUNTS.body);
  const footnotes = part(COUNTS.footnotes);
  for (const skipped of [COUNTS.headers, COUNTS.macros, COUNTS.comments]) part(skipped);
  return [body, footnotes, part(COUNTS.endnotes), part(COUNTS.textBoxes)];
}

function oneRun(word: Uint8Array): ByteRange {
  const start = u32At(word, TEXT_START);
  const end = u32At(word, TEXT_END);
  if (start >= end || end > word.length) throw unread();
  return { start, end };
}

/** The table of pieces (2) comes after any number of property lists (1): n + 1 positions, then 8 bytes for each piece. */
function pieces(word: Uint8Array): ByteRange[] {
  if (word.length < PIECES.end) throw unread();
  const begin = u32At(word, PIECES.at);
  const list = word.subarray(begin, begin + u32At(word, PIECES.length));
  let at = 0;
  while (list[at] === 1) at += 3 + u16At(list, at + 1);
  if (list[at] !== 2 || at + 5 > list.length) throw unread();
  const table = list.subarray(at + 5, at + 5 + u32At(list, at + 1));
  const count = Math.floor((table.length - 4) / 12);
  const found = Array.from({ length: Math.max(0, count) }, (_, i) => {
    const length = u32At(table, 4 * i + 4) - u32At(table, 4 * i);
    const start = u32At(table, 4 * (count + 1) + 8 * i + 2);
    if (length < 0 || start + length > word.length) throw unread();
    return { start, end: start + length };
  });
  // no byte is in two pieces, or a small file would give any amount of text
  if (lengthOf(found) > word.length) throw unread();
  return found;
}

function lengthOf(ranges: readonly ByteRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** The ranges of the bytes from one position to another, counted over all pieces. */
function within(all: readonly ByteRange[], from: number, to: number): ByteRange[] {
  let position = 0;
  return all.flatMap(({ start, end }) => {
    const first = Math.max(start, start + from - position);
    const last = Math.min(end, start + to - position);
    position += end - start;
    return first < last ? [{ start: first, end: last }] : [];
  });
}

function unread(): BadDocument {
  return new BadDocument('Expected a document of Word 97 or later, got an older one.');
}
