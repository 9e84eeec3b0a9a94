/** Cells and rows of CSV, written so that every parser restores them and no spreadsheet takes a cell for a formula. */

/** Tells Excel that a table is UTF-8; otherwise it assumes the charset of its country. */
export const BYTE_ORDER_MARK = '\ufeff';

export type Delimiter = ',' | '\t' | ';' | '|';

/** Cells as a row, quoted if they have to be. */
export function formatRow(cells: readonly string[], delimiter: Delimiter = ','): string {
  const isUnsafe = (cell: string) => cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell);
  return cells.map((cell) => (isUnsafe(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter);
}

/** Cells that a spreadsheet would take for a formula, even after white space. Numbers may begin with a sign. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]/u;
/** A number as people write it. No digit can be taken in two ways: that would take quadratic time on many digits and a letter. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

export function isNumeral(text: string): boolean {
  return NUMBER.test(text);
}

/** A value as a cell: objects and arrays as JSON, nothing for null; text that would be a formula gets an apostrophe in front. */
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return typeof value === 'string' && FORMULA.test(text) && !isNumeral(text) ? `'${text}` : text;
}
