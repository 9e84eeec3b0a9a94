/**
 * Which words do two texts share in the same order? A longest common subsequence if its table is small enough; longer texts are
 * first divided at words that occur once in both (patience diff).
 */

/** Cells of the largest table: 4 M take 8 MB and some 20 ms. */
const LARGEST_TABLE = 4_000_000;

/** Position in B of each word of A that both share, -1 for the others. Words are given as numbers. */
export function alignWords(a: readonly number[], b: readonly number[]): Int32Array {
  const partners = new Int32Array(a.length).fill(-1);
  align({ a, b, partners }, { startA: 0, endA: a.length, startB: 0, endB: b.length });
  return partners;
}

interface Alignment {
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly partners: Int32Array;
}

/** A part of each text. */
interface Stretch {
  readonly startA: number;
  readonly endA: number;
  readonly startB: number;
  readonly endB: number;
}

function align(alignment: Alignment, whole: Stretch): void {
  const inner = alignEnds(alignment, whole);
  const rows = inner.endA - inner.startA;
  const columns = inner.endB - inner.startB;
  if (rows === 0 || columns === 0) return;
  if ((rows + 1) * (columns + 1) <= LARGEST_TABLE) alignByTable(alignment, inner);
  else alignByAnchors(alignment, inner);
}

/** Pairs equal words from both ends and returns the stretch between them. */
function alignEnds({ a, b, partners }: Alignment, { startA, endA, startB, endB }: Stretch): Stretch {
  while (startA < endA && startB < endB && a[startA] === b[startB]) partners[startA++] = startB++;
  while (startA < endA && startB < endB && a[endA - 1] === b[endB - 1]) partners[--endA] = --endB;
  return { startA, endA, startB, endB };
}

function alignByTable({ a, b, partners }: Alignment, stretch: Stretch): void {
  const { startA, endA, startB, endB } = stretch;
  const width = endB - startB + 1;
  const common = commonLengths(a, b, stretch);
  for (let i = startA, j = startB; i < endA && j < endB; ) {
    const cell = (i - startA) * width + (j - startB);
    if (a[i] === b[j]) partners[i++] = j++;
    else if (common[cell + width] >= common[cell + 1]) i++;
    else j++;
  }
}

/** The table: for each pair of places, the length of the longest common subsequence from there to the ends. */
function commonLengths(
  a: readonly number[],
  b: readonly number[],
  { startA, endA, startB, endB }: Stretch,
): Uint16Array {
  const width = endB - startB + 1;
  const common = new Uint16Array((endA - startA + 1) * width);
  for (let i = endA - 1; i >= startA; i--) {
    for (let j = endB - 1; j >= startB; j--) {
      const cell = (i - startA) * width + (j - startB);
      common[cell] =
        a[i] === b[j] ? common[cell + width + 1] + 1 : Math.max(common[cell + width], common[cell + 1]);
    }
  }
  return common;
}

/** Divides the stretch at words that occur once. If there are none, the whole stretch counts as different. */
function alignByAnchors(alignment: Alignment, stretch: Stretch): void {
  const anchors = inOrder(uniqueWords(alignment, stretch));
  if (anchors.length === 0) return;
  let { startA, startB } = stretch;
  for (const { atA, atB } of anchors) {
    alignment.partners[atA] = atB;
    align(alignment, { startA, endA: atA, startB, endB: atB });
    startA = atA + 1;
    startB = atB + 1;
  }
  align(alignment, { ...stretch, startA, startB });
}

/** A word that occurs once in each text. */
interface Anchor {
  readonly atA: number;
  readonly atB: number;
}

/** By their places in A. */
function uniqueWords({ a, b }: Alignment, { startA, endA, startB, endB }: Stretch): Anchor[] {
  const places = new Map<number, { inA: number; inB: number; atA: number; atB: number }>();
  for (let i = startA; i < endA; i++) {
    const place = places.get(a[i]);
    if (place === undefined) places.set(a[i], { inA: 1, inB: 0, atA: i, atB: -1 });
    else place.inA++;
  }
  for (let j = startB; j < endB; j++) {
    const place = places.get(b[j]);
    if (place === undefined) continue;
    place.inB++;
    place.atB = j;
  }
  return [...places.values()].filter(({ inA, inB }) => inA === 1 && inB === 1);
}

/** The longest run of anchors that has the same order in both texts. */
function inOrder(anchors: readonly Anchor[]): Anchor[] {
  // longest increasing subsequence by piles: `tops` are the last cards of the piles, `below` is the card under each one
  const tops: number[] = [];
  const below = new Int32Array(anchors.length).fill(-1);
  anchors.forEach(({ atB }, card) => {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (anchors[tops[middle]].atB < atB) low = middle + 1;
      else high = middle;
    }
    if (low > 0) below[card] = tops[low - 1];
    tops[low] = card;
  });
  const run: Anchor[] = [];
  for (let card = tops.at(-1) ?? -1; card >= 0; card = below[card]) run.push(anchors[card]);
  return run.reverse();
}
