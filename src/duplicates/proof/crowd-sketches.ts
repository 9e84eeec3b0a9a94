/** The sketches of texts in crowded buckets: made before their pairs are listed, so that few of those are compared. */
import type { Corpus } from '../../corpus/index.ts';
import type { VerifyOptions } from '../../duplicates.ts';
import type { Engine } from '../../engines.ts';
import { ordered } from '../../ordered.ts';
import type { CandidateTexts } from '../candidates/candidate-texts.ts';
import { cut } from '../candidates/rare-shingles.ts';
import { hashShingles } from './shingle-hashes-job.ts';
import { CROWD, Sketches } from './sketch.ts';

export class CrowdSketches {
  /** 1 + the place of a text among those with a sketch. */
  private readonly places: Uint32Array;

  private constructor(
    texts: number,
    crowded: Uint32Array,
    private readonly sketches: Sketches,
    private readonly threshold: number,
  ) {
    this.places = new Uint32Array(texts);
    crowded.forEach((text, i) => {
      this.places[text] = i + 1;
    });
  }

  /** Makes the sketches of all texts that are in a bucket with a crowd. Their texts must be in the spool. */
  static async of(
    corpus: Corpus,
    texts: CandidateTexts,
    engine: Engine,
    options: VerifyOptions,
  ): Promise<CrowdSketches> {
    const { memberStarts, members } = texts;
    // sketches say nothing of containment
    const crowded = options.containment === undefined ? crowdedTexts(texts) : new Uint32Array();
    const ranges = new Float64Array(2 * crowded.length);
    let bytes = 0;
    crowded.forEach((text, i) => {
      const document = members[memberStarts[text]];
      ranges[2 * i] = corpus.positions.get(document);
      ranges[2 * i + 1] = corpus.lengths.get(document);
      bytes += ranges[2 * i + 1];
    });
    const sketches = new Sketches(crowded.length, bytes);
    const jobs = ordered(cut({ ranges }), { items: 2 * engine.threads }, async (some) => ({
      first: some.first,
      hashes: await hashShingles({ file: corpus.spool.file, ranges: some.ranges }, engine, options),
    }));
    for await (const { first, hashes } of jobs)
      for (const [i, each] of hashes.entries()) sketches.take(first + i, each);
    return new CrowdSketches(memberStarts.length - 1, crowded, sketches, options.threshold);
  }

  /** Those of its candidates that a text may resemble. */
  *likely(text: number, others: Uint32Array): Generator<number> {
    const { places, sketches } = this;
    const place = others.length > CROWD ? places[text] : 0;
    const isLikely = place === 0 ? undefined : sketches.likely(place - 1, this.threshold);
    for (const other of others) {
      if (isLikely === undefined || places[other] === 0 || isLikely(places[other] - 1)) yield other;
    }
  }
}

/** The texts in buckets with a crowd, ascending. */
function crowdedTexts({ textStarts, buckets }: CandidateTexts): Uint32Array {
  const { count, postStarts, posts } = buckets;
  const sizes = new Uint32Array(count);
  const crowded: number[] = [];
  for (let cell = 0; cell + 1 < textStarts.length; cell++) {
    for (let at = postStarts[cell]; at < postStarts[cell + 1]; at++)
      sizes[posts[at]] += textStarts[cell + 1] - textStarts[cell];
  }
  // most corpora have none
  if (sizes.every((size) => size <= CROWD)) return new Uint32Array();
  for (let cell = 0; cell + 1 < textStarts.length; cell++) {
    let at = postStarts[cell];
    while (at < postStarts[cell + 1] && sizes[posts[at]] <= CROWD) at++;
    if (at === postStarts[cell + 1]) continue;
    for (let text = textStarts[cell]; text < textStarts[cell + 1]; text++) crowded.push(text);
  }
  return Uint32Array.from(crowded);
}
