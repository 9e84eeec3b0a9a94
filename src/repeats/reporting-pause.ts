/** What a search of repeats does between two documents: it says how far it is, and lets other work of the thread have its turn. */
import { pauses } from '../abort.ts';
import type { RunOptions } from '../run-options.ts';

/** @param share How much of the stage is done, 0 to 1. */
export type Pause = (
  stage: 'match' | 'verify',
  documents: number,
  share: number,
) => Promise<void> | undefined;

/** Documents between two reports, and the share of a stage after which one comes in any case. */
const DOCUMENTS = 1000;
const SHARE = 0.01;

export function reportingPause({ signal, onProgress }: Pick<RunOptions, 'signal' | 'onProgress'>): Pause {
  const pause = pauses(signal);
  let told = { stage: '', share: 0 };
  return (stage, documents, share) => {
    if (stage !== told.stage || documents % DOCUMENTS === 0 || share >= told.share + SHARE) {
      onProgress({ stage, documents, doneShare: share });
      told = { stage, share };
    }
    return pause();
  };
}
