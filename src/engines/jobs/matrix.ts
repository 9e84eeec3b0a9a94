/** One tile of a comparison matrix, as the `MatrixTile` at an address says. */

import type { Heap } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { MatrixTile } from '../matrix.ts';

export interface MatrixJob {
  kind: 'matrix';
  tile: number;
}

export interface MatrixResult {
  /** Cells that count; if there are more than the tile has room for, only the first ones were written. */
  found: number;
  /** Cells whose LCS was computed. */
  computed: number;
}

export function matrix(job: MatrixJob, kernels: Kernels, heap: Heap): MatrixResult {
  kernels.matrixTile(job.tile);
  const at = job.tile / 4;
  return { found: heap.u32[at + MatrixTile.found], computed: heap.u32[at + MatrixTile.computed] };
}
