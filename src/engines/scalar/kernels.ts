/** The plain TypeScript kernels: the specification that the wasm kernels must match bit for bit. */

import type { Heap } from '../heap.ts';
import type { KernelName, Kernels, Twin } from '../kernels.ts';
import { anchors } from './anchors.ts';
import { bandKeys } from './bands.ts';
import { canonicalize } from './canonicalize.ts';
import { contentHash } from './content-hash.ts';
import { escapeJson } from './escape-json.ts';
import { itemProbe } from './item-probe.ts';
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
import { windowAnchors } from './window-anchors.ts';
import { windowKeys } from './window-keys.ts';

export function scalarKernels(heap: Heap): Kernels {
  const kernels = Object.entries(TWINS).map(([name, twin]) => [
    name,
    (...args: readonly never[]) =>
      (twin as (heap: Heap, ...args: readonly never[]) => unknown)(heap, ...args),
  ]);
  return { ...Object.fromEntries(kernels), name: 'scalar' };
}

const TWINS: { readonly [Name in KernelName]: Twin<Name> } = {
  canonicalize,
  simhash,
  contentHash,
  suspects,
  shingles,
  intersect,
  itemProbe,
  joinCount,
  joinScatter,
  joinPart,
  bandKeys,
  countShingles,
  rankShingles,
  termCounts,
  topsig,
  scanSignatures,
  buildSlice,
  searchSlices,
  searchLists,
  majorityCentroids,
  assignLists,
  refineLists,
  scanJsonl,
  matrixTile,
  weightedSimhash,
  stemWords,
  regionalWords,
  anchors,
  sentenceKeys,
  mayShare,
  meetShingles,
  escapeJson,
  windowAnchors,
  windowKeys,
};
