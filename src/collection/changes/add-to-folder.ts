/** Stores batches of documents in a folder: all lines of a batch are one commit, and only then does the collection change. */
import type { AddAnswer } from '../../collection.ts';
import { PreparedTexts } from '../../corpus/index.ts';
import type { CollectionParts } from '../collection-parts.ts';
import { killPoint } from '../store/kill-points.ts';
import { eventLine } from '../store/records.ts';
import type { Merges } from '../tables/merges.ts';
import { AddBatch } from './add-batch.ts';
import type { AddMode } from './decide.ts';
import type { NewDocument } from './new-documents.ts';

export class FolderAdditions {
  /** Documents that the delta has room for, unless a batch needs more. */
  private readonly capacity: number;

  constructor(
    private readonly parts: CollectionParts,
    private readonly merges: Merges,
  ) {
    this.capacity = parts.documents.delta.capacity;
  }

  /**
   * Adds documents when it is their turn, from the first one on, and answers for those added. A second document with an id is not among them: it is
   * decided after the first one is stored.
   */
  async addSome(given: readonly NewDocument[], mode: AddMode): Promise<AddAnswer[]> {
    const { folder, documents, derived, events } = this.parts;
    const { delta } = documents;
    const { closedFiles } = folder.log;
    if (delta.length + given.length > delta.capacity) {
      documents.forgetOutside();
      await derived.freeze(folder.log.end, this.capacity);
    }
    const ids = new Set<string>();
    const repeated = given.findIndex(({ id }) => ids.size === ids.add(id).size);
    const answers = await this.addBatch(repeated === -1 ? given : given.slice(0, repeated), mode);
    // events are safe with their documents; if copying fails now, they are copied with the next ones
    await events.settled().catch(() => {});
    derived.followDelta();
    const isLonger = documents.window !== undefined && folder.log.closedFiles.length > closedFiles.length;
    if (delta !== documents.delta || isLonger) this.merges.inBackground(isLonger);
    return answers;
  }

  /** Adds documents with distinct ids. The watches' matches are written in the same commit. */
  private async addBatch(given: readonly NewDocument[], mode: AddMode): Promise<AddAnswer[]> {
    const { documents, folder, settings, watches, events } = this.parts;
    const texts = given.map((each) => ('text' in each ? each : { text: '' }));
    const prepared = await PreparedTexts.of(texts, documents.steps);
    try {
      const batch = new AddBatch(given, prepared, documents, mode, settings);
      const answers = await batch.decide();
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
}
