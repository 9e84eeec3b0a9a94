/** The door of nearest/: what other rooms and the public API may call. The contract is `src/nearest.ts`. */
export * from '../nearest.ts';
export { cumulativeDistanceRatio, recallAt } from './indexes/metrics.ts';
export { SignatureStore } from './indexes/signature-store.ts';
export {
  NEAREST_SIGNATURES_RULES,
  type NearestSignaturesOptions,
  nearestSignatures,
} from './nearest-signatures.ts';
export type {
  QueryOptions,
  SearchOptions,
  StructureOptions,
} from './options.ts';
export { QUERY_RULES, refuseUselessStructure, SEARCH_RULES } from './options.ts';
export { type Queries, queriesFrom, queryList, results, search } from './search.ts';
export { type Query, Searchable, type SearchedParts } from './searchable.ts';
export { countTerms, signCorpus } from './sign-corpus.ts';
export { signJob } from './sign-job.ts';
export {
  type DocumentSignature,
  SIGNATURES_RULES,
  type SignaturesOptions,
  signatures,
} from './signatures.ts';
export type { SoughtTerm } from './sought-term.ts';
export { type CommonWords, SubjectCounts, type SubjectExample, SubjectExamples } from './subject-examples.ts';
export type { CanonicalTexts, CountTerm } from './term-postings.ts';
