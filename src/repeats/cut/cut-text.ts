/**
 * Cuts words out of a text, in whole units: a unit goes if all of its words go. Of the white space on both sides of a cut one part stays, that with
 * more line breaks.
 */
import type { WordPlaces } from '../../canonicalize/index.ts';
import type { CutUnit } from '../../repeats.ts';
import { hasUnspaced } from '../../unspaced.ts';
import { blocksInText } from './blocks.ts';
import { dividedAt, unitsOf } from './cut-units.ts';
import { leaveParts } from './leave-parts.ts';

/** What goes: the text [start, end) with the words [from, to). */
export interface TextCut {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The cuts of a text.
 *
 * @param goes Whether each word goes.
 * @param leaves Whether units stay that would be left as parts of something: for passages, whose borders are anywhere.
 */
export function findCuts(
  text: string,
  words: WordPlaces,
  goes: Uint8Array,
  unit: CutUnit,
  lang?: string,
  leaves = false,
): TextCut[] {
  let units = unitsOf(text, words, unit, lang);
  const areGone = () => units.map(({ from, to }) => !goes.subarray(from, to).includes(0));
  let isGone = areGone();
  if (leaves && unit === 'sentences' && isGone.includes(true) && isGone.includes(false)) {
    const blocks = blocksInText(text);
    units = dividedAt(units, words, blocks);
    isGone = areGone();
    units = leaveParts(text, blocks, units, isGone);
  }
  const runs: { start: number; end: number; from: number; to: number }[] = [];
  units.forEach(({ start, end, from, to }, i) => {
    if (!isGone[i]) return;
    const last = runs.at(-1);
    if (last?.to === from) [last.end, last.to] = [end, to];
    else runs.push({ start, end, from, to });
  });
  const cuts = leaves ? runs.filter((run) => !isRest(run, goes)) : runs;
  return cuts.map((run) => ({ ...run, ...withSpace(text, ...withMarks(text, words, run)) }));
}

/** The least share of a passage for which it is cut: so much is left of it when it is rounded to sentences. A few words have to be more of it. */
const LEAST_SHARE = 0.05;
const FEW_WORDS = 10;
const SHARE_OF_FEW = 0.08;

/** Whether a cut is hardly anything of the words in a row that go. */
function isRest({ from, to }: TextCut, goes: Uint8Array): boolean {
  const most = Math.ceil((to - from) / (to - from < FEW_WORDS ? SHARE_OF_FEW : LEAST_SHARE));
  let first = from;
  while (first > 0 && goes[first - 1] === 1 && to - first <= most) first--;
  let end = to;
  while (end < goes.length && goes[end] === 1 && end - first <= most) end++;
  return end - first > most;
}

/** Marks before the first word go with it, and those after the last one: the line `---` above a title is nothing by itself. */
function withMarks(
  text: string,
  { starts }: WordPlaces,
  { start, end, from, to }: TextCut,
): [start: number, end: number] {
  return [from === 0 ? 0 : start, to === starts.length ? text.length : end];
}

/** The cuts of words that go, whatever sentence they are in, with the punctuation that belongs to them. */
export function cutSpans(text: string, words: WordPlaces, goes: Uint8Array): TextCut[] {
  const { starts, ends } = words;
  const cuts: TextCut[] = [];
  for (let from = goes.indexOf(1); from !== -1; ) {
    const next = goes.indexOf(0, from);
    const to = next === -1 ? goes.length : next;
    // marks between a word and the white space on its other side
    const before = text.slice(from === 0 ? 0 : ends[from - 1], starts[from]);
    const after = text.slice(ends[to - 1], to === goes.length ? text.length : starts[to]);
    const opening = /^\S*$/.test(before) && from > 0 ? '' : /\S*$/.exec(before)![0];
    const closing = /^\S*$/.test(after) && to < goes.length ? '' : /^\S*/.exec(after)![0];
    const [start, end] = [starts[from] - opening.length, ends[to - 1] + closing.length];
    cuts.push({ from, to, ...withSpace(text, start, end) });
    from = next === -1 ? -1 : goes.indexOf(1, next);
  }
  return cuts;
}

/** The text without its cuts. Where two words would become one, a space is between them. */
export function withoutCuts(text: string, cuts: readonly TextCut[]): string {
  let left = '';
  let done = 0;
  for (const { start, end } of cuts) {
    left += text.slice(done, start);
    if (start > 0 && end < text.length && wouldJoin(text, start, end)) left += ' ';
    done = end;
  }
  return left + text.slice(done);
}

/** A cut with the white space on one of its sides, or with all of it at the beginning or end of the text. */
function withSpace(text: string, start: number, end: number): { start: number; end: number } {
  let left = start;
  while (left > 0 && isSpace(text, left - 1)) left--;
  let right = end;
  while (right < text.length && isSpace(text, right)) right++;
  if (left === 0) return { start: 0, end: right };
  if (right === text.length) return { start: left, end: right };
  const breaks = (from: number, to: number) => text.slice(from, to).split('\n').length;
  const leftStays = start > left && (end === right || breaks(left, start) >= breaks(end, right));
  if (!leftStays) return { start: left, end };
  const lineEnd = text.lastIndexOf('\n', right - 1) + 1;
  // the next line stays as far to the right as it was
  return lineEnd > end
    ? { start: text.lastIndexOf('\n', start - 1) + 1, end: lineEnd }
    : { start, end: right };
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text[at]);
}

function wouldJoin(text: string, start: number, end: number): boolean {
  const before = /[\p{L}\p{M}\p{N}]$/u.exec(text.slice(Math.max(0, start - 2), start))?.[0];
  const after = /^[\p{L}\p{M}\p{N}]/u.exec(text.slice(end, end + 2))?.[0];
  return before !== undefined && after !== undefined && !hasUnspaced(before) && !hasUnspaced(after);
}
