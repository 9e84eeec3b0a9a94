/** The job that makes sketches of canonical texts in a file or on the heap. */
import { longestText, openTexts, readText, type TextsInFile } from '../../collection/index.ts';
import type { VerifyOptions } from '../../duplicates.ts';
import { type Job, type Seed, shingleRoom } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';
import { textShape } from '../../fingerprint/index.ts';
import { type SketchColumns, Sketches } from './sketch.ts';

/** Descriptor, open for reading. If left out, the positions of the ranges are addresses on the heap. */
type Texts = Pick<TextsInFile, 'ranges'> & Partial<TextsInFile>;

type SketchArguments = Texts & {
  /** How texts are cut into shingles, from `shingleShape`. */
  shape: number;
  /** Of the shingles' values. */
  seed: Seed;
  /** Work space for the longest text and, twice over, its shingles. */
  work: number;
};

export const sketchJob: Job<SketchArguments, SketchColumns> = {
  name: 'sketch',
  prepare: openTexts,
  run({ file, ranges, shape, seed, work }, kernels, heap) {
    const values = 8 * Math.ceil((work + longestText(ranges) + 64) / 8);
    const sketches = new Sketches(ranges.length / 2);
    for (let i = 0; 2 * i < ranges.length; i++) {
      const length = ranges[2 * i + 1];
      if (file !== undefined) readText(file, heap.u8, work, length, ranges[2 * i]);
      const text = file === undefined ? ranges[2 * i] : work;
      const size = kernels.shingles(text, length, shape, seed.low, seed.high, values);
      sketches.take(i, heap.u32.subarray(values / 4, values / 4 + 2 * size));
    }
    return { words: sketches.words, sizes: sketches.sizes };
  },
};

/** Makes the sketches of texts. */
export async function makeSketches(
  texts: Texts,
  { heap, seed, run }: Engine,
  options: VerifyOptions,
): Promise<SketchColumns> {
  const shape = textShape(options);
  const longest = longestText(texts.ranges);
  const work = heap.allocate(longest + 256 + 16 * shingleRoom(longest, shape));
  try {
    return await run(sketchJob, { ...texts, shape, seed, work });
  } finally {
    heap.release(work);
  }
}
