/** The job that counts which shingles of canonical texts were met in texts before them. One such job runs at a time. */
import type { Address, Job } from '../../engines/index.ts';
import { openTexts } from '../../platform/spool.ts';
import { eachText, type ShingledTexts } from '../candidates/each-text.ts';

export interface MeetArguments extends ShingledTexts {
  /** As `Kernels.meetShingles` takes them. */
  filter: Address;
  mask: number;
}

/** For every text its distinct shingles, and how many of them texts before it have, at most. */
export const meetJob: Job<MeetArguments, Uint32Array> = {
  name: 'meet shingles',
  prepare: openTexts,
  run(args, kernels, heap) {
    const counts = new Uint32Array(args.ranges.length);
    eachText(args, kernels, heap, (text, values, size) => {
      counts[2 * text] = size;
      counts[2 * text + 1] = kernels.meetShingles(values, size, args.filter, args.mask);
    });
    return counts;
  },
};
