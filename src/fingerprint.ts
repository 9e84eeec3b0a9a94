/**
 * Fingerprint: what does a document look like in 64 bits? Texts that share most of their words get fingerprints that
 * differ in few bits.
 *
 * | fingerprint | detects                                   |
 * |-------------|-------------------------------------------|
 * | simhash     | copies with few edits, any length of text |
 * | topsig      | texts on the same subject, nearest first  |
 */

export interface FingerprintOptions {
  /** `sdbm` is exactly paper A; `mixed` passes it through a 64-bit finalizer (see docs/algorithms.md). @default 'mixed' */
  readonly hash: 'mixed' | 'sdbm';
  /** Count a word as often as it occurs (`counts`, paper A) or once (`sets`). @default 'sets' */
  readonly features: 'counts' | 'sets';
  /** The bit where as many words say 1 as say 0: 0 (the text of paper A) or 1 (its printed example). @default 0 */
  readonly ties: 0 | 1;
}

export { formatFingerprint, parseFingerprint, simhashMode, simhashOf } from './fingerprint/simhash.ts';
export { TERM_SLOTS, TermStatistics } from './fingerprint/term-statistics.ts';
