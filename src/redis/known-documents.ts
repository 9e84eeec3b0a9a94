/**
 * Sketches of documents that this process met in a crowd. They rule out documents that a text cannot resemble, without fetching their texts
 * again. They are known by their postings. A posting is of another text only if its id was replaced twice, and then with a
 * probability of 1 in 65,536.
 */
import { type HeapText, here } from '../corpus/index.ts';
import { CROWD, hashShingles, KnownSketches } from '../duplicates/index.ts';
import type { Engine } from '../engines.ts';
import type { SharedIndexSettings } from '../redis.ts';
import type { Met } from './buckets.ts';
import { POSTING_BYTES } from './library.ts';

export class KnownDocuments {
  private readonly known = new KnownSketches();

  constructor(
    private readonly engine: Engine,
    private readonly settings: SharedIndexSettings,
  ) {}

  /** Whether there are enough documents to be worth remembering. */
  static isCrowd(documents: number): boolean {
    return documents > CROWD;
  }

  /**
   * The documents that a text may resemble, or of which nothing is known.
   * @param posting Of the text.
   * @param hashes Of the documents.
   * @param met Their postings.
   */
  async likely(
    text: HeapText,
    posting: Buffer,
    hashes: readonly string[],
    met: Met['postings'],
  ): Promise<string[]> {
    const [own] = await this.hashes([text]);
    const { known } = this;
    // nothing waits from here on: another text could take all room, and then places are given anew
    known.reserve(1 + hashes.length);
    const place = known.placeOf(wordsOf(posting), 0);
    if (!known.sketches.has(place)) known.sketches.take(place, own);
    const isLikely = known.sketches.likely(place, this.settings.threshold);
    return hashes.filter((hash) => {
      const postings = met.get(hash);
      // a challenger may not have been met
      if (postings === undefined) return true;
      return postings.some((each) => {
        const other = known.placeOf(wordsOf(each), 0);
        return !known.sketches.has(other) || isLikely(other);
      });
    });
  }

  /** Keeps sketches of documents, given their postings and texts. */
  async learn(postings: readonly Buffer[], texts: readonly HeapText[]): Promise<void> {
    const hashes = await this.hashes(texts);
    const { known } = this;
    known.reserve(postings.length);
    for (const [i, posting] of postings.entries()) {
      const place = known.placeOf(wordsOf(posting), 0);
      if (!known.sketches.has(place)) known.sketches.take(place, hashes[i]);
    }
  }

  private hashes(texts: readonly HeapText[]): Promise<Uint32Array[]> {
    const ranges = Float64Array.from(texts.flatMap(({ address, length }) => [address, length]));
    return hashShingles({ ranges }, here(this.engine), this.settings);
  }
}

/** A posting in the place of a hash. */
function wordsOf(posting: Buffer): Uint32Array {
  const words = new Uint32Array(4);
  new Uint8Array(words.buffer).set(posting.subarray(0, POSTING_BYTES));
  return words;
}
