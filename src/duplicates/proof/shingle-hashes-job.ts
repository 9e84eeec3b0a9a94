/** The job that hashes the shingles of canonical texts in a file or on the heap, for their sketches. */
import { longestText } from '../../corpus/index.ts';
import type { VerifyOptions } from '../../duplicates.ts';
import { type Address, addressIn, aligned, type Job, type Seed } from '../../engines/index.ts';
import { shingleRoom } from '../../engines/layouts/shingle-bits.ts';
import type { Engine } from '../../engines.ts';
import { textShape } from '../../fingerprint/index.ts';
import { openTexts, readTextInto } from '../../platform/spool.ts';
import type { TextsInFile } from '../../platform.ts';
import { shingleHashes } from './met-shingles.ts';

/** Descriptor, open for reading. If left out, the positions of the ranges are addresses on the heap. */
type Texts = Pick<TextsInFile, 'ranges'> & Partial<TextsInFile>;

type HashArguments = Texts & {
  /** How texts are cut into shingles, from `shingleShape`. */
  shape: number;
  /** Of the shingles' values. */
  seed: Seed;
  /** Work space for the longest text and, twice over, its shingles. */
  work: Address;
};

export const shingleHashesJob: Job<HashArguments, Uint32Array[]> = {
  name: 'shingle hashes',
  prepare: openTexts,
  run({ file, ranges, shape, seed, work }, kernels, heap) {
    const values = aligned(work, longestText(ranges) + 64);
    return Array.from({ length: ranges.length / 2 }, (_, i) => {
      const length = ranges[2 * i + 1];
      if (file !== undefined) readTextInto(file, heap.u8, work, length, ranges[2 * i]);
      const text = file === undefined ? addressIn(ranges, 2 * i) : work;
      const size = kernels.shingles(text, length, shape, seed.low, seed.high, values);
      return shingleHashes(heap.u32.subarray(values / 4, values / 4 + 2 * size));
    });
  },
};

/** Hashes of the distinct shingles of every text. */
export async function hashShingles(
  texts: Texts,
  { heap, seed, run }: Engine,
  options: VerifyOptions,
): Promise<Uint32Array[]> {
  const shape = textShape(options);
  const longest = longestText(texts.ranges);
  const work = heap.allocate(longest + 256 + 16 * shingleRoom(longest, shape));
  try {
    return await run(shingleHashesJob, { ...texts, shape, seed, work });
  } finally {
    heap.release(work);
  }
}
