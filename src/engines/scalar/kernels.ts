/** The plain TypeScript kernels: the specification that the wasm kernels must match bit for bit. */
import type { Kernels } from '../../engines.ts';
import type { Heap } from '../heap.ts';
import { canonicalize } from './canonicalize.ts';
import { contentHash } from './content-hash.ts';
import { joinCount, joinPart, joinScatter } from './join.ts';
import { intersect, shingles } from './shingles.ts';
import { simhash } from './simhash.ts';
import { stemWords } from './stem-words.ts';

export function scalarKernels(heap: Heap): Kernels {
  return {
    name: 'scalar',
    canonicalize: (...args) => canonicalize(heap, ...args),
    simhash: (...args) => simhash(heap, ...args),
    contentHash: (...args) => contentHash(heap, ...args),
    shingles: (...args) => shingles(heap, ...args),
    intersect: (...args) => intersect(heap, ...args),
    joinCount: (...args) => joinCount(heap, ...args),
    joinScatter: (...args) => joinScatter(heap, ...args),
    joinPart: (part) => joinPart(heap, part),
    stemWords: (...args) => stemWords(heap, ...args),
  };
}
