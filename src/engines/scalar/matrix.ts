/**
 * Cells of a comparison matrix that count, in plain TypeScript: the specification of `assembly/matrix.ts`, with the textbook
 * LCS.
 */

import type { Twin } from '../kernels.ts';
import { type MatrixField, MatrixTileFields } from '../structs.ts';

export const matrixTile: Twin<'matrixTile'> = (heap, tile) => {
  const { u32 } = heap;
  const field = (name: MatrixField) => u32[tile / 4 + MatrixTileFields[name]];
  const array = (name: MatrixField) => field(name) / 4;
  const [rowWords, rowStarts, columnWords, columnStarts] = [
    array('rowWords'),
    array('rowStarts'),
    array('columnWords'),
    array('columnStarts'),
  ];
  const least = array('least');
  const [room, out] = [field('room'), array('out')];
  let found = 0;
  let computed = 0;
  for (let row = field('rowFrom'); row < field('rowTo'); row++) {
    const start = rowWords + u32[rowStarts + row];
    const end = rowWords + u32[rowStarts + row + 1];
    if (start === end) continue;
    const columns =
      field('pruned') === 0
        ? range(field('columnFrom'), field('columnTo'))
        : candidatesOf(u32, array, field, row);
    for (const column of columns) {
      const from = columnWords + u32[columnStarts + column];
      const to = columnWords + u32[columnStarts + column + 1];
      const lcs = lcsLength(u32, start, end, from, to);
      computed++;
      if (lcs < u32[least + Math.max(end - start, to - from)]) continue;
      if (found < room) u32.set([row, column, lcs], out + 3 * found);
      found++;
    }
  }
  u32[tile / 4 + MatrixTileFields.found] = found;
  u32[tile / 4 + MatrixTileFields.computed] = computed;
};

/** Length of the longest common subsequence of u32[a, aEnd) and u32[b, bEnd). */
function lcsLength(u32: Uint32Array, a: number, aEnd: number, b: number, bEnd: number): number {
  // lengths[j]: of the part of a so far and the first j words of b
  const lengths = new Uint32Array(bEnd - b + 1);
  for (let i = a; i < aEnd; i++) {
    const word = u32[i];
    let diagonal = 0;
    for (let j = 1; j < lengths.length; j++) {
      const above = lengths[j];
      if (u32[b + j - 1] === word) lengths[j] = diagonal + 1;
      else if (lengths[j - 1] > above) lengths[j] = lengths[j - 1];
      diagonal = above;
    }
  }
  return lengths[lengths.length - 1];
}

/** The columns of the tile that satisfy both bounds: the shorter length, and the words in common. */
function candidatesOf(
  u32: Uint32Array,
  array: (name: MatrixField) => number,
  field: (name: MatrixField) => number,
  row: number,
): number[] {
  const [starts, columnStarts, least] = [array('rowStarts'), array('columnStarts'), array('least')];
  const sorted = array('rowSorted') + u32[starts + row];
  const length = u32[starts + row + 1] - u32[starts + row];
  const needed = u32[least + length];
  const counts = new Map<number, number>();
  let at = 0;
  // a column that has none of these, the rarest, has too few of the others
  while (at + needed <= length) {
    const word = u32[sorted + at];
    const first = at;
    while (at < length && u32[sorted + at] === word) at++;
    const list = array('postingStarts') + word;
    for (let posting = u32[list]; posting < u32[list + 1]; posting++) {
      const column = u32[array('postings') + 2 * posting];
      if (column < field('columnFrom') || column >= field('columnTo')) continue;
      const common = Math.min(at - first, u32[array('postings') + 2 * posting + 1]);
      counts.set(column, (counts.get(column) ?? 0) + common);
    }
  }
  const rest = length - at;
  return [...counts].flatMap(([column, common]) => {
    const other = u32[columnStarts + column + 1] - u32[columnStarts + column];
    const enough = u32[least + Math.max(length, other)];
    return Math.min(common + rest, length, other) >= enough ? [column] : [];
  });
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}
