/**
 * Which cells of a comparison matrix are computed if nearly all sentences of two texts are alike, as the rows of two tables are. Such texts
 * have a similar sentence nearly everywhere, so these are enough: the sentences at the same place in both texts and near it, sentences
 * that share a rare word, and equal ones. They are at most some dozen for every sentence, and every sentence of either text has some.
 */
import type { MatrixInput, SentenceNumbers } from './matrix-input.ts';

/** Rows from `rowFrom` up to `rowTo`, and columns. */
export type Tile = Readonly<Record<'rowFrom' | 'rowTo' | 'columnFrom' | 'columnTo', number>>;

/** Sentences of the shorter text in a tile along the diagonal, and columns on either side of it besides. */
const BAND_SENTENCES = 8;
const BAND_MARGIN = 4;
/** A word is rare if at most this many columns have it. */
const RARE_COLUMNS = 16;
/** Columns with a rare word that a row is compared with, at most. */
const RARE_CELLS = 8;

export function chosenTiles(input: MatrixInput, rows: SentenceNumbers, columns: SentenceNumbers): Tile[] {
  const [rowCount, columnCount] = [rows.starts.length - 1, columns.starts.length - 1];
  const band = diagonalBand(rowCount, columnCount);
  const columnOf = new Map<string, number>();
  for (let column = 0; column < columnCount; column++) columnOf.set(wordsOf(columns, column), column);
  const tiles = [...band];
  for (let row = 0; row < rowCount; row++) {
    const { columnFrom, columnTo } = band[Math.ceil(((row + 1) * band.length) / rowCount) - 1];
    const chosen = rareColumns(input, rows.starts, row);
    const equal = columnOf.get(wordsOf(rows, row));
    if (equal !== undefined) chosen.add(equal);
    for (const column of chosen) {
      if (column >= columnFrom && column < columnTo) continue;
      tiles.push({ rowFrom: row, rowTo: row + 1, columnFrom: column, columnTo: column + 1 });
    }
  }
  return tiles;
}

/** Both texts in equally many parts, each part of the one with the part of the other and a little more. */
function diagonalBand(rows: number, columns: number): Tile[] {
  const count = Math.max(1, Math.floor(Math.min(rows, columns) / BAND_SENTENCES));
  const at = (part: number, length: number) => Math.floor((part * length) / count);
  return Array.from({ length: count }, (_, part) => ({
    rowFrom: at(part, rows),
    rowTo: at(part + 1, rows),
    columnFrom: Math.max(0, at(part, columns) - BAND_MARGIN),
    columnTo: Math.min(columns, at(part + 1, columns) + BAND_MARGIN),
  }));
}

/** Columns that share a rare word with a row, those with the rarest word first. */
function rareColumns(
  { rowSorted, postingStarts, postings }: MatrixInput,
  starts: Uint32Array,
  row: number,
): Set<number> {
  const chosen = new Set<number>();
  for (const word of rowSorted.subarray(starts[row], starts[row + 1])) {
    const [from, to] = [postingStarts[word], postingStarts[word + 1]];
    if (to - from > RARE_COLUMNS) break;
    for (let posting = from; posting < to; posting++) {
      if (chosen.size === RARE_CELLS) return chosen;
      chosen.add(postings[2 * posting]);
    }
  }
  return chosen;
}

function wordsOf({ numbers, starts }: SentenceNumbers, sentence: number): string {
  return numbers.subarray(starts[sentence], starts[sentence + 1]).join();
}
