/**
 * Writing from right to left in PDF. A page says only where each glyph is, so that the order of reading follows from the
 * places: words go along the direction of the page, and runs of words in the other direction are turned around.
 */

const LETTER = /[\p{L}\p{M}]/u;

/** Hebrew, Arabic, Syriac, Thaana, NKo and other scripts that run to the left; their digits run to the right. */
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

export function hasRightToLeftLetter(text: string): boolean {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(text);
}

/** Most letters that run to the left are Arabic, Syriac or Thaana: numbers after them follow rules of their own. */
export function isMostlyArabic(codes: Uint32Array): boolean {
  let balance = 0;
  for (const code of codes) {
    if (!isRightToLeftCode(code)) continue;
    const isHebrew = code < 0x600 || (code >= 0xfb1d && code <= 0xfb4f);
    balance += isHebrew ? -1 : 1;
  }
  return balance > 0;
}

export function isMark(text: string): boolean {
  return /^\p{M}+$/u.test(text);
}

/**
 * The characters of one glyph in the order of reading. PDFium reverses them, as it does with glyphs; only a character that is a ligature
 * itself it takes apart in the right order.
 */
export function charactersOfGlyph(texts: readonly string[]): string {
  const given = texts.join('');
  if (texts.length === 1 || FOLLOWS.test(texts.at(-1)!)) return given;
  ligatures ??= new Set(LIGATURES.flatMap(([from, to]) => normalForms(from, to)));
  const reversed = [...texts].reverse().join('');
  return ligatures.has(given) && !ligatures.has(reversed) ? given : reversed;
}

/** A mark or a joiner that shares the place of its letter. */
const FOLLOWS = /^[\p{M}\u200c\u200d]+$/u;
const LIGATURES = [
  [0xfbea, 0xfbfb],
  [0xfc00, 0xfdfb],
  [0xfef5, 0xfefc],
] as const;
let ligatures: Set<string> | undefined;

function normalForms(from: number, to: number): string[] {
  return Array.from({ length: to + 1 - from }, (_, i) => String.fromCharCode(from + i).normalize('NFKC'));
}

/** L and R for letters, D and A for digits of Europe and Arabia, C, S and T for signs that may belong to a number, N for all others. */
function classOf(text: string): string {
  const code = text.codePointAt(0) ?? 0;
  // with the marks between thousands and before fractions
  if (code >= 0x660 && code <= 0x66c && code !== 0x66a) return 'A';
  // with the two signs that join or part letters of a word
  if ((isRightToLeftCode(code) && LETTER.test(text)) || code === 0x200c || code === 0x200d) return 'R';
  if (/\p{N}/u.test(text)) return 'D';
  if (LETTER.test(text)) return 'L';
  if (/[.,:/]/.test(text)) return 'C';
  return /[-+]/.test(text) ? 'S' : /[%‰$€£¥₪#°]/.test(text) ? 'T' : 'N';
}

export interface Direction {
  readonly from: number;
  readonly to: number;
  readonly backward: boolean;
}

/**
 * Divides a word into parts of one direction, by the rules of Unicode (UAX #9): signs between Latin letters go with them, some signs
 * go with numbers, fewer after Arabic letters. Any other sign is a part of its own.
 */
export function directionsOf(texts: readonly string[], offset: number, isArabic: boolean): Direction[] {
  const classes = texts.map(classOf).join('');
  return Array.from(classes.matchAll(isArabic ? ARABIC_PIECES : PIECES), ({ 0: run, index }) => ({
    from: offset + index,
    to: offset + index + run.length,
    backward: run[0] === 'R',
  }));
}

const PIECES = /R+|L(?:[^RL]*L|[^RL]*[DA]T*)*|T*D[DA]*(?:[CS][DA]+)*T*|A[DA]*(?:C[DA]+)*|[CSTN]/g;
const ARABIC_PIECES = /R+|L(?:[^RL]*L|[^RL]*[DA])*|[DA]+(?:C[DA]+)*|[CSTN]/g;

interface Written {
  readonly text: string;
}

/**
 * Joins parts that PDFium separated: parts without letters to the left that touch each other are divided again by the rules above.
 * @param parts From left to right. @param join Makes one part of several.
 */
export function joinTouching<T extends Written>(
  parts: readonly T[],
  touch: (a: T, b: T) => boolean,
  join: (parts: readonly T[]) => T,
): T[] {
  const isArabic = isMostlyArabic(
    Uint32Array.from(
      parts.flatMap(({ text }) => [...text]),
      (c) => c.codePointAt(0)!,
    ),
  );
  const result: T[] = [];
  for (let from = 0, to = 1; from < parts.length; from = to++) {
    if (directionOf(parts[from].text) === 'R') {
      result.push(parts[from]);
      continue;
    }
    while (to < parts.length && directionOf(parts[to].text) !== 'R' && touch(parts[to - 1], parts[to])) to++;
    const run = parts.slice(from, to);
    const pieces = directionsOf(
      run.flatMap(({ text }) => [...text]),
      0,
      isArabic,
    );
    let length = 0;
    let open: T[] = [];
    for (const part of run) {
      open.push(part);
      length += [...part.text].length;
      if (!pieces.some((piece) => piece.to === length)) continue;
      result.push(open.length === 1 ? part : join(open));
      open = [];
    }
    if (open.length > 0) result.push(...open);
  }
  return result;
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
function directionOf(text: string): string {
  const letter = /\p{L}/u.exec(text)?.[0];
  return letter === undefined ? 'N' : classOf(letter);
}

/**
 * The order of reading of words that follow each other in the direction of the page: runs that begin and end with words
 * of the other direction are reversed. A number before Latin words looks the same as one after them, which is three times as
 * frequent (Android 12, but 12 GB), unless it is bound to the word before it.
 */
export function inReadingOrder<T extends Written>(
  row: readonly T[],
  leftward: boolean,
  touch: (a: T, b: T) => boolean,
): readonly T[] {
  const against = leftward ? 'L' : 'R';
  const along = leftward ? 'R' : 'L';
  const directions = row.map((word) => directionOf(word.text));
  if (!directions.includes(against)) return row;
  const result = [...row];
  for (let start = directions.indexOf(against); start !== -1; ) {
    let end = start;
    for (let i = start; i < row.length && directions[i] !== along; i++)
      if (directions[i] === against) end = i;
    if (leftward && /^[\p{Nd}.,]+$/u.test(row[start - 1]?.text ?? '') && !UNIT.test(row[start].text)) {
      const isFree = start < 2 || !touch(row[start - 2], row[start - 1]);
      if (isFree && directions.lastIndexOf(against, start - 1) < start - 1) start--;
    }
    result.splice(start, end + 1 - start, ...row.slice(start, end + 1).reverse());
    start = directions.indexOf(against, end + 1);
  }
  return result;
}

/** A unit, which its number comes before. */
const UNIT =
  /^(?:[kKMGTPmcdnµ]?(?:B|b|m|g|Hz|W|V|A|s|l|L|bit|bps|Wh|eV|Pa|N|J|cal)|[KMGT]iB|dpi|px|pt|USD|EUR|in|ft|mph|am|pm|AM|PM)$/;

const OPENING = '([{«‹';
const CLOSING = ')]}»›';

/**
 * A line written right to left, with each bracket turned as its place demands. Files name either the character or its shape,
 * which is that of the other bracket; and PDFium turns some brackets around. An opening bracket touches the word after it;
 * a space between them is only the room beside its glyph.
 */
export function withBracketsTurned(line: string): string {
  const open: number[] = [];
  return line.replaceAll(/ ?[([{«‹)\]}»›] ?/g, (found, start: number) => {
    const bracket = found.trim();
    const at = start + found.indexOf(bracket);
    const kind = Math.max(OPENING.indexOf(bracket), CLOSING.indexOf(bracket));
    const before = /[\s([{«‹)\]}»›"]/.test(line[at - 1] ?? ' ');
    const after = /[\s([{«‹)\]}»›".,:;!?،؛؟]/.test(line[at + 1] ?? ' ');
    const opens = before === after ? !open.includes(kind) : before;
    if (opens) open.push(kind);
    else open.splice(open.lastIndexOf(kind), open.includes(kind) ? 1 : 0);
    const turned = found.replace(bracket, (opens ? OPENING : CLOSING)[kind]);
    return opens ? turned.trimEnd() : turned.trimStart();
  });
}
