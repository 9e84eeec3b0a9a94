/** Seeded fingerprints for the case suites, in the shapes that collections have. */

/**
 * - random: no structure, with every tenth a copy of an earlier one with up to seven flipped bits
 * - clustered: few centers, everything within a few bits of one of them
 * - skewed: as random, but many share the same 40 bits, so that table keys are very unequally filled
 * - identical: few distinct values, each many times
 */
export type Shape = 'random' | 'clustered' | 'skewed' | 'identical';

export const shapes: readonly Shape[] = ['random', 'clustered', 'skewed', 'identical'];

const SHARED_40_BITS = 0xfff0_ff0f_0ff0_0f0fn;

export function sampleFingerprints(shape: Shape, size: number, seed: number): BigUint64Array {
  const next = splitmix64(BigInt(seed));
  const below = (limit: number) => Number(next() % BigInt(limit));
  const flip = (value: bigint, most: number) => {
    for (let flips = below(most + 1); flips > 0; flips--) value ^= 1n << BigInt(below(64));
    return value;
  };
  const centers = Array.from({ length: 12 }, next);
  const all = new BigUint64Array(size);
  for (let i = 0; i < size; i++) {
    const copy = i > 0 && below(10) === 0;
    if (shape === 'clustered') all[i] = flip(centers[below(centers.length)], 4);
    else if (shape === 'identical') all[i] = below(50) === 0 ? next() : centers[below(3)];
    else if (copy) all[i] = flip(all[below(i)], 7);
    else if (shape === 'skewed' && below(3) === 0)
      all[i] = (centers[0] & SHARED_40_BITS) | (next() & ~SHARED_40_BITS);
    else all[i] = next();
  }
  return all;
}

export function splitmix64(seed: bigint): () => bigint {
  let state = seed;
  const u64 = (value: bigint) => BigInt.asUintN(64, value);
  return () => {
    state = u64(state + 0x9e3779b97f4a7c15n);
    let z = state;
    z = u64((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = u64((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  };
}
