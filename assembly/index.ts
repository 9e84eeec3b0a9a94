// All kernels, one module. Every export has a plain TypeScript twin of the same name in src/engines/scalar.

export { bandKeys } from './bands';
export { canonicalize } from './canonicalize';
export { contentHash } from './content-hash';
export { fused } from './fused';
export { joinAcross, joinPart } from './join/join';
export { joinSort } from './join/pair-order';
export { joinCount, joinCountBoth, joinScatter } from './join/partition';
export { scanJsonl } from './jsonl';
export { matrixTile } from './matrix';
export { countShingles, rankShingles } from './rarity';
export { regionalWords } from './regional-words';
export { init } from './scratch';
export { intersect, shingles } from './shingles';
export { majorityCentroids, nearestCentroids, nearestLists } from './signatures/clusters';
export { scanSignatures } from './signatures/scan';
export { buildSketches, searchSketches } from './signatures/sketches';
export { buildSlice, searchSlices } from './signatures/slices';
export { simhash } from './simhash';
export { stemWords } from './stem-words';
// Stateful, one to an instance; the twin is src/indexes/permuted-tables.ts.
export { storeAdd, storeBytes, storeHits, storeQuery, storeRemove } from './store/store';
export { termCounts, topsig } from './topsig';
export { weightedSimhash } from './weighted-simhash';
