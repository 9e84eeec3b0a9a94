/**
 * Local alignment of words around a place where two texts agree: how far does the likeness reach, and which word stands for
 * which? Gapped extension to both sides that gives up where the score falls too far below the best (X-drop, as in BLAST), so it
 * goes through edits, cut and joined sentences, and stops soon where texts merely share a phrase.
 */

/** What is known of the words: by number, so that the inner loop only reads arrays. */
export interface WordScores {
  /** Score of a word that stands in both. Frequent words tell less. */
  readonly match: Uint8Array;
  /** 1 for words that may have synonyms. */
  readonly mayRelate: Uint8Array;
  related(a: number, b: number): boolean;
}

/** What happened to a word of A. */
export const Fate = { left: 0, same: 1, synonym: 2, replaced: 3 } as const;

/** Words [aStart, aEnd) of A stand for [bStart, bEnd) of B. */
export interface Alignment {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
  readonly score: number;
  /** For every word of A in the range: what happened to it, and the word of B that stands for it (-1: none). */
  readonly fates: Uint8Array;
  readonly partners: Int32Array;
}

export const SYNONYM_SCORE = 2;
const REPLACED_SCORE = -3;
const GAP_SCORE = -2;
/** How far the score may fall below the best: about eight words that differ, one after the other. */
const DROP = 24;
const NEVER = -(2 ** 30);
const Step = { diagonal: 0, a: 1, b: 2 } as const;

/** Aligns around word i of A and word j of B. */
export function alignAround(
  a: Uint32Array,
  b: Uint32Array,
  i: number,
  j: number,
  scores: WordScores,
): Alignment {
  const right = extend(a, b, i, j, 1, scores);
  const left = extend(a, b, i, j, -1, scores);
  const [aStart, bStart] = [i - left.aLength, j - left.bLength];
  const [aEnd, bEnd] = [i + right.aLength, j + right.bLength];
  const fates = new Uint8Array(aEnd - aStart);
  const partners = new Int32Array(aEnd - aStart).fill(-1);
  const note = (word: number, partner: number) => {
    partners[word - aStart] = partner;
    fates[word - aStart] =
      a[word] === b[partner] ? Fate.same : scores.related(a[word], b[partner]) ? Fate.synonym : Fate.replaced;
  };
  for (const [r, c] of right.pairs) note(i + r - 1, j + c - 1);
  for (const [r, c] of left.pairs) note(i - r, j - c);
  return { aStart, aEnd, bStart, bEnd, score: right.score + left.score, fates, partners };
}

interface Extension {
  readonly aLength: number;
  readonly bLength: number;
  readonly score: number;
  /** Which words, counted from 1 on, stand opposite each other. */
  readonly pairs: readonly (readonly [number, number])[];
}

function extend(
  a: Uint32Array,
  b: Uint32Array,
  i: number,
  j: number,
  direction: 1 | -1,
  { match, mayRelate, related }: WordScores,
): Extension {
  const rows = direction === 1 ? a.length - i : i;
  const columns = direction === 1 ? b.length - j : j;
  // word r of this side is a[aBase + direction * r]
  const aBase = direction === 1 ? i - 1 : i;
  const bBase = direction === 1 ? j - 1 : j;
  const steps = new StepTable();
  let best = 0;
  let [bestRow, bestColumn] = [0, 0];
  // scores of columns low … low + length - 1 of the row above
  let low = 0;
  let above: number[] = [];
  for (let c = 0; c <= columns && GAP_SCORE * c >= -DROP; c++) above.push(GAP_SCORE * c);
  steps.addRow(0, above.length, Step.b);
  for (let r = 1; r <= rows; r++) {
    const word = a[aBase + direction * r];
    const gain = match[word];
    const relates = mayRelate[word] === 1;
    const current: number[] = [];
    let firstKept = -1;
    let kept = 0;
    const row = steps.beginRow(low);
    for (let c = low; c <= columns; c++) {
      const over = c - low;
      const up = over < above.length ? above[over] + GAP_SCORE : NEVER;
      let score = up;
      let step: number = Step.a;
      if (over > 0 && over <= above.length && above[over - 1] > NEVER) {
        const other = b[bBase + direction * c];
        const diagonal =
          above[over - 1] +
          (other === word ? gain : relates && related(word, other) ? SYNONYM_SCORE : REPLACED_SCORE);
        if (diagonal >= score) {
          score = diagonal;
          step = Step.diagonal;
        }
      }
      if (over > 0 && current[over - 1] + GAP_SCORE > score) {
        score = current[over - 1] + GAP_SCORE;
        step = Step.b;
      }
      if (score < best - DROP) score = NEVER;
      else {
        if (firstKept === -1) firstKept = over;
        kept = over + 1;
      }
      current.push(score);
      steps.push(step);
      if (score > best) {
        best = score;
        bestRow = r;
        bestColumn = c;
      }
      // beyond the row above only gaps lead on
      if (over > above.length && score === NEVER) break;
    }
    if (firstKept === -1) break;
    steps.trim(row, firstKept, kept);
    low += firstKept;
    above = current.slice(firstKept, kept);
  }
  const pairs: [number, number][] = [];
  for (let r = bestRow, c = bestColumn; r > 0 || c > 0; ) {
    const step = steps.at(r, c);
    if (step === Step.diagonal) pairs.push([r, c]);
    if (step !== Step.b) r--;
    if (step !== Step.a) c--;
  }
  return { aLength: bestRow, bLength: bestColumn, score: best, pairs };
}

/** The step that led to every cell that was looked at; rows are short pieces of the matrix. */
class StepTable {
  private bytes = new Uint8Array(1024);
  private used = 0;
  private readonly starts: number[] = [];
  private readonly lows: number[] = [];

  addRow(low: number, length: number, step: number): void {
    this.beginRow(low);
    for (let i = 0; i < length; i++) this.push(step);
  }

  beginRow(low: number): number {
    this.starts.push(this.used);
    this.lows.push(low);
    return this.starts.length - 1;
  }

  push(step: number): void {
    if (this.used === this.bytes.length) {
      const larger = new Uint8Array(2 * this.used);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.used++] = step;
  }

  /** Keeps only the steps [from, to) of the last row. */
  trim(row: number, from: number, to: number): void {
    const start = this.starts[row];
    this.bytes.copyWithin(start, start + from, start + to);
    this.used = start + to - from;
    this.lows[row] += from;
  }

  at(row: number, column: number): number {
    return this.bytes[this.starts[row] + column - this.lows[row]];
  }
}
