/** Shingles that earlier texts have, in plain TypeScript. The reference for `assembly/met-shingles.ts`; see `Kernels`. */
import { hash64 } from '../hamming.ts';
import type { Twin } from '../kernels.ts';

export const meetShingles: Twin<'meetShingles'> = ({ u8, u32 }, values, count, filter, mask) => {
  const places = Array.from({ length: count }, (_, i) => {
    return hash64(u32[values / 4 + 2 * i], u32[values / 4 + 2 * i + 1]) & mask;
  });
  const met = places.filter((place) => (u8[filter + (place >>> 3)] >>> (place & 7)) & 1).length;
  for (const place of places) u8[filter + (place >>> 3)] |= 1 << (place & 7);
  return met;
};
