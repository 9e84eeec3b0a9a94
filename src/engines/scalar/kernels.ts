/** The plain TypeScript kernels: the specification that the wasm kernels must match bit for bit. */

import type { Heap } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { TWO_STEPS } from '../layouts/modes.ts';
import { anchors } from './anchors.ts';
import { bandKeys } from './bands.ts';
import { canonicalize } from './canonicalize.ts';
import { contentHash } from './content-hash.ts';
import { escapeJson } from './escape-json.ts';
import { joinCount, joinPart, joinScatter } from './join.ts';
import { scanJsonl } from './jsonl.ts';
import { matrixTile } from './matrix.ts';
import { mayShare } from './may-share.ts';
import { meetShingles } from './met-shingles.ts';
import { countShingles, rankShingles } from './rarity.ts';
import { regionalWords } from './regional-words.ts';
import { sentenceKeys } from './sentence-keys.ts';
import { intersect, shingles } from './shingles.ts';
import { assignLists, majorityCentroids, refineLists } from './signatures/clusters.ts';
import { searchLists } from './signatures/lists.ts';
import { scanSignatures } from './signatures/scan.ts';
import { buildSlice, searchSlices } from './signatures/slices.ts';
import { simhash } from './simhash.ts';
import { stemWords } from './stem-words.ts';
import { suspects } from './suspects.ts';
import { termCounts, topsig } from './topsig.ts';
import { weightedSimhash } from './weighted-simhash.ts';

export function scalarKernels(heap: Heap): Kernels {
  return {
    name: 'scalar',
    canonicalize: (...args) => canonicalize(heap, ...args),
    simhash: (...args) => simhash(heap, ...args),
    // no gain without SIMD: the two kernels are the specification
    fused: () => TWO_STEPS,
    contentHash: (...args) => contentHash(heap, ...args),
    suspects: (...args) => suspects(heap, ...args),
    shingles: (...args) => shingles(heap, ...args),
    intersect: (...args) => intersect(heap, ...args),
    joinCount: (...args) => joinCount(heap, ...args),
    joinScatter: (...args) => joinScatter(heap, ...args),
    joinPart: (part) => joinPart(heap, part),
    bandKeys: (...args) => bandKeys(heap, ...args),
    countShingles: (...args) => countShingles(heap, ...args),
    rankShingles: (...args) => rankShingles(heap, ...args),
    meetShingles: (...args) => meetShingles(heap, ...args),
    termCounts: (...args) => termCounts(heap, ...args),
    topsig: (...args) => topsig(heap, ...args),
    scanSignatures: (search) => scanSignatures(heap, search),
    buildSlice: (...args) => buildSlice(heap, ...args),
    searchSlices: (search) => searchSlices(heap, search),
    searchLists: (search) => searchLists(heap, search),
    majorityCentroids: (...args) => majorityCentroids(heap, ...args),
    assignLists: (...args) => assignLists(heap, ...args),
    refineLists: (...args) => refineLists(heap, ...args),
    scanJsonl: (scan) => scanJsonl(heap, scan),
    matrixTile: (tile) => matrixTile(heap, tile),
    weightedSimhash: (...args) => weightedSimhash(heap, ...args),
    stemWords: (...args) => stemWords(heap, ...args),
    regionalWords: (...args) => regionalWords(heap, ...args),
    anchors: (...args) => anchors(heap, ...args),
    sentenceKeys: (...args) => sentenceKeys(heap, ...args),
    mayShare: (asked) => mayShare(heap, asked),
    escapeJson: (...args) => escapeJson(heap, ...args),
  };
}
