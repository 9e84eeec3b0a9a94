/** Reads documents into canonical sentences in the spool. */

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
  onBatch: (batch: SentenceBatch) => void,
): Promise<void> {
  const { heap, threads } = steps.engine;
  const batches = ordered(packDocuments(documents), { items: 2 * threads }, (cut) =>
    canonicalSentences(cut, steps),
  );
  for await (const batch of batches) {
    onBatch(batch);
    texts.add(batch, heap);
    batch.release();
  }
}
