/**
 * Which cells of the matrix are similar (paper D): those with p above `rightWeight`; and of the others above `similarWeight` those
 * whose equal words, in any order, and synonyms together make up `rightWeight` of both sentences.
 */
import { type CompareSettings, Mark, type MatrixCells } from '../comparison.ts';
import type { LcsCells } from './matrix.ts';
import type { SentenceNumbers } from './matrix-input.ts';
import type { Synonyms } from './thesaurus.ts';

export function markCells(
  cells: LcsCells,
  a: SentenceNumbers,
  b: SentenceNumbers,
  { rightWeight }: Pick<CompareSettings, 'rightWeight'>,
  synonyms: Synonyms,
): MatrixCells {
  const { row, column, lcs } = cells;
  const p = new Float32Array(row.length);
  const mark = new Uint8Array(row.length);
  const counter = new WordCounter(a, b);
  for (let i = 0; i < row.length; i++) {
    const d = sentence(a, row[i]);
    const e = sentence(b, column[i]);
    const share = lcs[i] / Math.max(d.length, e.length);
    p[i] = share;
    mark[i] = share > rightWeight ? Mark.byOrder : markByWords(d, e, rightWeight, synonyms, counter);
  }
  return {
    ...{ rows: a.starts.length - 1, columns: b.starts.length - 1, row, column, p, mark },
    ...(cells.partial && { partial: cells.partial }),
  };
}

/** The share of words in similar sentences on either side: paper D's similarity, which is not symmetric. */
export function paperSimilarity(
  cells: MatrixCells,
  a: SentenceNumbers,
  b: SentenceNumbers,
): { a: number; b: number } {
  const share = ({ starts }: SentenceNumbers, which: Uint32Array): number => {
    const similar = new Set<number>();
    which.forEach((number, i) => {
      if (cells.mark[i] !== Mark.none) similar.add(number);
    });
    let words = 0;
    for (const number of similar) words += starts[number + 1] - starts[number];
    return words === 0 ? 0 : words / starts[starts.length - 1];
  };
  return { a: share(a, cells.row), b: share(b, cells.column) };
}

/** w = min((same + synonyms) / words) of both sentences, against `rightWeight`. */
function markByWords(
  d: Uint32Array,
  e: Uint32Array,
  rightWeight: number,
  synonyms: Synonyms,
  counter: WordCounter,
): number {
  const { same, restOfD, restOfE } = counter.common(d, e);
  if (enough(same, same, d, e, rightWeight)) return Mark.byWords;
  const similarD = restOfD.filter((word) => restOfE.some((other) => synonyms.are(word, other))).length;
  const similarE = restOfE.filter((word) => restOfD.some((other) => synonyms.are(word, other))).length;
  return enough(same + similarD, same + similarE, d, e, rightWeight) ? Mark.bySynonyms : Mark.none;
}

function enough(inD: number, inE: number, d: Uint32Array, e: Uint32Array, rightWeight: number): boolean {
  return Math.min(inD / d.length, inE / e.length) >= rightWeight;
}

/** Counts the words of two sentences, in one array for all pairs. */
class WordCounter {
  private readonly counts: Uint32Array;

  constructor(...sides: readonly SentenceNumbers[]) {
    let most = 0;
    for (const { numbers } of sides) for (const number of numbers) if (number > most) most = number;
    this.counts = new Uint32Array(most + 1);
  }

  /** How many words are in both, each as often as both have it, and which words are left on either side. */
  common(d: Uint32Array, e: Uint32Array): { same: number; restOfD: number[]; restOfE: number[] } {
    const { counts } = this;
    const restOfD: number[] = [];
    const restOfE: number[] = [];
    for (const word of e) counts[word]++;
    for (const word of d) {
      if (counts[word] > 0) counts[word]--;
      else restOfD.push(word);
    }
    for (const word of e) {
      if (counts[word] === 0) continue;
      counts[word]--;
      restOfE.push(word);
    }
    return { same: d.length - restOfD.length, restOfD, restOfE };
  }
}

function sentence({ numbers, starts }: SentenceNumbers, number: number): Uint32Array {
  return numbers.subarray(starts[number], starts[number + 1]);
}
