/** Words in columns of a terminal: their width, line breaks, and omissions in the middle. */

import { visible } from '../../visible.ts';
import { count } from '../numbers.ts';
import { countWords, hasWord } from '../word-diff/tokens.ts';

/** A word, a sign, or a character of a script without spaces. */
export interface ColumnToken {
  readonly text: string;
  /** White space follows. */
  readonly spaced: boolean;
  /** The other side has something else here. */
  readonly differs: boolean;
}

/** A text as tokens. `words` are words with the white space after them, as a word diff gives them. */
export function columnTokens(words: readonly string[], differs: boolean): ColumnToken[] {
  return words.map((word) => ({ text: visible(word.trim()), spaced: /\s$/.test(word), differs }));
}

/** Columns that a text takes: two for wide characters, none for marks that combine. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/[\p{Mn}\p{Me}\u200b-\u200d\ufe00-\ufe0f]/u.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

/** Chinese, Japanese, Korean, full-width forms, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Lines of at most `width` columns; `widthOf` says how many a token takes as it will be shown. */
export function wrap(
  tokens: readonly ColumnToken[],
  width: number,
  widthOf: (token: ColumnToken) => number = ({ text }) => displayWidth(text),
): ColumnToken[][] {
  const lines: ColumnToken[][] = [[]];
  let used = 0;
  for (const group of groupsOf(tokens.flatMap((token) => splitToFit(token, width)))) {
    const needed = group.reduce((sum, token) => sum + widthOf(token), 0);
    if (used > 0 && used + needed > width) {
      lines.push([]);
      used = 0;
    }
    for (const token of group) lines.at(-1)!.push(token);
    used += needed + (group.at(-1)!.spaced ? 1 : 0);
  }
  return lines;
}

/** The beginning and the end of tokens that are wider than `columns`, with the number of words between them. */
export function shorten(tokens: readonly ColumnToken[], columns: number): ColumnToken[] {
  const widths = tokens.map(({ text, spaced }) => displayWidth(text) + (spaced ? 1 : 0));
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= columns) return [...tokens];
  const head = fitting(widths, columns * 0.6);
  const tail = fitting([...widths].reverse(), columns * 0.3);
  const middle = tokens.slice(head, tokens.length - tail).map(({ text }) => text);
  const words = `… ${count(countWords(middle), 'word', 'words')} …`;
  return [
    ...tokens.slice(0, head),
    { text: words, spaced: true, differs: false },
    ...tokens.slice(tokens.length - tail),
  ];
}

function fitting(widths: readonly number[], columns: number): number {
  let used = 0;
  const end = widths.findIndex((width) => {
    used += width;
    return used > columns;
  });
  return end === -1 ? widths.length : end;
}

/** Tokens between which no line may break: a sign stays with its word. */
function* groupsOf(tokens: readonly ColumnToken[]): Generator<ColumnToken[]> {
  let group: ColumnToken[] = [];
  for (const token of tokens) {
    const last = group.at(-1);
    const sign = !hasWord(token.text);
    const free =
      last === undefined || last.spaced || (!sign && (isUnspaced(last.text) || isUnspaced(token.text)));
    if (free && group.length > 0) {
      yield group;
      group = [];
    }
    group.push(token);
  }
  if (group.length > 0) yield group;
}

const isUnspaced = (text: string) => WIDE.test(text);

/** A token wider than a line in parts that fit. */
function splitToFit(token: ColumnToken, width: number): ColumnToken[] {
  const most = Math.max(2, width - 2);
  if (displayWidth(token.text) <= most) return [token];
  const parts: string[] = [''];
  for (const character of token.text) {
    if (displayWidth(parts.at(-1)! + character) > most) parts.push('');
    parts[parts.length - 1] += character;
  }
  // a token that was cut may break anywhere: each part counts as a word
  return parts.map((text, i) => ({ ...token, text, spaced: i === parts.length - 1 ? token.spaced : true }));
}
