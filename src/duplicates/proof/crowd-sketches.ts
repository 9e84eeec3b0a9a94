/** The sketches of texts of crowds that may resemble another one: made before their pairs are listed, so that few of those are compared. */
import type { Corpus } from '../../corpus/index.ts';
import type { VerifyOptions } from '../../duplicates.ts';
import type { Engine } from '../../engines.ts';
import { ordered } from '../../ordered.ts';
import type { CandidateTexts } from '../candidates/candidate-texts.ts';
import { CROWD } from '../candidates/crowds.ts';
import { cut } from '../candidates/rare-shingles.ts';
import type { CrowdTexts } from './crowd-texts.ts';
import { hashShingles } from './shingle-hashes-job.ts';
import { Sketches } from './sketch.ts';

export class CrowdSketches {
  private constructor(
    private readonly crowd: CrowdTexts,
    private readonly sketches: Sketches,
    private readonly threshold: number,
  ) {}

  /** Their texts must be in the spool. */
  static async of(
    corpus: Corpus,
    { memberStarts, members }: CandidateTexts,
    crowd: CrowdTexts,
    engine: Engine,
    options: VerifyOptions,
  ): Promise<CrowdSketches> {
    const { taken, counts, compared } = crowd;
    const sketches = new Sketches(taken.length, 0);
    taken.forEach((_, place) => {
      sketches.note(place, counts[2 * place], counts[2 * place + 1]);
    });
    const places = Uint32Array.from(taken.keys()).filter((place) => compared[taken[place]] === 1);
    const ranges = new Float64Array(2 * places.length);
    places.forEach((place, i) => {
      const document = members[memberStarts[taken[place]]];
      ranges[2 * i] = corpus.positions.get(document);
      ranges[2 * i + 1] = corpus.lengths.get(document);
    });
    const jobs = ordered(cut({ ranges }), { items: 2 * engine.threads }, async (part) => ({
      first: part.first,
      hashes: await hashShingles({ file: corpus.spool.file, ranges: part.ranges }, engine, options),
    }));
    for await (const { first, hashes } of jobs)
      for (const [i, own] of hashes.entries()) sketches.draw(places[first + i], own);
    return new CrowdSketches(crowd, sketches, options.threshold);
  }

  /** Those of its candidates, which come before it, that a text may resemble. */
  *likely(text: number, others: Uint32Array): Generator<number> {
    const { crowd, sketches, threshold } = this;
    const { turns } = crowd;
    if (crowd.isEmpty) {
      yield* others;
      return;
    }
    const isLikely =
      others.length > CROWD && turns[text] > 0 ? sketches.likely(turns[text] - 1, threshold) : undefined;
    for (const other of others) {
      if (!crowd.mayResemble(text, other)) continue;
      if (isLikely === undefined || turns[other] === 0 || isLikely(turns[other] - 1)) yield other;
    }
  }
}
