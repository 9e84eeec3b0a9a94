/**
 * Sentences that a text repeats: the matrix is computed once for every distinct sentence, and its cells are then given to all
 * places of the sentence. So a text of one sentence fifty thousand times costs as much as the sentence.
 */
import type { MatrixCells } from '../comparison.ts';
import type { SentenceNumbers } from './matrix-input.ts';

/** The distinct sentences of a text, in the order in which each first occurs. */
export interface DistinctSentences extends SentenceNumbers {
  /** Sentences of the text. */
  readonly count: number;
  /** Distinct sentence s occurs at `places.subarray(placeStarts[s], placeStarts[s + 1])`, ascending. */
  readonly placeStarts: Uint32Array;
  readonly places: Uint32Array;
}

/** Up to this many cells, repeated sentences have a cell for every two of their places. */
const LISTED_CELLS = 1 << 20;
/** Up to this many, they have one for each of their places; with more, only the most similar cells of every sentence are kept. */
const MAX_CELLS = 1 << 23;

export function distinctSentences({ numbers, starts }: SentenceNumbers): DistinctSentences {
  const count = starts.length - 1;
  const kinds = new Uint32Array(count);
  const firsts: number[] = [];
  // keyed by strings: their hashes have a seed, so no text can be made to collide
  const known = new Map<string, number>();
  for (let s = 0; s < count; s++) {
    const words = numbers.subarray(starts[s], starts[s + 1]).join();
    let kind = known.get(words);
    if (kind === undefined) {
      kind = firsts.push(s) - 1;
      known.set(words, kind);
    }
    kinds[s] = kind;
  }
  const placeStarts = new Uint32Array(firsts.length + 1);
  for (const kind of kinds) placeStarts[kind + 1]++;
  for (let kind = 0; kind < firsts.length; kind++) placeStarts[kind + 1] += placeStarts[kind];
  const places = new Uint32Array(count);
  const next = placeStarts.slice();
  kinds.forEach((kind, s) => {
    places[next[kind]++] = s;
  });
  return { ...pick(numbers, starts, firsts), count, placeStarts, places };
}

/** Some sentences of a text. */
function pick(numbers: Uint32Array, starts: Uint32Array, chosen: readonly number[]): SentenceNumbers {
  const pickedStarts = new Uint32Array(chosen.length + 1);
  chosen.forEach((s, i) => {
    pickedStarts[i + 1] = pickedStarts[i] + starts[s + 1] - starts[s];
  });
  const picked = new Uint32Array(pickedStarts[chosen.length]);
  chosen.forEach((s, i) => {
    picked.set(numbers.subarray(starts[s], starts[s + 1]), pickedStarts[i]);
  });
  return { numbers: picked, starts: pickedStarts };
}

/**
 * The cells of all sentences, given those of the distinct ones: of every two places, or, if these are too many, of the first place
 * with the first, the second with the second and so on, the last place of the rarer sentence with all that are left.
 */
export function cellsOfAll(
  cells: MatrixCells,
  rows: DistinctSentences,
  columns: DistinctSentences,
): MatrixCells {
  const sides = { rows: rows.count, columns: columns.count };
  if (rows.count + columns.count === rows.starts.length + columns.starts.length - 2)
    return { ...cells, ...sides };
  const timesOf = ({ placeStarts }: DistinctSentences, s: number) => placeStarts[s + 1] - placeStarts[s];
  let everyTwo = 0;
  let inStep = 0;
  for (let i = 0; i < cells.row.length; i++) {
    const [n, m] = [timesOf(rows, cells.row[i]), timesOf(columns, cells.column[i])];
    everyTwo += n * m;
    inStep += Math.max(n, m);
  }
  // the most similar ones are at most two for every place, and no text has as many sentences
  if (inStep > MAX_CELLS) return cellsOfAll(mostSimilar(cells), rows, columns);
  const isListed = everyTwo <= LISTED_CELLS;
  const total = isListed ? everyTwo : inStep;
  const row = new Uint32Array(total);
  // columns and cells as one number, to be sorted by native code
  const keys = new Float64Array(total);
  const rowStarts = new Uint32Array(rows.count + 1);
  const each = (visit: (row: number, column: number, cell: number) => void): void => {
    for (let i = 0; i < cells.row.length; i++) {
      const [n, m] = [timesOf(rows, cells.row[i]), timesOf(columns, cells.column[i])];
      const [fromA, fromB] = [rows.placeStarts[cells.row[i]], columns.placeStarts[cells.column[i]]];
      const steps = isListed ? n * m : Math.max(n, m);
      for (let step = 0; step < steps; step++) {
        const x = isListed ? Math.floor(step / m) : Math.min(step, n - 1);
        const y = isListed ? step % m : Math.min(step, m - 1);
        visit(rows.places[fromA + x], columns.places[fromB + y], i);
      }
    }
  };
  each((r) => rowStarts[r + 1]++);
  for (let r = 0; r < rows.count; r++) rowStarts[r + 1] += rowStarts[r];
  const next = rowStarts.slice();
  each((r, column, cell) => {
    row[next[r]] = r;
    keys[next[r]++] = column * MAX_CELLS + cell;
  });
  for (let r = 0; r < rows.count; r++) keys.subarray(rowStarts[r], rowStarts[r + 1]).sort();
  return {
    ...sides,
    row,
    column: Uint32Array.from(keys, (key) => Math.floor(key / MAX_CELLS)),
    p: Float32Array.from(keys, (key) => cells.p[key % MAX_CELLS]),
    mark: Uint8Array.from(keys, (key) => cells.mark[key % MAX_CELLS]),
    ...(cells.partial && { partial: cells.partial }),
  };
}

/** The first of the most similar cells of every row, and of every column. */
function mostSimilar(cells: MatrixCells): MatrixCells {
  const { row, column, p } = cells;
  const best = new Set<number>();
  for (const side of [row, column]) {
    const bestOf = new Map<number, number>();
    side.forEach((sentence, i) => {
      const known = bestOf.get(sentence);
      if (known === undefined || p[i] > p[known]) bestOf.set(sentence, i);
    });
    for (const i of bestOf.values()) best.add(i);
  }
  const chosen = Uint32Array.from(best).sort();
  return {
    ...cells,
    row: chosen.map((i) => row[i]),
    column: chosen.map((i) => column[i]),
    p: Float32Array.from(chosen, (i) => p[i]),
    mark: Uint8Array.from(chosen, (i) => cells.mark[i]),
    partial: true,
  };
}
