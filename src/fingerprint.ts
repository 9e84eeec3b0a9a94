/**
 * Fingerprint: what does a document look like in 64 bits? Texts that share most of their words get fingerprints that
 * differ in few bits. Or as a set of checksums of its shingles (paper C): as many as two texts share, so much they have in common.
 *
 * | fingerprint            | detects                                   | size                  | gives                       |
 * |------------------------|-------------------------------------------|-----------------------|-----------------------------|
 * | simhash                | copies with few edits, any length of text | 8 bytes               | distance in bits            |
 * | weighted simhash       | the same, rare words counting more        | 8 bytes               | distance in bits            |
 * | image: n smallest      | texts that share shingles                 | 8n bytes              | resemblance                 |
 * | image: divisible by m  | the same, and one text inside another     | 8/m bytes a shingle   | resemblance and containment |
 * | image: all             | the same, exactly                         | 8 bytes a shingle     | resemblance and containment |
 * | topsig                 | texts on the same subject, nearest first  | 128 bytes             | distance in bits            |
 */

export interface FingerprintOptions {
  /** `sdbm` is exactly paper A; in `mixed` every bit depends on every byte (see docs/algorithms.md). @default 'mixed' */
  readonly hash: 'mixed' | 'sdbm';
  /** Count a word as often as it occurs (`counts`, paper A) or once (`sets`). @default 'sets' */
  readonly features: 'counts' | 'sets';
  /** The bit where as many words say 1 as say 0: 0 (the text of paper A) or 1 (its printed example). @default 0 */
  readonly ties: 0 | 1;
}
