/** One passage on the terminal: its kind and figures, then both sides with the differing words marked. */
import type { ComparedText, Comparison, Passage, PassageKind, Span } from '../../comparison.ts';
import { visible } from '../../visible.ts';
import { count, formatNumber, percent } from '../numbers.ts';
import type { Paint, Style } from '../paint.ts';
import { hasWord } from '../word-diff/tokens.ts';
import { wordDiff } from '../word-diff/word-diff.ts';
import { type ColumnToken, columnTokens, displayWidth, shorten, wrap } from './columns.ts';
import { comparedTokens } from './compared-tokens.ts';

export interface PassageFormat {
  readonly paint: Paint;
  readonly columns: number;
  readonly full: boolean;
  /** Without colors, words that differ are in brackets. */
  readonly color: boolean;
}

export const KIND_STYLES: Readonly<Record<PassageKind, Style>> = {
  identical: 'red',
  edited: 'yellow',
  synonyms: 'magenta',
};

/** From this width on, both sides are shown side by side. */
const SIDE_BY_SIDE = 96;
/** Columns of text of one side before its middle is left out. */
const LONGEST = 320;
const INDENT = '     ';

export function passageLines(
  comparison: Comparison,
  passage: Passage,
  number: number,
  format: PassageFormat,
): string[] {
  const { a, b } = sidesOf(comparison, passage);
  const head = headLine(comparison, passage, number, format);
  const cut = (tokens: ColumnToken[]) => (format.full ? tokens : shorten(tokens, LONGEST));
  const width = format.columns - INDENT.length;
  if (a.every(({ differs }) => !differs) && b.every(({ differs }) => !differs)) {
    return [head, ...lay(cut(a), width, format).map((line) => INDENT + line.text)];
  }
  if (format.columns >= SIDE_BY_SIDE) return [head, ...beside(cut(a), cut(b), width, format)];
  const below = (sign: string, tokens: ColumnToken[]) =>
    lay(cut(tokens), width - 3, format).map(
      (line, i) => `${INDENT}${format.paint('dim', i === 0 ? sign : ' ')}  ${line.text}`,
    );
  return [head, ...below('A', a), ...below('B', b)];
}

function headLine(
  { sources }: Comparison,
  { a, b, kind, score, source }: Passage,
  place: number,
  { paint }: PassageFormat,
): string {
  const title = paint(KIND_STYLES[kind], kind);
  const facts = `${count(a.words, 'word', 'words')}  ${percent(score)}  sentence ${formatNumber(a.sentence + 1)} ↔ ${formatNumber(b.sentence + 1)}`;
  const from = sources.length > 1 ? `  ${visible(sources[source].id)}` : '';
  return `${String(place).padStart(3)}. ${title}  ${paint('dim', facts)}${from}`;
}

/** Both sides as words, part by part in the order of A; words that the other side does not have there are marked. */
function sidesOf(comparison: Comparison, { parts, source }: Passage): { a: ColumnToken[]; b: ColumnToken[] } {
  const { text, sources } = comparison;
  const sides = parts
    .filter(({ again }) => again === undefined)
    .map(({ a, b }) => {
      const diff = wordDiff(
        comparedTokens(text, comparison, trimmed(text, a)),
        comparedTokens(sources[source], comparison, trimmed(sources[source], b)),
      );
      // signs alone make no difference
      const side = (of: 'a' | 'b') =>
        diff.flatMap((run) => columnTokens(run[of], !run.same && run[of].some(hasWord)));
      return { a: side('a'), b: side('b') };
    });
  return { a: sides.flatMap(({ a }) => spaced(a)), b: sides.flatMap(({ b }) => spaced(b)) };
}

/** The tokens with a space after the last word. */
function spaced(tokens: readonly ColumnToken[]): ColumnToken[] {
  return tokens.map((token, i) => (i === tokens.length - 1 ? { ...token, spaced: true } : token));
}

/** Without the white space at both ends. */
function trimmed({ text }: ComparedText, { start, end }: Span): Span {
  const part = text.slice(start, end);
  return { start: end - part.trimStart().length, end: start + part.trimEnd().length };
}

interface Line {
  readonly text: string;
  readonly width: number;
}

/** Lines of a column, painted; their widths are those of the plain text. */
function lay(tokens: readonly ColumnToken[], width: number, { paint, color }: PassageFormat): Line[] {
  const brackets = color ? 0 : 2;
  const lines = wrap(tokens, width, ({ text, differs }) => displayWidth(text) + (differs ? brackets : 0));
  return lines.map((line) => {
    let plain = '';
    let painted = '';
    for (const run of runsOf(line)) {
      const words = run
        .map(({ text, spaced }, i) => (spaced && i < run.length - 1 ? `${text} ` : text))
        .join('');
      const shown = run[0].differs && !color ? `[${words}]` : words;
      const space = run.at(-1)!.spaced ? ' ' : '';
      plain += shown + space;
      painted += (run[0].differs && color ? paint('bold', paint('underline', shown)) : shown) + space;
    }
    return { text: painted.trimEnd(), width: displayWidth(plain.trimEnd()) };
  });
}

/** Neighboring tokens that all differ, or all do not. */
function runsOf(line: readonly ColumnToken[]): ColumnToken[][] {
  const runs: ColumnToken[][] = [];
  for (const token of line) {
    const last = runs.at(-1);
    if (last !== undefined && last[0].differs === token.differs) last.push(token);
    else runs.push([token]);
  }
  return runs;
}

function beside(a: ColumnToken[], b: ColumnToken[], width: number, format: PassageFormat): string[] {
  const column = Math.floor((width - 3) / 2);
  const [left, right] = [lay(a, column, format), lay(b, column, format)];
  return Array.from({ length: Math.max(left.length, right.length) }, (_, i) => {
    const { text, width: used } = left[i] ?? { text: '', width: 0 };
    const gap = ' '.repeat(Math.max(0, column - used));
    return `${INDENT}${text}${gap} ${format.paint('dim', '│')} ${right[i]?.text ?? ''}`.trimEnd();
  });
}
