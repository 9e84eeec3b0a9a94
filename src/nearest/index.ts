/** The door of nearest/: what other rooms and the public API may call. The contract is `src/nearest.ts`. */
export * from '../nearest.ts';
export { cumulativeDistanceRatio, recallAt } from './indexes/metrics.ts';
export { SignatureStore } from './indexes/signature-store.ts';
export { nearestSignatures } from './nearest-signatures.ts';
export {
  NEAREST_SIGNATURES_RULES,
  type NearestSignaturesOptions,
  QUERY_RULES,
  type QueryOptions,
  refuseUselessStructure,
  SEARCH_RULES,
  type SearchOptions,
  SIGNATURES_RULES,
  type SignaturesOptions,
  type StructureOptions,
} from './options.ts';
export { type Queries, queriesFrom, queryList, results, search } from './search.ts';
export { type FoundText, searchableOfFew } from './search-few.ts';
export { type Query, Searchable, type SearchedParts } from './searchable.ts';
export { countTerms, signCorpus } from './sign-corpus.ts';
export { signJob } from './sign-job.ts';
export { type DocumentSignature, signatures } from './signatures.ts';
export type { SoughtTerm } from './sought-term.ts';
export { type CommonWords, SubjectCounts, type SubjectExample, SubjectExamples } from './subject-examples.ts';
export { queryTerms } from './term-match.ts';
export type { CanonicalTexts, CountTerm } from './term-postings.ts';
export { termSlots } from './term-slots.ts';
