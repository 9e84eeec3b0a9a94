/** Match: which documents should be compared? Candidates among fingerprints become candidates among distinct texts. */

export { CandidateGraph } from './match/candidate-graph.ts';
export { type CandidateTexts, candidateTexts, type MatchOptions } from './match/candidate-texts.ts';
export { countTerms, signCorpus } from './match/sign-corpus.ts';
export { matchTerms, queryTerms } from './match/term-match.ts';
export type { TextRows } from './match/term-postings.ts';
