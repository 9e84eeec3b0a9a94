/**
 * Fingerprint: what does a document look like in 64 bits? Texts that share most of their words get fingerprints that
 * differ in few bits. Or a document is a set of checksums of its shingles (paper C): the more of them two texts share, the more they have in common.
 *
 * | fingerprint            | detects                                   | size                  | gives                       |
 * |------------------------|-------------------------------------------|-----------------------|-----------------------------|
 * | simhash                | copies with few edits, any length of text | 8 bytes               | distance in bits            |
 * | weighted simhash       | such copies; rare words count more        | 8 bytes               | distance in bits            |
 * | image: n smallest      | texts that share shingles                 | 8n bytes              | resemblance                 |
 * | image: divisible by m  | these, and one text inside another        | 8/m bytes a shingle   | resemblance and containment |
 * | image: all             | these, exactly                            | 8 bytes a shingle     | resemblance and containment |
 * | topsig                 | texts on the same subject, nearest first  | 128 bytes             | distance in bits            |
 */

export interface FingerprintOptions {
  /** `sdbm` is exactly paper A; in `mixed` every bit depends on every byte (see docs/algorithms.md). */
  readonly hash: 'mixed' | 'sdbm';
  /** A word counts once (`sets`) or as often as it occurs (`counts`, paper A). */
  readonly features: 'counts' | 'sets';
  /** The value of a bit for which equally many words have 1 and 0: 0 (the text of paper A) or 1 (its printed example). */
  readonly ties: 0 | 1;
}

/** How texts are cut into shingles, for candidates and comparison alike. */
export interface ShingleOptions {
  /** Words (or what `unit` says) in a shingle, 1 to 16. */
  readonly shingle: number;
  /** The units of a shingle. */
  readonly unit?: 'word' | 'character' | 'sentence';
  /**
   * `classic`: words as they come. `sorted`: words are sorted inside every shingle, so that their order there does not count (paper C). `free`: words are sorted
   * inside every sentence, so that their order does not count within a sentence; if the unit is sentences or characters, the
   * same as `sorted`.
   */
  readonly order?: 'classic' | 'sorted' | 'free';
}
