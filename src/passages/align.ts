/**
 * Local alignment of words around a place where two texts agree: how far does the agreement reach, and which words
 * correspond? It is a gapped extension to both sides that stops when the score falls too far below the best (X-drop, as in BLAST), so it
 * goes through edits, cut and joined sentences, and stops soon if texts merely share a phrase.
 */

/** Scores by word number, as arrays for the inner loop. */
export interface WordScores {
  /** Score of a word that is in both texts. Frequent words say less. */
  readonly match: Uint8Array;
  /** 1 for words that may have synonyms. */
  readonly mayRelate: Uint8Array;
  related(a: number, b: number): boolean;
}

/** What happened to a word of A. */
export const Fate = { left: 0, same: 1, synonym: 2, replaced: 3 } as const;

/** Words [aStart, aEnd) of A correspond to [bStart, bEnd) of B. */
export interface Alignment {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
  readonly score: number;
  /** For every word of A in the range: what happened to it, and its counterpart in B (-1: none). */
  readonly fates: Uint8Array;
  readonly partners: Int32Array;
}

export const SYNONYM_SCORE = 2;
const REPLACED_SCORE = -3;
const GAP_SCORE = -2;
/** How far the score may fall below the best: about eight words that differ, one after the other. */
const DROP = 24;
const DIAGONAL_DROP = 9;
const NEVER = -(2 ** 30);
const Step = { diagonal: 0, a: 1, b: 2 } as const;

/**
 * The score of the equal words around i and j on one diagonal, without gaps: a quick test that avoids aligning
 * most seeds, which are mere phrases.
 */
export function diagonalScore(
  a: Uint32Array,
  b: Uint32Array,
  i: number,
  j: number,
  { match }: WordScores,
): number {
  let total = 0;
  for (const direction of [1, -1]) {
    let score = 0;
    let best = 0;
    let [x, y] = direction === 1 ? [i, j] : [i - 1, j - 1];
    for (; x >= 0 && y >= 0 && x < a.length && y < b.length; x += direction, y += direction) {
      score += a[x] === b[y] ? match[a[x]] : REPLACED_SCORE;
      if (score > best) best = score;
      else if (score < best - DIAGONAL_DROP) break;
    }
    total += best;
  }
  return total;
}

/** The widest row: texts that can be aligned in more ways share nothing significant. */
const MOST_WIDTH = 512;

/** Aligns places of two texts. Its tables are reused for every extension, because most are short. */
export class Aligner {
  /** The row above and the current one. */
  private readonly above = new Int32Array(MOST_WIDTH + 1);
  private readonly current = new Int32Array(MOST_WIDTH + 1);
  /** The steps of all rows, and where each row begins in them and in B. */
  private steps = new Uint8Array(1 << 16);
  private rowStarts = new Uint32Array(1 << 12);
  private rowLows = new Uint32Array(1 << 12);

  constructor(
    private readonly a: Uint32Array,
    private readonly b: Uint32Array,
    private readonly scores: WordScores,
  ) {}

  /** Aligns around word i of A and word j of B. */
  around(i: number, j: number): Alignment {
    const { a, b, scores } = this;
    const right = this.extend(i, j, 1);
    const left = this.extend(i, j, -1);
    const [aStart, bStart] = [i - left.aLength, j - left.bLength];
    const [aEnd, bEnd] = [i + right.aLength, j + right.bLength];
    const fates = new Uint8Array(aEnd - aStart);
    const partners = new Int32Array(aEnd - aStart).fill(-1);
    const note = (word: number, partner: number) => {
      partners[word - aStart] = partner;
      fates[word - aStart] =
        a[word] === b[partner]
          ? Fate.same
          : scores.related(a[word], b[partner])
            ? Fate.synonym
            : Fate.replaced;
    };
    for (let n = 0; n < right.pairs.length; n += 2) note(i + right.pairs[n] - 1, j + right.pairs[n + 1] - 1);
    for (let n = 0; n < left.pairs.length; n += 2) note(i - left.pairs[n], j - left.pairs[n + 1]);
    return { aStart, aEnd, bStart, bEnd, score: right.score + left.score, fates, partners };
  }

  private extend(i: number, j: number, direction: 1 | -1): Extension {
    const { a, b } = this;
    const { match, mayRelate, related } = this.scores;
    let { above, current } = this;
    const rows = direction === 1 ? a.length - i : i;
    const columns = direction === 1 ? b.length - j : j;
    // word r of this side is a[aBase + direction * r]
    const aBase = direction === 1 ? i - 1 : i;
    const bBase = direction === 1 ? j - 1 : j;
    let best = 0;
    let bestRow = 0;
    let bestColumn = 0;
    // the row above has columns low … low + width - 1
    let low = 0;
    let width = 0;
    for (; width <= columns && GAP_SCORE * width >= -DROP; width++) above[width] = GAP_SCORE * width;
    this.steps.fill(Step.b, 0, width);
    this.rowStarts[0] = 0;
    this.rowLows[0] = 0;
    let used = width;
    for (let r = 1; r <= rows; r++) {
      const word = a[aBase + direction * r];
      const gain = match[word];
      const relates = mayRelate[word] === 1;
      this.makeRoom(r, used);
      const { steps } = this;
      let first = -1;
      let end = 0;
      let before = NEVER;
      const last = Math.min(columns - low, MOST_WIDTH);
      for (let over = 0; over <= last; over++) {
        let score = over < width ? above[over] + GAP_SCORE : NEVER;
        let step: number = Step.a;
        if (over > 0 && over <= width && above[over - 1] > NEVER) {
          const other = b[bBase + direction * (low + over)];
          const diagonal =
            above[over - 1] +
            (other === word ? gain : relates && related(word, other) ? SYNONYM_SCORE : REPLACED_SCORE);
          if (diagonal >= score) {
            score = diagonal;
            step = Step.diagonal;
          }
        }
        if (before + GAP_SCORE > score) {
          score = before + GAP_SCORE;
          step = Step.b;
        }
        if (score < best - DROP) {
          score = NEVER;
          // beyond the row above only gaps continue
          if (over > width) break;
        } else {
          if (first === -1) first = over;
          end = over + 1;
          if (score > best) {
            best = score;
            bestRow = r;
            bestColumn = low + over;
          }
        }
        current[over] = score;
        before = score;
        if (first !== -1) steps[used + over - first] = step;
      }
      if (first === -1) break;
      low += first;
      width = end - first;
      this.rowStarts[r] = used;
      this.rowLows[r] = low;
      used += width;
      // the kept cells move to the front and become the row above
      if (first > 0) current.copyWithin(0, first, end);
      [above, current] = [current, above];
    }
    const { steps, rowStarts, rowLows } = this;
    const pairs: number[] = [];
    for (let r = bestRow, c = bestColumn; r > 0 || c > 0; ) {
      const step = steps[rowStarts[r] + c - rowLows[r]];
      if (step === Step.diagonal) pairs.push(r, c);
      if (step !== Step.b) r--;
      if (step !== Step.a) c--;
    }
    return { aLength: bestRow, bLength: bestColumn, score: best, pairs };
  }

  /** Room for one more row. */
  private makeRoom(row: number, used: number): void {
    if (used + MOST_WIDTH + 1 > this.steps.length) {
      this.steps = larger(this.steps, new Uint8Array(2 * this.steps.length));
    }
    if (row < this.rowStarts.length) return;
    this.rowStarts = larger(this.rowStarts, new Uint32Array(2 * row));
    this.rowLows = larger(this.rowLows, new Uint32Array(2 * row));
  }
}

interface Extension {
  readonly aLength: number;
  readonly bLength: number;
  readonly score: number;
  /** Which words, counted from 1 on, are opposite each other: (of A, of B), the last ones first. */
  readonly pairs: readonly number[];
}

function larger<T extends Uint8Array | Uint32Array>(old: T, next: T): T {
  next.set(old);
  return next;
}
