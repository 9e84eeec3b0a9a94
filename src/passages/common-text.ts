/**
 * Text that most documents of a class share: a cover sheet, a declaration, the description of the task. What nine of ten documents have is left
 * out; what more than half have, but fewer, counts and is told, because they may have copied it from each other.
 *
 * Runs of words are counted by documents. A stretch of words most of which are in frequent runs is common text; it is shown as one of the
 * documents has it. What only leaves crumbs of its documents is no form but a copied text, so it counts.
 */
import type { CommonText } from '../answers/comparisons.ts';
import { findWords, type TextFolder, WordNumbers } from '../canonicalize/index.ts';
import type { Span } from '../comparison.ts';
import { FIRST_UNSPACED, hasUnspaced } from '../unspaced.ts';
import type { LabeledText } from './comparison.ts';

/** In fewer documents a text is not common, however few there are. */
const LEAST_DOCUMENTS = 5;
/** Common texts that are told and left out. */
const MOST_TEXTS = 50;
/** Text in nearly all documents is left out. It is looked for first, so that it does not merge with what only some have. */
const LEFT_OUT = 0.9;
const LEVELS = [LEFT_OUT, 0.5];
/** Documents of a text that counts, which are named. */
const MOST_NAMED = 20;
/** Words of a run, and how many more words in frequent runs than others a stretch has. A Chinese character is half a word here. */
const SPACED = { run: 5, score: 8 };
const UNSPACED = { run: 10, score: 16 };
/** Text that leaves less than this share of its documents counts. */
const LEAST_LEFT = 0.1;

/** @param folder Folds the texts; the caller closes it. */
export function commonTexts(texts: readonly LabeledText[], folder: TextFolder): CommonText[] {
  if (texts.length < LEAST_DOCUMENTS) return [];
  const numbers = new WordNumbers();
  const documents = texts.map((text) => countedWords(text, folder, numbers).numbers);
  const length = lengthsFor(documents, numbers);
  const frequent = frequentRuns(documents, length.run);
  if (frequent.size === 0) return [];
  const stretches = new Map<string, number>();
  const found: string[] = [];
  for (const level of LEVELS) {
    const isCommon = (run: string) =>
      !stretches.has(run) && (frequent.get(run) ?? 0) >= leastOf(level, texts.length);
    for (const document of byCommonWords(documents, length.run, isCommon)) {
      const marks = commonWords(documents[document], length.run, isCommon);
      const own = stretchesOf(marks, length.score);
      if (own.length === 0) continue;
      const words = countedWords(texts[document], folder, numbers);
      for (const { start, end } of own) {
        for (const run of runsIn(words.numbers, length.run, start, end))
          if (frequent.has(run) && !stretches.has(run)) stretches.set(run, found.length);
        found.push(shownText(texts[document].text, words, marks, start, end));
      }
    }
  }
  return forms(found, documents, length.run, stretches, (document) => texts[document].id);
}

/** By whether most of the words are characters of a script without spaces. */
function lengthsFor(documents: readonly Uint32Array[], { words }: WordNumbers): typeof SPACED {
  const unspaced = words.map((word) => (word >= FIRST && hasUnspaced(word) ? 1 : 0));
  let [some, all] = [0, 0];
  for (const numbers of documents) {
    all += numbers.length;
    for (const number of numbers) some += unspaced[number];
  }
  return 2 * some > all ? UNSPACED : SPACED;
}

const FIRST = String.fromCharCode(FIRST_UNSPACED);

/** Those stretches that leave something of the documents that have them, those in most documents first. */
function forms(
  found: readonly string[],
  documents: readonly Uint32Array[],
  length: number,
  stretches: ReadonlyMap<string, number>,
  idOf: (document: number) => string,
): CommonText[] {
  const runsOf = new Uint32Array(found.length);
  for (const stretch of stretches.values()) runsOf[stretch]++;
  const holders: { readonly document: number; readonly words: number }[][] = found.map(() => []);
  for (const [document, words] of documents.entries()) {
    const seen = new Map<number, Set<string>>();
    for (const run of runsIn(words, length, 0, words.length)) {
      const stretch = stretches.get(run);
      if (stretch === undefined) continue;
      if (!seen.has(stretch)) seen.set(stretch, new Set());
      seen.get(stretch)!.add(run);
    }
    for (const [stretch, { size }] of seen)
      if (2 * size >= runsOf[stretch]) holders[stretch].push({ document, words: size + length - 1 });
  }
  const left = documents.map(({ length }) => length);
  const order = [...found.keys()].sort((x, y) => holders[y].length - holders[x].length || x - y);
  const common = order.flatMap((stretch) => {
    const own = holders[stretch];
    if (own.length < leastOf(LEVELS.at(-1)!, documents.length)) return [];
    const shares = own.map(({ document, words }) => (left[document] - words) / documents[document].length);
    if (shares.sort((x, y) => x - y)[shares.length >> 1] < LEAST_LEFT) return [];
    const told = { text: found[stretch], documents: own.length, words: runsOf[stretch] + length - 1 };
    if (own.length < leastOf(LEFT_OUT, documents.length)) {
      const ids = own.slice(0, MOST_NAMED).map(({ document }) => idOf(document));
      return [{ ...told, counts: true as const, ids }];
    }
    for (const { document, words } of own) left[document] -= words;
    return [told];
  });
  return common.slice(0, MOST_TEXTS);
}

/** In how many documents a run must be: in nine of ten, so in all of fewer than ten, or in more than half. */
function leastOf(level: number, documents: number): number {
  const least = level === LEFT_OUT ? Math.ceil((9 * documents) / 10) : Math.floor(documents / 2) + 1;
  return Math.max(LEAST_DOCUMENTS, least);
}

/** Those that do not count. */
export function leftOutTexts(common: readonly CommonText[]): CommonText[] {
  return common.filter(({ counts }) => counts !== true);
}

interface CountedWords {
  readonly numbers: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** The words of a text that are in no excluded part. */
function countedWords(
  { text, excluded = [] }: LabeledText,
  folder: TextFolder,
  numbers: WordNumbers,
): CountedWords {
  const found = findWords(folder, text, numbers);
  if (excluded.length === 0) return found;
  let next = 0;
  const kept = Array.from(found.starts.keys()).filter((word) => {
    while (next < excluded.length && excluded[next].end <= found.starts[word]) next++;
    return next === excluded.length || found.starts[word] < excluded[next].start;
  });
  const pick = (from: Uint32Array) => Uint32Array.from(kept, (word) => from[word]);
  return { numbers: pick(found.numbers), starts: pick(found.starts), ends: pick(found.ends) };
}

/** Runs in enough documents, each with how many. First by hash, in a table of a fixed size; then exactly those whose hash is in enough. */
function frequentRuns(documents: readonly Uint32Array[], length: number): Map<string, number> {
  const least = leastOf(LEVELS.at(-1)!, documents.length);
  const counts = new Uint32Array(1 << TABLE_BITS);
  const last = new Uint32Array(1 << TABLE_BITS);
  for (const [document, words] of documents.entries()) {
    for (let i = 0; i + length <= words.length; i++) {
      const slot = slotOf(words, i, length);
      if (last[slot] === document + 1) continue;
      last[slot] = document + 1;
      counts[slot]++;
    }
  }
  const exact = new Map<string, number>();
  for (const words of documents) {
    const seen = new Set<string>();
    for (let i = 0; i + length <= words.length; i++)
      if (counts[slotOf(words, i, length)] >= least) seen.add(runAt(words, i, length));
    for (const run of seen) exact.set(run, (exact.get(run) ?? 0) + 1);
  }
  for (const [run, count] of exact) if (count < least) exact.delete(run);
  return exact;
}

const TABLE_BITS = 22;

function slotOf(words: Uint32Array, at: number, length: number): number {
  let hash = 0;
  for (let i = at; i < at + length; i++) hash = Math.imul(hash ^ words[i], 0x9e3779b1) ^ (hash >>> 15);
  return Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> (32 - TABLE_BITS);
}

function runAt(words: Uint32Array, at: number, length: number): string {
  return words.subarray(at, at + length).join();
}

function* runsIn(words: Uint32Array, length: number, start: number, end: number): Generator<string> {
  for (let i = start; i + length <= end; i++) yield runAt(words, i, length);
}

/** Numbers of documents, those with most common words first. */
function byCommonWords(
  documents: readonly Uint32Array[],
  length: number,
  isCommon: (run: string) => boolean,
): number[] {
  const counts = documents.map((words) =>
    commonWords(words, length, isCommon).reduce((sum, one) => sum + one, 0),
  );
  return [...documents.keys()].filter((i) => counts[i] > 0).sort((x, y) => counts[y] - counts[x] || x - y);
}

/** 1 for every word in a common run. */
function commonWords(words: Uint32Array, length: number, isCommon: (run: string) => boolean): Uint8Array {
  const marks = new Uint8Array(words.length);
  let at = 0;
  for (const run of runsIn(words, length, 0, words.length)) {
    if (isCommon(run)) marks.fill(1, at, at + length);
    at++;
  }
  return marks;
}

/** Where common words prevail: a common word adds one to the score, another takes one away. */
function stretchesOf(marks: Uint8Array, least: number): Span[] {
  const found: Span[] = [];
  let [start, end, score, best] = [0, 0, 0, 0];
  for (let i = 0; i <= marks.length; i++) {
    if (i < marks.length && marks[i] === 1) {
      if (score === 0) start = i;
      score++;
      if (score > best) [best, end] = [score, i + 1];
    } else if (score > 0) {
      score = i === marks.length || best - score >= least ? 0 : score - 1;
      if (score > 0) continue;
      if (best >= least) found.push({ start, end });
      best = 0;
    }
  }
  return found;
}

/** The stretch as the document has it, with `…` for the words that are not common. */
function shownText(
  text: string,
  { starts, ends }: CountedWords,
  marks: Uint8Array,
  start: number,
  end: number,
): string {
  const parts: string[] = [];
  for (let i = start; i < end; ) {
    const from = i;
    while (i < end && marks[i] === 1) i++;
    if (i > from) {
      const stop = /^[^\s\p{L}\p{N}]*/u.exec(text.slice(ends[i - 1], ends[i - 1] + 4))![0];
      parts.push(text.slice(starts[from], ends[i - 1]) + stop);
    }
    while (i < end && marks[i] === 0) i++;
  }
  return parts.join(' … ');
}
