/** Results for the terminal: plain lines that a person reads at a glance. Colors only if the caller asks for them. */

import type { JsonComparison } from '../answers/comparisons.ts';
import type { CandidatePair, Group, ImagePair, Pair, Removed, Sameness } from '../answers/copies.ts';
import type { Disguises } from '../answers/disguises.ts';
import type { FoundItem, Trimmed } from '../answers/repeats.ts';
import type { SearchResult, Summary } from '../answers/runs.ts';
import type { ShownValues } from '../document.ts';
import { visible } from '../visible.ts';
import { sharedWords } from './comparison/json.ts';
import { describeDisguises } from './disguises.ts';
import { count, duration, formatNumber, percent, shownResemblance } from './numbers.ts';
import { type Paint, painter, type Style } from './paint.ts';
import { shownValues } from './shown-values.ts';
import { suiteLines } from './suite-lines.ts';

export interface TextFormat {
  /** Use ANSI colors. @default false */
  readonly color?: boolean;
  /** Members of a group that are listed before the rest is only counted. @default 10 */
  readonly members?: number;
}

/**
 * A group over several lines:
 *
 * ```
 * ▸ articles/12 has 2 copies
 *     93.1%  in kept 98.0%  of kept 94.8%   2 bits  mirror/7.html
 *      100%  in kept  100%  of kept  100%   0 bits  feeds.jsonl:41
 * ```
 */
export function formatGroup(group: Group, format: TextFormat = {}): string {
  const paint = painter(format);
  const listed = group.members.slice(0, format.members ?? 10);
  const more = group.members.length - listed.length;
  const lines = [
    ...disguised([[group.kept, group.keptDisguises]], paint, '    '),
    ...listed.flatMap((member) => [
      `    ${memberLine(member, paint)}${sameFile(member, paint)}`,
      ...disguised([[member.id, member.disguises]], paint, '    '),
    ]),
  ];
  if (more > 0) lines.push(`    ${paint('dim', `and ${count(more, 'more', 'more')}`)}`);
  const copies = count(group.members.length, 'copy', 'copies');
  const kept = `${paint('bold', visible(group.kept))}${shown(group.keptFields, paint)}`;
  return [`▸ ${kept} has ${copies}`, ...lines].join('\n');
}

/** A pair in one line, and one more for a document with disguised words: `93.1%  a in b 98.0%  b in a 94.8%   2 bits  articles/12 ≈ mirror/7.html` */
export function formatPair(pair: Pair, format: TextFormat = {}): string {
  const paint = painter(format);
  const { aInB, bInA } = pair.containment;
  const scores = `a in b ${alignedPercent(aInB)}  b in a ${alignedPercent(bInA)}  ${bits(pair.distance)}`;
  const sign = pair.identical ? '=' : '≈';
  const a = `${visible(pair.a)}${shown(pair.aFields, paint)}`;
  const b = `${visible(pair.b)}${shown(pair.bFields, paint)}`;
  const line = `${resemblance(pair, paint)}  ${paint('dim', scores)}  ${a} ${sign} ${b}${sameFile(pair, paint)}`;
  const { disguises = {} } = pair;
  return [
    line,
    ...disguised(
      [
        [pair.a, disguises.a],
        [pair.b, disguises.b],
      ],
      paint,
    ),
  ].join('\n');
}

/** Two texts that share passages, in one line: ` 12.4% of a   9.8% of b    3 passages    61 words  anna.docx ↔ boris.docx` */
export function formatSharing(
  { a, b, similarity, passages }: JsonComparison,
  format: TextFormat = {},
): string {
  const shares = `${alignedPercent(similarity.a)} of a  ${alignedPercent(similarity.b)} of b`;
  const found = `${count(passages.length, 'passage', 'passages').padStart(12)}  ${count(sharedWords(passages), 'word', 'words').padStart(11)}`;
  return `${shares}  ${painter(format)('dim', found)}  ${visible(a)} ↔ ${visible(b)}`;
}

/** A pair of images in one line, with the standard error: `81.2% ± 2.8%  articles/12 ? mirror/7.html  not verified` */
export function formatImagePair(pair: ImagePair, format: TextFormat = {}): string {
  const paint = painter(format);
  const within =
    pair.containment === undefined
      ? ''
      : `  a in b ${alignedPercent(pair.containment.aInB)}  b in a ${alignedPercent(pair.containment.bInA)}`;
  const error = paint('dim', `± ${percent(pair.error)}${within}`);
  const ids = `${visible(pair.a)} ? ${visible(pair.b)}`;
  return `${alignedPercent(pair.resemblance)} ${error}  ${ids}  ${paint('dim', 'not verified')}`;
}

/** A candidate in one line: `  2 bits  articles/12 ? mirror/7.html  not verified` */
export function formatCandidate(candidate: CandidatePair, format: TextFormat = {}): string {
  const { a, b, distance } = candidate;
  return `${bits(distance)}  ${visible(a)} ? ${visible(b)}  ${painter(format)('dim', 'not verified')}`;
}

/** A removed document in one line, and the document that is kept for it; one more for each of them that has disguised words. */
export function formatRemoved(removed: Removed, format: TextFormat = {}): string {
  const paint = painter(format);
  const kept = `${visible(removed.keptId)}${shown(removed.keptFields, paint)}`;
  const line = `${memberLine(removed, paint)} → ${kept}${sameFile(removed, paint)}`;
  const { id, disguises, keptId, keptDisguises } = removed;
  return [
    line,
    ...disguised(
      [
        [id, disguises],
        [keptId, keptDisguises],
      ],
      paint,
    ),
  ].join('\n');
}

/** A line for each document that has disguised words: `       a.txt: 2 words have letters of another script: p\\u0430ypal (paypal)`. */
function disguised(
  documents: readonly (readonly [id: string, disguises: Disguises | undefined])[],
  paint: Paint,
  indent = '',
): string[] {
  return documents.flatMap(([id, disguises]) =>
    disguises === undefined
      ? []
      : [`${indent}       ${visible(id)}: ${paint('yellow', visible(describeDisguises(disguises)))}`],
  );
}

/** A search result in one line: ` 1.  0.934   62 bits  articles/12   shares kettle, recall` */
export function formatSearchResult(result: SearchResult, format: TextFormat = {}): string {
  const paint = painter(format);
  const rank = `${String(result.rank).padStart(3)}.`;
  const score = paint(result.score === 1 ? 'green' : 'yellow', result.score.toFixed(3));
  const shared =
    result.shared === undefined ? '' : `   ${paint('dim', `shares ${result.shared.join(', ')}`)}`;
  return `${rank}  ${score}  ${paint('dim', `${String(result.distance).padStart(4)} bits`)}  ${visible(result.id)}${shared}`;
}

/** A document that something is cut from, in one line: `12.4% cut     118 words    3 cuts  articles/12` */
export function formatTrimmed(trimmed: Trimmed, format: TextFormat = {}): string {
  const paint = painter(format);
  const { id, cuts, left, removed, fields } = trimmed;
  const words = cuts.reduce((sum, cut) => sum + cut.words, 0);
  const share = paint(
    removed === true ? 'magenta' : 'yellow',
    `${alignedPercent(words / (words + left))} cut`,
  );
  const counts = `${count(words, 'word', 'words').padStart(12)}  ${count(cuts.length, 'cut', 'cuts').padStart(8)}`;
  const note = removed === true ? paint('dim', left === 0 ? '  nothing left' : '  too little left') : '';
  return `${share}  ${paint('dim', counts)}  ${visible(id)}${shown(fields, paint)}${note}`;
}

/** An item that stands in a document, in one line: ` 100% of gsm8k 17    24 words  articles/12` */
export function formatFoundItem(found: FoundItem, format: TextFormat = {}): string {
  const paint = painter(format);
  const { id, suite, item, share, longest, contaminated, removed, fields } = found;
  const scores = paint(contaminated ? 'yellow' : 'dim', alignedPercent(share));
  const run = `${count(longest, 'word', 'words')} in a row`.padStart(18);
  const notes = [...(contaminated ? [] : ['too little']), ...(removed === true ? ['removed'] : [])];
  const note = notes.length === 0 ? '' : `  ${paint('dim', notes.join(', '))}`;
  return `${scores} of ${visible(suite)} ${visible(item)}  ${paint('dim', run)}  ${visible(id)}${shown(fields, paint)}${note}`;
}

/**
 * The summary, names and numbers aligned. Counts of zero are left out:
 *
 * ```
 *    documents  140,141
 *         kept   98,112
 *      removed   42,029  30.0% in 11,204 groups
 *   unreadable        3
 *         time   12.5 s  11,211 documents/s, wasm, 2 threads
 * ```
 */
export function formatSummary(summary: Summary, format: TextFormat = {}): string {
  const paint = painter(format);
  const {
    documents,
    kept,
    removed,
    pairs,
    empty,
    short,
    unreadable,
    inBoth,
    passedOver = [],
    truncated = 0,
    shards,
    skipped = 0,
    trimmed,
    cuts = 0,
    words = 0,
    cutWords = 0,
    asText,
    measured,
    recall = 0,
    cdr = 0,
    contaminated,
    suites = [],
    seconds,
    engine,
  } = summary;
  // in a run of less than a second the start counts most: a rate would say nothing of the work
  const rate = seconds >= 1 ? `${formatNumber(Math.round(documents / seconds))} documents/s, ` : '';
  const rows: [name: string, value: string, note: string, style?: Style][] = [
    ['documents', formatNumber(documents), ''],
  ];
  if (shards !== undefined)
    rows.unshift([
      'shards',
      formatNumber(shards),
      skipped > 0 ? `${formatNumber(skipped)} ${skipped === 1 ? 'was' : 'were'} done before` : '',
    ]);
  if (pairs !== undefined) rows.push(['pairs', formatNumber(pairs), '', 'bold']);
  if (contaminated !== undefined) {
    const note = `${percent(contaminated / Math.max(1, documents))} have an item`;
    rows.push(['contaminated', formatNumber(contaminated), note, 'bold']);
  }
  if (kept !== undefined && removed !== undefined) {
    const note = removed > 0 ? `${percent(removed / documents)} ${removedNote(summary)}` : '';
    rows.push(['kept', formatNumber(kept), '', 'green'], ['removed', formatNumber(removed), note, 'bold']);
  }
  if (trimmed !== undefined) {
    rows.push(['trimmed', formatNumber(trimmed), count(cuts, 'cut', 'cuts'), 'bold']);
    rows.push(['cut', formatNumber(cutWords), `${percent(cutWords / Math.max(1, words))} of all words`]);
  }
  if (contaminated !== undefined && words > 0)
    rows.push([
      'cut',
      formatNumber(cutWords),
      `words in ${count(cuts, 'cut', 'cuts')}, ${percent(cutWords / words)} of all`,
    ]);
  if (asText !== undefined)
    rows.push(['as text', formatNumber(asText), 'their formats are only read', 'yellow']);
  if (empty > 0)
    rows.push([
      'empty',
      formatNumber(empty),
      (trimmed ?? contaminated) === undefined ? 'kept, never grouped' : 'kept',
    ]);
  if (short !== undefined) rows.push(['short', formatNumber(short), 'kept, never grouped']);
  if (inBoth !== undefined) {
    rows.push([
      'in both',
      formatNumber(inBoth),
      `${inBoth === 1 ? 'file is' : 'files are'} input and reference: input only`,
    ]);
  }
  if (unreadable > 0) rows.push(['unreadable', formatNumber(unreadable), unreadableNote(summary), 'yellow']);
  if (passedOver.length > 0)
    rows.push(['passed over', formatNumber(passedOver.length), passedOverNote(passedOver), 'yellow']);
  if (truncated > 0)
    rows.push(['truncated', formatNumber(truncated), 'not compared with all candidates', 'yellow']);
  if (measured !== undefined) {
    rows.push(['measured', formatNumber(measured), 'queries by signature; others are searched by words']);
    if (measured > 0) rows.push(['recall', recall.toFixed(4), ''], ['CDR', cdr.toFixed(4), 'paper B']);
  }
  rows.push(['time', duration(seconds), `${rate}${engine}`]);

  const names = Math.max(...rows.map(([name]) => name.length));
  const values = Math.max(...rows.map(([, value]) => value.length));
  const lines = rows.map(([name, value, note, style]) => {
    const aligned = value.padStart(values);
    const line = `  ${paint('dim', name.padStart(names))}  ${style === undefined ? aligned : paint(style, aligned)}`;
    return note === '' ? line : `${line}  ${paint('dim', note)}`;
  });
  return [...suiteLines(suites, paint), ...lines].join('\n');
}

function removedNote({ groups, trimmed, contaminated }: Summary): string {
  if (contaminated !== undefined) return 'of all documents';
  return trimmed === undefined ? `in ${count(groups ?? 0, 'group', 'groups')}` : 'with too little left';
}

/** Whether unreadable documents are in the output, if there is one. */
function unreadableNote({ unreadable, leftOut }: Summary): string {
  if (leftOut === undefined) return '';
  if (leftOut === 0) return 'kept as they are, not compared';
  return leftOut >= unreadable ? 'not in the output' : `${formatNumber(leftOut)} of them not in the output`;
}

/** Files with names that begin with a dot, linked folders and pipes. */
function passedOverNote(names: readonly string[]): string {
  const more = names.length - PASSED_OVER_NAMES;
  const shownNames = names.slice(0, PASSED_OVER_NAMES).map(visible).join(', ');
  return `not in the output: ${shownNames}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
}

const PASSED_OVER_NAMES = 5;

function memberLine(removed: Removed, paint: Paint): string {
  const { id, containment, distance } = removed;
  const scores = `in kept ${alignedPercent(containment.inKept)}  of kept ${alignedPercent(containment.ofKept)}  ${bits(distance)}`;
  return `${resemblance(removed, paint)}  ${paint('dim', scores)}  ${visible(id)}${shown(removed.fields, paint)}`;
}

/** ` (Re: minutes · 2002-05-31)` after the id of a document; empty if no fields are shown. */
function shown(fields: ShownValues | undefined, paint: Paint): string {
  const values = fields === undefined ? '' : shownValues(fields);
  return values === '' ? '' : ` ${paint('dim', `(${visible(values)})`)}`;
}

function resemblance(pair: Pick<Pair, 'resemblance' | 'identical'>, paint: Paint): string {
  return paint(pair.identical ? 'green' : 'yellow', alignedPercent(shownResemblance(pair)));
}

function sameFile({ sameBytes }: Sameness, paint: Paint): string {
  return sameBytes === true ? `  ${paint('dim', 'same file')}` : '';
}

/** Right-aligned in five columns. */
export function alignedPercent(share: number): string {
  return percent(share).padStart(5);
}

function bits(distance: number): string {
  return `${String(distance).padStart(2)} ${distance === 1 ? 'bit ' : 'bits'}`;
}
