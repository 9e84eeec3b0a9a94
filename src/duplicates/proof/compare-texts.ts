/** Compares canonical texts that are on the heap: the proof of indexes that are asked text by text. */
import type { HeapText } from '../../corpus/index.ts';
import type { Evidence, VerifyOptions } from '../../duplicates.ts';
import type { Engine } from '../../engines.ts';
import { simhashMode, textShape } from '../../fingerprint/index.ts';
import { compareJob, compareSpace } from './compare-job.ts';
import { evidence, isProved, resemblanceOf, SAME_TEXT } from './evidence.ts';

/**
 * The evidence of every pair of texts, or undefined if it proves nothing.
 * @param pairs 2 indexes into the texts for every pair.
 * @param run The engine's own, or one that runs jobs on this thread.
 */
export async function proveTexts(
  texts: readonly HeapText[],
  pairs: readonly number[],
  { heap, seed }: Engine,
  options: VerifyOptions,
  run: Engine['run'],
): Promise<(Evidence | undefined)[]> {
  const ranges = Float64Array.from(texts.flatMap(({ address, length }) => [address, length]));
  const shape = textShape(options);
  const work = heap.allocate(compareSpace(ranges, shape));
  try {
    const args = { ranges, pairs: Uint32Array.from(pairs), shape, seed, work };
    const compared = await run(compareJob, { ...args, simhashMode: simhashMode(options) });
    return Array.from(compared.common, (common, p) => {
      const a = pairs[2 * p];
      const b = pairs[2 * p + 1];
      const aSize = compared.sizes[a];
      const bSize = compared.sizes[b];
      const contained = common / Math.min(aSize, bSize);
      // most prove nothing
      if (!isProved(resemblanceOf(aSize, bSize, common), contained, options)) return undefined;
      const mayBeSame = common === aSize && common === bSize;
      if (mayBeSame && isSame(texts[a], texts[b], heap.u8)) return SAME_TEXT;
      return evidence(aSize, bSize, common, compared.distances[p]);
    });
  } finally {
    heap.release(work);
  }
}

function isSame(a: HeapText, b: HeapText, u8: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (u8[a.address + i] !== u8[b.address + i]) return false;
  return true;
}
