/** The exhaustive scan in plain TypeScript: every query against every signature. The oracle of all searches. */
import type { Twin } from '../../kernels.ts';
import { distanceOf, fieldsOf, Nearest } from './search.ts';

export const scanSignatures: Twin<'scanSignatures'> = (heap, search) => {
  const field = fieldsOf(heap, search);
  const { u8, u32 } = heap;
  const [signatures, count, bytes, k] = [field('signatures'), field('count'), field('bytes'), field('k')];
  for (let q = 0; q < field('queryCount'); q++) {
    const query = field('queries') + q * bytes;
    const mask = field('masks') === 0 ? 0 : field('masks') + q * bytes;
    const nearest = new Nearest(u32, field('out') + 8 * q * k, k, field('removed'));
    for (let i = 0; i < count; i++) {
      nearest.offer(distanceOf(u8, query, signatures + i * bytes, bytes, mask), i);
    }
  }
};
