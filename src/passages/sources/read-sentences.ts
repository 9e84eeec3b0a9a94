/** Reads documents into canonical sentences in the spool, and counts in how many sentences every word occurs. */

import { TERM_SLOTS, TermStatistics } from '../../fingerprint/index.ts';
import { ordered } from '../../ordered.ts';
import type { GivenText } from '../../passages.ts';
import {
  canonicalSentences,
  packDocuments,
  type SentenceBatch,
  type SentenceSteps,
} from '../canonical-sentences.ts';
import type { SourceTexts } from './source-texts.ts';

/** @param onBatch Called with every batch before its documents are entered into the texts. */
export async function readSentences(
  documents: AsyncIterable<GivenText> | Iterable<GivenText>,
  steps: SentenceSteps,
  texts: SourceTexts,
  onBatch: (batch: SentenceBatch) => void = () => {},
): Promise<TermStatistics> {
  const { heap, kernels, threads } = steps.engine;
  const counts = heap.allocate(4 * TERM_SLOTS);
  heap.u8.fill(0, counts, counts + 4 * TERM_SLOTS);
  const batches = ordered(packDocuments(documents), { items: 2 * threads }, (cut) =>
    canonicalSentences(cut, steps),
  );
  for await (const batch of batches) {
    onBatch(batch);
    texts.add(batch, heap);
    kernels.termCounts(batch.text, batch.offsets, batch.count, counts);
    batch.release();
  }
  const statistics = new TermStatistics(heap.u32.slice(counts / 4, counts / 4 + TERM_SLOTS), texts.sentences);
  heap.release(counts);
  return statistics;
}
