/**
 * Word 6 and 95: every character takes one or two bytes in the code page of its font. The table of fonts has a charset for each font, and
 * runs of characters name their font. Fonts that say nothing (Western, default, symbol) leave it to the text itself, then to the other
 * fonts, then to the language. Positions are those of Microsoft's specification of Word 6.
 */
import { joinBytes } from '../../platform/join-bytes.ts';
import { decodeCharset } from '../charsets/decode-charset.ts';
import { guessCharset } from '../charsets/guess-charset.ts';
import { charsetOfFont, codePageOfLanguage } from './code-pages.ts';
import type { ByteRange } from './doc-hidden.ts';
import { u16At, u32At } from './little-endian.ts';
import { oldWordParts } from './old-word-parts.ts';

const LANGUAGE = 0x06;
const PROPERTIES = { at: 0xb8, length: 0xbc };
const FONTS = { at: 0xd0, length: 0xd4 };
const HEADER_BYTES = 0xd8;
const PAGE = 512;

/** The texts of body, footnotes, endnotes and text boxes. */
export async function oldWordText(word: Uint8Array): Promise<string[]> {
  const parts = oldWordParts(word);
  const fonts = word.length < HEADER_BYTES ? [] : fontCharsets(tableAt(word, FONTS));
  const runs = fonts.some(isTold) ? fontRuns(word, fonts) : [];
  const pieces = parts.map((ranges) => ranges.flatMap((range) => cutByFont(range, runs)));
  const untold = await untoldCharset(word, pieces.flat(), fonts);
  return pieces.map((part) =>
    part
      .map(({ start, end, charset = untold }) => decodeCharset(charset, word.subarray(start, end)))
      .join(''),
  );
}

/** A range, cut where the fonts change that tell their charset. */
function cutByFont({ start, end }: ByteRange, runs: readonly FontRun[]): Piece[] {
  const pieces: Piece[] = [];
  let at = start;
  for (let i = firstAfter(start, runs); i < runs.length && runs[i].start < end; i++) {
    const run = runs[i];
    const from = Math.max(at, run.start);
    const to = Math.min(end, run.end);
    if (from > at) pieces.push({ start: at, end: from });
    pieces.push({ start: from, end: to, charset: run.charset });
    at = to;
  }
  if (at < end) pieces.push({ start: at, end });
  return pieces;
}

/** The first run that ends after a position. */
function firstAfter(position: number, runs: readonly FontRun[]): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (runs[middle].end <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Piece extends ByteRange {
  /** If its font tells it. */
  readonly charset?: string;
}

interface FontRun extends ByteRange {
  readonly charset: string;
}

function tableAt(word: Uint8Array, { at, length }: { at: number; length: number }): Uint8Array {
  const start = u32At(word, at);
  return word.subarray(start, start + u32At(word, length));
}

/** Two bytes of length, then the fonts: one byte of length, three of style, the charset, a place, and the name. */
function fontCharsets(table: Uint8Array): (string | undefined)[] {
  const charsets: (string | undefined)[] = [];
  for (let at = 2; at + 5 <= table.length; at += table[at] + 1) charsets.push(charsetOfFont(table[at + 4]));
  return charsets;
}

/** Many fonts of other scripts call themselves Western, so that this tells nothing. */
function isTold(charset: string | undefined): charset is string {
  return charset !== undefined && charset !== 'windows-1252' && charset !== 'macintosh';
}

/** The runs whose fonts tell their charset, in the order of the file and without overlaps. */
function fontRuns(word: Uint8Array, fonts: readonly (string | undefined)[]): FontRun[] {
  const pages = tableAt(word, PROPERTIES);
  const count = Math.max(0, Math.floor((pages.length - 4) / 6));
  const numbers = new Set(Array.from({ length: count }, (_, i) => u16At(pages, 4 * (count + 1) + 2 * i)));
  const runs: FontRun[] = [];
  for (const number of numbers) addPage(word.subarray(PAGE * number, PAGE * (number + 1)), fonts, runs);
  runs.sort((a, b) => a.start - b.start);
  let last = 0;
  return runs.flatMap((run) => {
    const start = Math.max(last, run.start);
    if (start >= run.end) return [];
    last = run.end;
    return [{ ...run, start }];
  });
}

/** n + 1 positions, n places of properties (in units of two bytes, 0 for none), and n in the last byte. */
function addPage(page: Uint8Array, fonts: readonly (string | undefined)[], runs: FontRun[]): void {
  if (page.length < PAGE) return;
  const count = page[PAGE - 1];
  if (5 * count + 5 > PAGE) return;
  for (let i = 0; i < count; i++) {
    const place = 2 * page[4 * (count + 1) + i];
    if (place === 0) continue;
    const font = fontIn(page.subarray(place + 1, place + 1 + page[place]));
    const charset = font === undefined ? undefined : fonts[font];
    if (isTold(charset)) runs.push({ start: u32At(page, 4 * i), end: u32At(page, 4 * i + 4), charset });
  }
}

/** The property that names the font. */
const FONT = 93;

function fontIn(properties: Uint8Array): number | undefined {
  for (let at = 0; at + 3 <= properties.length; ) {
    const property = properties[at];
    if (property === FONT) return u16At(properties, at + 1);
    const operand = OPERANDS.get(property) ?? 1;
    at += 1 + (operand === OWN_LENGTH ? 1 + properties[at + 1] : operand);
  }
  return undefined;
}

/** Bytes of the operands of character properties that take another number than one. */
const OWN_LENGTH = -1;
const OPERANDS: ReadonlyMap<number, number> = new Map([
  ...[69, 72, 80, 96, 97, 99, 101, 107, 109, 110].map((property): [number, number] => [property, 2]),
  ...[73, 95].map((property): [number, number] => [property, 3]),
  [70, 4],
  [83, 0],
  ...[68, 74, 81, 82, 103, 105, 106, 108].map((property): [number, number] => [property, OWN_LENGTH]),
]);

/** Of the characters whose fonts tell nothing. */
async function untoldCharset(
  word: Uint8Array,
  pieces: readonly Piece[],
  fonts: readonly (string | undefined)[],
): Promise<string> {
  const untold = pieces.filter(({ charset }) => charset === undefined);
  const guessed = await guessCharset(joinBytes(untold.map(({ start, end }) => word.subarray(start, end))));
  if (guessed !== undefined && CODE_PAGES.test(guessed)) return guessed;
  const told = new Set(fonts.filter(isTold));
  const isTheOnlyOne = untold.length === pieces.length && told.size === 1;
  return isTheOnlyOne ? [...told][0] : codePageOfLanguage(u16At(word, LANGUAGE));
}

/** The code pages of Windows; Word had no others. */
const CODE_PAGES = /^(?:windows-125\d|windows-874|shift_jis|gb18030|big5|euc-kr)$/;
