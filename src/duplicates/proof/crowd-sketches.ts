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
    const each = async (wanted: Uint32Array, take: (place: number, hashes: Uint32Array) => void) => {
      const some = Float64Array.from(
        { length: 2 * wanted.length },
        (_, i) => ranges[2 * wanted[i >> 1] + (i & 1)],
      );
      const jobs = ordered(cut({ ranges: some }), { items: 2 * engine.threads }, async (part) => ({
        first: part.first,
        hashes: await hashShingles({ file: corpus.spool.file, ranges: part.ranges }, engine, options),
      }));
      for await (const { first, hashes } of jobs)
        for (const [i, own] of hashes.entries()) take(wanted[first + i], own);
    };
    await each(
      crowded.map((_, place) => place),
      (place, hashes) => sketches.meet(place, hashes),
    );
    const made = new CrowdSketches(memberStarts.length - 1, crowded, sketches, options.threshold);
    await each(made.drawn(texts, crowded), (place, hashes) => sketches.draw(place, hashes));
    return made;
  }

  /** The places of texts that share a bucket with one that may resemble a text before it: few, unless there are many copies. */
  private drawn({ textStarts, buckets }: CandidateTexts, crowded: Uint32Array): Uint32Array {
    const { count, lookStarts, looks, postStarts, posts } = buckets;
    const isWanted = new Uint8Array(count);
    const cells = cellsOf(textStarts, crowded);
    crowded.forEach((_, place) => {
      if (this.sketches.isAlone(place, this.threshold)) return;
      for (let at = lookStarts[cells[place]]; at < lookStarts[cells[place] + 1]; at++)
        isWanted[looks[at]] = 1;
    });
    const places = crowded.map((_, place) => place);
    return places.filter((place) =>
      posts
        .subarray(postStarts[cells[place]], postStarts[cells[place] + 1])
        .some((bucket) => isWanted[bucket] === 1),
    );
  }

  /** Those of its candidates, which come before it, that a text may resemble. */
  *likely(text: number, others: Uint32Array): Generator<number> {
    const { places, sketches, threshold } = this;
    const place = others.length > CROWD ? places[text] - 1 : -1;
    if (place === -1) {
      yield* others;
      return;
    }
    const isLikely = sketches.isAlone(place, threshold) ? () => false : sketches.likely(place, threshold);
    for (const other of others) if (places[other] === 0 || isLikely(places[other] - 1)) yield other;
  }
}

/** The cells of some texts, which are ascending. */
function cellsOf(textStarts: Uint32Array, texts: Uint32Array): Uint32Array {
  let cell = 0;
  return texts.map((text) => {
    while (textStarts[cell + 1] <= text) cell++;
    return cell;
  });
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
