/** Crowds: buckets in which a text finds many candidates. */
import type { CandidateGraph } from './candidate-graph.ts';
import type { CandidateTexts } from './candidate-texts.ts';

/** A text with more candidates than this is looked at by itself first. Fewer are compared as quickly. */
export const CROWD = 64;

/** How many texts are posted in every bucket. */
export function postedSizes({ textStarts, buckets }: CandidateTexts): Uint32Array {
  const { count, postStarts, posts } = buckets;
  const sizes = new Uint32Array(count);
  for (let cell = 0; cell + 1 < textStarts.length; cell++) {
    for (let at = postStarts[cell]; at < postStarts[cell + 1]; at++)
      sizes[posts[at]] += textStarts[cell + 1] - textStarts[cell];
  }
  return sizes;
}

/** A component of which crowds are at least this share is taken whole: one look at each of its texts is quicker than comparing them. */
const MOSTLY = 2 / 3;

export interface Crowd {
  /** Those in crowded buckets, those that may be compared with one of them, and what else is in components that are mostly such; ascending. */
  readonly texts: Uint32Array;
  /** 1 for texts all of whose candidates are among them. */
  readonly whole: Uint8Array;
}

/** The texts in crowded buckets; undefined if there are none, as in most corpora. */
export function crowdIn(graph: CandidateGraph): Crowd | undefined {
  const { texts } = graph;
  const { textStarts, buckets } = texts;
  const { count, lookStarts, looks, postStarts, posts } = buckets;
  const sizes = postedSizes(texts);
  if (sizes.every((size) => size <= CROWD)) return undefined;
  const whole = new Uint8Array(textStarts.at(-1)!);
  const isLooked = new Uint8Array(count);
  for (let cell = 0; cell + 1 < textStarts.length; cell++) {
    let at = lookStarts[cell];
    while (at < lookStarts[cell + 1] && sizes[looks[at]] <= CROWD) at++;
    if (at === lookStarts[cell + 1]) continue;
    whole.fill(1, textStarts[cell], textStarts[cell + 1]);
    for (let i = lookStarts[cell]; i < lookStarts[cell + 1]; i++) isLooked[looks[i]] = 1;
  }
  const taken = whole.slice();
  eachCell(texts, postStarts, posts, isLooked, (from, to) => taken.fill(1, from, to));
  takeComponents(graph, taken, whole);
  return { texts: numbersOf(taken), whole };
}

/** Takes all texts of the components that are mostly taken. */
function takeComponents(
  { firsts, texts: { textStarts } }: CandidateGraph,
  taken: Uint8Array,
  whole: Uint8Array,
): void {
  const all = new Uint32Array(firsts.length);
  const inCrowd = new Uint32Array(firsts.length);
  for (let cell = 0; cell < firsts.length; cell++) {
    all[firsts[cell]] += textStarts[cell + 1] - textStarts[cell];
    for (let text = textStarts[cell]; text < textStarts[cell + 1]; text++)
      inCrowd[firsts[cell]] += taken[text];
  }
  for (let cell = 0; cell < firsts.length; cell++) {
    const first = firsts[cell];
    if (inCrowd[first] === 0 || inCrowd[first] < MOSTLY * all[first]) continue;
    taken.fill(1, textStarts[cell], textStarts[cell + 1]);
    whole.fill(1, textStarts[cell], textStarts[cell + 1]);
  }
}

/**
 * 1 for texts that are compared with another one.
 * @param skipped 1 for texts that are compared with none of their candidates.
 */
export function comparedTexts(texts: CandidateTexts, skipped: Uint8Array): Uint8Array {
  const { textStarts, buckets } = texts;
  const { count, lookStarts, looks, postStarts, posts } = buckets;
  const compared = skipped.map((isSkipped) => 1 - isSkipped);
  const isLooked = new Uint8Array(count);
  for (let cell = 0; cell + 1 < textStarts.length; cell++) {
    if (!compared.subarray(textStarts[cell], textStarts[cell + 1]).includes(1)) continue;
    for (let at = lookStarts[cell]; at < lookStarts[cell + 1]; at++) isLooked[looks[at]] = 1;
    // texts of a cell are candidates of each other
    compared.fill(1, textStarts[cell], textStarts[cell + 1]);
  }
  eachCell(texts, postStarts, posts, isLooked, (from, to) => compared.fill(1, from, to));
  return compared;
}

/** Calls back with the texts of every cell with one of these buckets in its list. */
function eachCell(
  { textStarts }: CandidateTexts,
  starts: Uint32Array,
  values: Uint32Array,
  isWanted: Uint8Array,
  visit: (from: number, to: number) => void,
): void {
  for (let cell = 0; cell + 1 < textStarts.length; cell++) {
    let at = starts[cell];
    while (at < starts[cell + 1] && isWanted[values[at]] === 0) at++;
    if (at < starts[cell + 1]) visit(textStarts[cell], textStarts[cell + 1]);
  }
}

/** The places of ones. */
function numbersOf(flags: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(flags.length);
  let count = 0;
  for (let i = 0; i < flags.length; i++) if (flags[i] === 1) numbers[count++] = i;
  return numbers.slice(0, count);
}
