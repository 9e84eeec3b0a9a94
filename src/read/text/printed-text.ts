/**
 * Text that was laid out for a printer or a terminal: heads and feet of pages are removed. Paragraphs that a page break cuts are
 * joined, and so are Chinese or Japanese lines, because a line end would separate parts of a word. All other text
 * is kept, byte for byte.
 */
import { findByte, toSearch } from '../../platform/bytes.ts';
import { lazyPattern } from '../../unspaced.ts';
import { textOf } from '../text-as-string.ts';
import { type EdgeLine, furniture, type PageEdge } from './page-furniture.ts';
import { JOINED, joinsLines } from './unspaced.ts';

export function printedText(text: string | Uint8Array): string | Uint8Array {
  const pages = has(text, '\f');
  const wrapped = isWrappedCjk(text);
  if (!pages && !wrapped) return text;
  let plain = textOf({ text }).replaceAll('\r\n', '\n');
  if (pages) plain = withoutPages(plain);
  return wrapped ? unwrapped(plain) : plain;
}

function has(text: string | Uint8Array, char: string): boolean {
  return typeof text === 'string' ? text.includes(char) : text.includes(char.charCodeAt(0));
}

function withoutPages(text: string): string {
  const pages = text.split('\f').map((page) => page.split('\n'));
  const heads = furniture(pages.map((lines) => edgeOf(lines)));
  const rest = pages.map((lines, i) => lines.slice(cut(lines, heads[i])));
  const reversed = rest.map((lines) => [...lines].reverse());
  const feet = furniture(reversed.map((lines) => edgeOf(lines)));
  const bodies = reversed.map((lines, i) => trimmed([...lines.slice(cut(lines, feet[i]))].reverse()));
  let result = '';
  let before = '';
  for (const body of bodies.filter((lines) => lines.length > 0)) {
    if (result !== '') result += goesOn(before, body[0]) ? '\n' : '\n\n';
    result += body.join('\n');
    before = body.at(-1)!;
  }
  return result;
}

/** A sentence that did not end, and a line that does not look like the beginning of something else. */
function goesOn(before: string, after: string): boolean {
  return !/[.!?:;。！？：]["'”’)\]]*\s*$/.test(before) && /^\s*[\p{Ll}\p{Lo}("'“]/u.test(after);
}

const EDGE = 5;

/** The first lines with something in them. All heads of a text have the same height: that of the first line that is not empty. */
function edgeOf(lines: readonly string[]): PageEdge {
  const edge: EdgeLine[] = [];
  for (let i = 0; i < lines.length && edge.length < EDGE; i++) {
    if (lines[i].trim() !== '')
      edge.push({ text: lines[i], height: 0, apart: (lines[i + 1] ?? '').trim() === '' });
  }
  const full = lines.filter((line) => line.trim() !== '');
  const units = full.reduce((sum, line) => sum + line.trim().length, 0);
  return { lines: edge, total: full.length, units };
}

/** The place after this many lines that are not empty. */
function cut(lines: readonly string[], count: number): number {
  let at = 0;
  for (let left = count; left > 0; at++) if (lines[at].trim() !== '') left--;
  return at;
}

function trimmed(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => line.trim() !== '') + 1);
}

/** Columns from which a line may have been ended by the width of the page. A Chinese character takes two. */
const WRAP_WIDTH = 60;
const cjkBreak = lazyPattern(`(?<=${JOINED})[ \\t]*\\n[ \\t]*(?=${JOINED})`, 'u');
const WIDE = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/;

/** Looks only at the bytes around line ends, which decides for almost all text without making a string. */
function isWrappedCjk(text: string | Uint8Array): boolean {
  if (typeof text === 'string') return cjkBreak().test(text.slice(0, 100_000));
  const bytes = toSearch(text);
  for (let end = findByte(bytes, 0x0a); end > 0; end = findByte(bytes, 0x0a, end + 1)) {
    const before = bytes[end - 1] === 0x0d ? bytes[end - 2] : bytes[end - 1];
    if (before < 0x80 || before > 0xbf) continue;
    let next = end + 1;
    while (bytes[next] === 0x20 || bytes[next] === 0x09) next++;
    // three bytes from U+2E80 on
    if ((bytes[next] >= 0xe2 && bytes[next] <= 0xe9) || bytes[next] === 0xef) return true;
  }
  return false;
}

function unwrapped(text: string): string {
  const lines = text.split('\n');
  let result = lines[0];
  for (let i = 1; i < lines.length; i++) {
    const [before, line] = [lines[i - 1], lines[i]];
    const rest = line.trimStart();
    result += width(before) >= WRAP_WIDTH && joinsLines(before, rest) ? rest : `\n${line}`;
  }
  return result;
}

function width(line: string): number {
  let columns = 0;
  for (const char of line) columns += WIDE.test(char) ? 2 : 1;
  return columns;
}
