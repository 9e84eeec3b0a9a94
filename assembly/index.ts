// All kernels, one module. Every export has a plain TypeScript twin of the same name in src/engines/scalar.
export { init } from "./scratch";
export { canonicalize } from "./canonicalize";
export { simhash } from "./simhash";
export { contentHash } from "./content-hash";
export { shingles, intersect } from "./shingles";
export { joinCount, joinCountBoth, joinScatter } from "./join/partition";
export { joinAcross, joinPart } from "./join/join";
export { joinSort } from "./join/pair-order";
export { fused } from "./fused";
// Stateful, one to an instance; the twin is src/indexes/permuted-tables.ts.
export { storeAdd, storeBytes, storeHits, storeQuery, storeRemove } from "./store/store";
export { bandKeys } from "./bands";
export { countShingles, rankShingles } from "./rarity";
export { termCounts, topsig } from "./topsig";
export { scanSignatures } from "./signatures/scan";
export { buildSlice, searchSlices } from "./signatures/slices";
export { buildSketches, searchSketches } from "./signatures/sketches";
export { majorityCentroids, nearestCentroids, nearestLists } from "./signatures/clusters";
export { scanJsonl } from "./jsonl";
export { matrixTile } from "./matrix";
export { weightedSimhash } from "./weighted-simhash";
export { stemWords } from "./stem-words";
export { regionalWords } from "./regional-words";
