/** A comparison for the terminal: percentages, shares of each kind, and the passages, side by side if there is room. */
import type { KindShares } from '../../answers/comparisons.ts';
import type { ComparedText, Comparison, PassageKind } from '../../comparison.ts';
import { visible } from '../../visible.ts';
import { describeDisguises } from '../disguises.ts';
import { count, formatNumber, percent } from '../numbers.ts';
import { type Paint, painter } from '../paint.ts';
import { alignedPercent } from '../text-format.ts';
import { kindShares } from './kind-shares.ts';
import { KIND_STYLES, type PassageFormat, passageLines } from './passage-lines.ts';
import { KINDS } from './shares.ts';

export interface ComparisonFormat {
  /** Use ANSI colors. @default false */
  readonly color?: boolean;
  /** Columns of the terminal. @default 100 */
  readonly width?: number;
  /** Show every passage in full. @default false: long ones are shortened, and after 20 the rest is counted */
  readonly full?: boolean;
  /** How the caller lets a user see the passages that are only counted, as `--full lists them all`. @default nothing is said */
  readonly allPassages?: string;
}

/** Passages listed before the rest is only counted, and sources. */
const LISTED = { passages: 20, sources: 20 };
const MOST_COLUMNS = 160;

/**
 * ```
 * draft.txt ↔ original.txt
 *
 *   41.3%  of draft.txt     155 of 376 words
 *   37.0%  of original.txt  155 of 419 words
 *   ████████▒▒▒▒▒░···········  █ identical 20.1%  ▒ edited 15.2%  ░ synonyms 6.0%
 *
 *  1. edited  12 words  83%  sentence 4 ↔ 9
 *     The ferry [leaves] at nine │ The ferry [departs] at nine
 * ```
 */
export function formatComparison(comparison: Comparison, format: ComparisonFormat = {}): string {
  const paint = painter(format);
  const columns = Math.max(40, Math.min(MOST_COLUMNS, format.width ?? 100));
  const shown: PassageFormat = { paint, columns, full: format.full ?? false, color: format.color ?? false };
  const lines =
    comparison.sources.length === 1 ? headOfTwo(comparison, paint) : headOfMany(comparison, paint, format);
  lines.push(`  ${bar(kindShares(comparison).all, columns, paint)}`);
  lines.push(...[comparison.text, ...comparison.sources].flatMap(disguiseLine));

  // of several sources, only the best one is shown for each passage
  const { passages } = comparison;
  const wanted = passages.filter(({ best }) => best || shown.full || comparison.sources.length === 1);
  const listed = shown.full ? wanted : wanted.slice(0, LISTED.passages);
  if (passages.length === 0 && comparison.sources.length > 0) {
    const least = count(comparison.settings.minWords, 'word', 'words');
    lines.push(
      '',
      `  No passage of ${least} or more is in ${comparison.sources.length === 1 ? 'both' : 'any of them'}.`,
    );
  }
  listed.forEach((passage, i) => {
    lines.push('', ...passageLines(comparison, passage, i + 1, shown));
  });
  const more = wanted.length - listed.length;
  if (more > 0) {
    lines.push('', `  ${paint('dim', `… and ${count(more, 'passage', 'passages')} more${hint(format)}`)}`);
  }
  return lines.join('\n');
}

function headOfTwo({ text, sources }: Comparison, paint: Paint): string[] {
  const [source] = sources;
  const names = [visible(text.id), visible(source.id)];
  const widest = Math.max(...names.map((name) => name.length));
  const row = (name: string, share: number, words: number) =>
    `  ${paint('bold', alignedPercent(share))}  of ${name.padEnd(widest)}  ${paint('dim', `${formatNumber(Math.round(share * words))} of ${count(words, 'word', 'words')}`)}`;
  return [
    `${paint('bold', names[0])} ↔ ${paint('bold', names[1])}${paint('dim', sameness(source))}`,
    '',
    row(names[0], source.similarity.a, text.words),
    row(names[1], source.similarity.b, source.words),
  ];
}

function sameness({ identical, sameBytes }: Comparison['sources'][number]): string {
  if (sameBytes === true) return '  same file';
  return identical ? '  same words in the same order' : '';
}

function headOfMany(
  { text, sources, similarity, passages }: Comparison,
  paint: Paint,
  { full = false, ...format }: ComparisonFormat,
): string[] {
  const found = sources.map((_, i) => passages.filter(({ source }) => source === i).length);
  const listed = full ? sources : sources.slice(0, LISTED.sources);
  const row = (source: Comparison['sources'][number], i: number) => {
    const {
      id,
      similarity: { a, b },
    } = source;
    return `  ${String(i + 1).padStart(3)}.  ${alignedPercent(a)}  ${visible(id)}  ${paint('dim', `${percent(b)} of it, ${count(found[i], 'passage', 'passages')}`)}${paint('dim', sameness(source))}`;
  };
  const more = sources.length - listed.length;
  return [
    `${paint('bold', visible(text.id))} compared with ${count(sources.length, 'source', 'sources')}`,
    '',
    ...listed.map(row),
    ...(more > 0 ? [`        ${paint('dim', `… and ${formatNumber(more)} more${hint(format)}`)}`] : []),
    '',
    `  ${paint('bold', alignedPercent(similarity))}  of ${visible(text.id)}  ${paint('dim', `${formatNumber(Math.round(similarity * text.words))} of ${count(text.words, 'word', 'words')}, each counted once`)}`,
  ];
}

/** `  draft.txt: 2 words have letters of another script: p\\u0430ypal (paypal)`, if a text has such words. */
function disguiseLine({ id, disguises }: ComparedText): string[] {
  return disguises === undefined ? [] : [`  ${visible(id)}: ${describeDisguises(disguises)}`];
}

function hint({ allPassages }: ComparisonFormat): string {
  return allPassages === undefined ? '' : `: ${allPassages}`;
}

/** Shares of each kind as a bar, with its legend; signs differ, so that it needs no colors. */
function bar(shares: KindShares, columns: number, paint: Paint): string {
  const signs: Readonly<Record<PassageKind, string>> = { identical: '█', edited: '▒', synonyms: '░' };
  const length = columns < 80 ? 20 : 40;
  let filled = '';
  let used = 0;
  let sum = 0;
  for (const kind of KINDS) {
    sum += shares[kind];
    const cells = Math.max(shares[kind] > 0 ? 1 : 0, Math.round(sum * length) - used);
    filled += paint(KIND_STYLES[kind], signs[kind].repeat(cells));
    used += cells;
  }
  const rest = paint('dim', '·'.repeat(Math.max(0, length - used)));
  const legend = KINDS.map(
    (kind) => `${paint(KIND_STYLES[kind], signs[kind])} ${kind} ${percent(shares[kind])}`,
  );
  return `${filled}${rest}  ${legend.join('  ')}`;
}
