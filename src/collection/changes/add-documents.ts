/** Adds documents to a collection, batch by batch: all lines of a batch are one commit, and only then does the collection change. */

import type { AddAnswer } from '../../collection.ts';
import { PreparedTexts } from '../../corpus/index.ts';
import type { CollectionParts } from '../collection-parts.ts';
import { killPoint } from '../store/kill-points.ts';
import { eventLine } from '../store/records.ts';
import type { Merges } from '../tables/merges.ts';
import { AddBatch } from './add-batch.ts';
import type { AddMode } from './decide.ts';
import type { NewDocument } from './new-documents.ts';

/** Adds documents from the first one on, after making room for them. It answers for as many as `addBatch` does. */
export function batchAdder(parts: CollectionParts, merges: Merges) {
  const { folder, documents, derived, events } = parts;
  const { capacity } = documents.delta;
  return async (given: readonly NewDocument[], mode: AddMode): Promise<AddAnswer[]> => {
    const { delta } = documents;
    const { closedFiles } = folder.log;
    if (delta.length + given.length > delta.capacity) {
      documents.forgetOutside();
      await derived.freeze(folder.log.end, capacity);
    }
    const answers = await addBatch(given.slice(0, firstRepeated(given)), mode, parts);
    // events are safe with their documents; what cannot be copied now is copied with the next ones
    await events.settled().catch(() => {});
    derived.followDelta();
    const isLonger = documents.window !== undefined && folder.log.closedFiles.length > closedFiles.length;
    if (delta !== documents.delta || isLonger) merges.inBackground(isLonger);
    return answers;
  };
}

/** The place of the first document whose id is that of one before it: it is decided after that one is stored. */
function firstRepeated(documents: readonly NewDocument[]): number {
  const ids = new Set<string>();
  for (const [i, { id }] of documents.entries()) {
    if (ids.has(id)) return i;
    ids.add(id);
  }
  return documents.length;
}

/** Adds documents that all have other ids, and returns an answer for each. What watches find is written in the same commit. */
async function addBatch(
  given: readonly NewDocument[],
  mode: AddMode,
  { documents, folder, settings, watches, events }: CollectionParts,
): Promise<AddAnswer[]> {
  const texts = given.map((each) => ('text' in each ? each : { text: '' }));
  const prepared = await PreparedTexts.of(texts, documents.steps);
  try {
    const batch = new AddBatch(given, prepared, documents, mode);
    const answers = await batch.decide(settings);
    const found = await watches.find(batch.arrived, prepared);
    const lines = batch.documentLines();
    const others = [...batch.sightLines(), ...found.map((event) => eventLine({ ...event }))];
    if (lines.length + others.length === 0) batch.store([]);
    else {
      const { places, commit } = await folder.log.append([...lines, ...others]);
      killPoint('documents committed');
      batch.store(places);
      events.add(commit, found);
    }
    return answers;
  } finally {
    prepared.release();
  }
}
