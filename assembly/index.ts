// All kernels, one module, and how an instance of it is made ready. Kernels have plain TypeScript twins of the same name in
// src/engines/scalar.
import { initBands } from './bands';
import { initBlocks } from './blocks';
import { setScratch } from './memory';
import { initWordHash } from './mixed-word';
import { initShingles } from './shingles';
import { initSimhash } from './simhash';
import { initTopsig } from './topsig';
import { initWeighted } from './weighted-simhash';

export { anchors } from './anchors';
export { bandKeys } from './bands';
export { canonicalize } from './canonicalize';
export { contentHash } from './content-hash';
export { escapeJson } from './escape-json';
export { itemProbe } from './item-probe';
export { joinPart } from './join/join';
export { joinCount, joinScatter } from './join/partition';
export { scanJsonl } from './jsonl';
export { matrixTile } from './matrix';
export { mayShare } from './may-share';
export { SCRATCH_BYTES } from './memory';
export { meetShingles } from './met-shingles';
export { countShingles, rankShingles } from './rarity';
export { regionalWords } from './regional-words';
export { sentenceKeys } from './sentence-keys';
export { intersect, shingles } from './shingles';
export { assignLists, majorityCentroids, refineLists } from './signatures/clusters';
export { searchLists } from './signatures/lists';
export { scanSignatures } from './signatures/scan';
export { buildSlice, searchSlices } from './signatures/slices';
export { simhash } from './simhash';
export { stemWords } from './stem-words';
// Stateful, one for each instance; the twin is src/duplicates/candidates/permuted-tables.ts.
export { storeAdd, storeBytes, storeHits, storeQuery, storeRemove } from './store/store';
export { suspects } from './suspects';
export { termCounts, topsig } from './topsig';
export { weightedSimhash } from './weighted-simhash';
export { windowAnchors } from './window-anchors';
export { windowKeys } from './window-keys';

// To be called once, before any kernel: `base` is the address of SCRATCH_BYTES bytes.
export function init(base: usize): void {
  setScratch(base);
  initSimhash();
  initBlocks();
  initWordHash();
  initShingles();
  initBands();
  initTopsig();
  initWeighted();
}
