/**
 * Inverted lists of whole signatures, in plain TypeScript: a query looks into the lists whose centroids are nearest. Only centroids
 * whose first bytes are near are compared in full.
 */

import type { Twin } from '../../kernels.ts';
import {
  BLOCK_SIGNATURES,
  LIST_MARGIN,
  NO_BLOCK,
  NO_SIGNATURE,
  PREFIX_BYTES,
} from '../../layouts/signature-search.ts';
import { distanceOf, fieldsOf, Nearest } from './search.ts';

export const searchLists: Twin<'searchLists'> = (heap, search) => {
  const field = fieldsOf(heap, search);
  const { u8, u32 } = heap;
  const [bytes, k] = [field('bytes'), field('k')];
  for (let q = 0; q < field('queryCount'); q++) {
    const query = field('queries') + q * bytes;
    const nearest = new Nearest(u32, field('out') + 8 * q * k, k, field('removed'));
    const distancesTo = (within: number) =>
      Array.from({ length: field('lists') }, (_, list) =>
        distanceOf(u8, query, field('centroids') + list * bytes, within),
      );
    const firstDistances = distancesTo(Math.min(bytes, PREFIX_BYTES));
    const limit = firstDistances.toSorted((a, b) => a - b)[field('listProbes') - 1] + LIST_MARGIN;
    const distances = distancesTo(bytes);
    const probed = [...distances.keys()]
      .filter((list) => firstDistances[list] <= limit)
      .sort((a, b) => distances[a] - distances[b] || a - b)
      .slice(0, field('listProbes'));
    for (const list of probed) {
      let block = u32[(field('firstBlocks') >>> 2) + list];
      for (; block !== NO_BLOCK; block = u32[(field('nextBlocks') >>> 2) + block]) {
        for (let slot = BLOCK_SIGNATURES * block; slot < BLOCK_SIGNATURES * (block + 1); slot++) {
          const number = u32[(field('slots') >>> 2) + slot];
          if (number === NO_SIGNATURE) continue;
          nearest.offer(distanceOf(u8, query, field('blockSignatures') + slot * bytes, bytes), number);
        }
      }
    }
  }
};
