/** The comparison matrix as a picture: if there are too many cells, several share one field; from faint to strong. */
import { Mark, type MatrixCells } from '../../../comparison.ts';
import type { MapData } from './rows.ts';

/** Strengths of a field: not marked similar, and four steps of p. */
const LEVELS = 5;

/** A field is as strong as the strongest cell in it. */
export function mapOf(matrix: MatrixCells, similarWeight: number, size: number): MapData {
  const rowSentences = Math.max(1, Math.ceil(matrix.rows / size));
  const columnSentences = Math.max(1, Math.ceil(matrix.columns / size));
  const rows = Math.ceil(matrix.rows / rowSentences);
  const columns = Math.ceil(matrix.columns / columnSentences);
  // 0: nothing; otherwise the level and one
  const field = new Uint8Array(rows * columns);
  matrix.p.forEach((p, i) => {
    const place =
      Math.floor(matrix.row[i] / rowSentences) * columns + Math.floor(matrix.column[i] / columnSentences);
    const step = Math.floor(((p - similarWeight) / (1 - similarWeight)) * (LEVELS - 1));
    const level = matrix.mark[i] === Mark.none ? 0 : 1 + Math.max(0, Math.min(LEVELS - 2, step));
    field[place] = Math.max(field[place], level + 1);
  });
  const levels = new Array<string>(LEVELS).fill('');
  field.forEach((strength, place) => {
    if (strength === 0) return;
    levels[strength - 1] += `M${place % columns} ${Math.floor(place / columns)}h1v1h-1z`;
  });
  return { rows, columns, rowSentences, columnSentences, levels };
}
