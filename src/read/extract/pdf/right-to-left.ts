/**
 * Writing from right to left in PDF. A page says only where each glyph is, so that the order of reading follows from the
 * places: words go along the direction of the page, and runs of words in the other direction are turned around.
 */

/** Hebrew, Arabic, Syriac, Thaana, NKo and other scripts that run to the left; not their digits, which run to the right. */
const RIGHT_TO_LEFT = /[\p{L}\p{M}]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}]/u;

function isRightToLeftCode(code: number): boolean {
  return (
    (code >= 0x590 && code <= 0x8ff) ||
    (code >= 0xfb1d && code <= 0xfdff) ||
    (code >= 0xfe70 && code <= 0xfefc) ||
    (code >= 0x10800 && code <= 0x10fff) ||
    (code >= 0x1e800 && code <= 0x1efff)
  );
}

export function hasRightToLeft(codes: Uint32Array): boolean {
  return codes.some(isRightToLeftCode);
}

export function isMark(text: string): boolean {
  return /^\p{M}+$/u.test(text);
}

/** L, R, or N for a character without a direction of its own. */
function classOf(text: string): 'L' | 'R' | 'N' {
  const code = text.codePointAt(0) ?? 0;
  if (isRightToLeftCode(code) && RIGHT_TO_LEFT.test(text)) return 'R';
  return LETTER_OR_DIGIT.test(text) ? 'L' : 'N';
}

export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly backward: boolean;
}

/** Divides a word into parts of one direction. Signs between two parts are parts of their own. */
export function piecesOf(texts: readonly string[], offset: number): Piece[] {
  const classes = texts.map(classOf).join('');
  return Array.from(classes.matchAll(/R+|L(?:N*L)*|N+/g), ({ 0: run, index }) => ({
    from: offset + index,
    to: offset + index + run.length,
    backward: run[0] === 'R',
  }));
}

interface Written {
  readonly text: string;
}

/** More letters run to the left than to the right. */
export function runsToTheLeft(words: readonly Written[]): boolean {
  let balance = 0;
  for (const { text } of words) {
    const direction = directionOf(text);
    if (direction === 'R') balance += text.length;
    else if (direction === 'L') balance -= text.length;
  }
  return balance > 0;
}

/** The direction of the letters; digits have none here, since numbers follow the words around them. */
function directionOf(text: string): 'L' | 'R' | 'N' {
  const letter = /\p{L}/u.exec(text)?.[0];
  return letter === undefined ? 'N' : classOf(letter);
}

/**
 * The order of reading of words that follow each other in the direction of the page: runs that begin and end with words
 * of the other direction are reversed.
 */
export function inReadingOrder<T extends Written>(row: readonly T[], leftward: boolean): readonly T[] {
  const against = leftward ? 'L' : 'R';
  const along = leftward ? 'R' : 'L';
  const directions = row.map((word) => directionOf(word.text));
  if (!directions.includes(against)) return row;
  const result = [...row];
  for (let start = directions.indexOf(against); start !== -1; ) {
    let end = start;
    for (let i = start; i < row.length && directions[i] !== along; i++)
      if (directions[i] === against) end = i;
    result.splice(start, end + 1 - start, ...row.slice(start, end + 1).reverse());
    start = directions.indexOf(against, end + 1);
  }
  return result;
}
