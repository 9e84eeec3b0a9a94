/**
 * The text of a Word 97–2003 document: the main stream holds its pieces in any order, in one or two bytes a character;
 * the table stream says which piece follows which. Positions and names are those of [MS-DOC].
 */
import { BadDocument } from '../bad-document.ts';
import { decodeCharset } from '../charsets/decode-charset.ts';
import { type ByteRange, hiddenRanges } from './doc-hidden.ts';
import { i32At, u16At, u32At, utf16Text } from './little-endian.ts';

/** The parts of a document in the order of their characters. */
export interface DocParts {
  readonly body: string;
  readonly footnotes: string;
  readonly endnotes: string;
  readonly textBoxes: string;
}

/** Where the header states how many characters a part has. */
const COUNTS = {
  text: 0x4c,
  footnotes: 0x50,
  headers: 0x54,
  macros: 0x58,
  comments: 0x5c,
  endnotes: 0x60,
  textBoxes: 0x64,
};
const FC_CLX = 0x1a2;
const LCB_CLX = 0x1a6;
/** Set if the characters of a piece take one byte each. */
const COMPRESSED = 0x40000000;

export function docParts(word: Uint8Array, table: Uint8Array): DocParts {
  if (word.length < LCB_CLX + 4) throw damaged();
  const start = u32At(word, FC_CLX);
  const text = pieces(
    word,
    pieceTable(table.subarray(start, start + u32At(word, LCB_CLX))),
    hiddenRanges(word, table),
  );
  let at = 0;
  const part = (count: number): string => {
    const length = i32At(word, count);
    if (length < 0) throw damaged();
    at += length;
    return text.slice(at - length, at);
  };
  const body = part(COUNTS.text);
  const footnotes = part(COUNTS.footnotes);
  for (const skipped of [COUNTS.headers, COUNTS.macros, COUNTS.comments]) part(skipped);
  return { body, footnotes, endnotes: part(COUNTS.endnotes), textBoxes: part(COUNTS.textBoxes) };
}

/** The table of pieces (2) comes after any number of property lists (1). */
function pieceTable(clx: Uint8Array): Uint8Array {
  let at = 0;
  while (clx[at] === 1) at += 3 + u16At(clx, at + 1);
  if (clx[at] !== 2 || at + 5 > clx.length) throw damaged();
  return clx.subarray(at + 5, at + 5 + u32At(clx, at + 1));
}

/** n + 1 positions of characters, then n descriptors of 8 bytes. */
function pieces(word: Uint8Array, table: Uint8Array, hidden: readonly ByteRange[]): string {
  const count = Math.floor((table.length - 4) / 12);
  const parts: string[] = [];
  for (let i = 0; i < count; i++) {
    const length = u32At(table, 4 * i + 4) - u32At(table, 4 * i);
    const place = u32At(table, 4 * (count + 1) + 8 * i + 2);
    const compressed = (place & COMPRESSED) !== 0;
    const start = compressed ? (place & ~COMPRESSED) / 2 : place;
    const bytes = word.subarray(start, start + (compressed ? length : 2 * length));
    if (length < 0 || bytes.length < length) throw damaged();
    const text = compressed ? decodeCharset('windows-1252', bytes) : utf16Text(bytes);
    parts.push(blanked(text, start, compressed ? 1 : 2, hidden));
  }
  return parts.join('');
}

/** Hidden characters become NUL, so that all positions are kept. Text hardly ever contains NUL. */
function blanked(text: string, start: number, width: number, hidden: readonly ByteRange[]): string {
  const end = start + width * text.length;
  let result = text;
  for (const range of hidden) {
    if (range.end <= start || range.start >= end) continue;
    const from = Math.max(0, Math.floor((range.start - start) / width));
    const to = Math.min(text.length, Math.ceil((range.end - start) / width));
    result = result.slice(0, from) + '\0'.repeat(to - from) + result.slice(to);
  }
  return result;
}

function damaged(): BadDocument {
  return new BadDocument('Expected a whole Word document, got one that is truncated or damaged.');
}
