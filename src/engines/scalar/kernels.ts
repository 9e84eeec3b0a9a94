/** The plain TypeScript kernels: the specification that the wasm kernels must match bit for bit. */
import { type Kernels, TWO_STEPS } from '../../engines.ts';
import type { Heap } from '../heap.ts';
import { bandKeys } from './bands.ts';
import { canonicalize } from './canonicalize.ts';
import { contentHash } from './content-hash.ts';
import { joinCount, joinPart, joinScatter } from './join.ts';
import { countShingles, rankShingles } from './rarity.ts';
import { intersect, shingles } from './shingles.ts';
import { simhash } from './simhash.ts';
import { stemWords } from './stem-words.ts';

export function scalarKernels(heap: Heap): Kernels {
  return {
    name: 'scalar',
    canonicalize: (...args) => canonicalize(heap, ...args),
    simhash: (...args) => simhash(heap, ...args),
    // no gain without SIMD: the two kernels are the specification
    fused: () => TWO_STEPS,
    contentHash: (...args) => contentHash(heap, ...args),
    shingles: (...args) => shingles(heap, ...args),
    intersect: (...args) => intersect(heap, ...args),
    joinCount: (...args) => joinCount(heap, ...args),
    joinScatter: (...args) => joinScatter(heap, ...args),
    joinPart: (part) => joinPart(heap, part),
    bandKeys: (...args) => bandKeys(heap, ...args),
    countShingles: (...args) => countShingles(heap, ...args),
    rankShingles: (...args) => rankShingles(heap, ...args),
    stemWords: (...args) => stemWords(heap, ...args),
  };
}
