/** How the join divides fingerprints into chunks. */
import { blockStart, stepStart } from '../../../engines/scalar/join/blocks.ts';

/** At most this many bits make chunks. */
export const MAX_CHUNK_BITS = 12;

/** The highest bits of a block, by which chunks are made: up to `most`, from `shift` on. */
export function chunkBits(first: number, blocks: number, most: number): { shift: number; bits: number } {
  const end = blockStart(first + 1, blocks);
  const shift = stepStart(blockStart(first, blocks), end, most);
  return { shift, bits: end - shift };
}

/** Do the kernels of this engine join by quarters of the fingerprint? Then values are rotated when they are scattered. */
export function goesByQuarters(engine: 'wasm' | 'scalar', maxDistance: number, blocks: number): boolean {
  return engine === 'wasm' && maxDistance === 3 && blocks === 4;
}
