/**
 * The calls that add documents, given one by one or in files. Each call is read, then takes its turn in the queue of changes, which hands its
 * documents over in batches: all lines of a batch are one commit, and only then does the collection change.
 */
import type { AddAnswer, AddSummary, AddToCollectionOptions } from '../../collection.ts';
import { PreparedTexts } from '../../corpus/index.ts';
import { resolveOptions, uselessOption } from '../../option-rules.ts';
import { ordered } from '../../ordered.ts';
import type { Input, InputDocument, ReadRunOptions } from '../../read/index.ts';
import { RunStream } from '../../run-stream.ts';
import type { CollectionParts } from '../collection-parts.ts';
import { ADD_RULES, resolveReading } from '../options.ts';
import { killPoint } from '../store/kill-points.ts';
import { eventLine } from '../store/records.ts';
import type { Merges } from '../tables/merges.ts';
import { AddBatch } from './add-batch.ts';
import type { AddMode } from './decide.ts';
import { type NewDocument, newDocuments } from './new-documents.ts';
import type { WriteQueue } from './write-queue.ts';

export class Additions {
  /** The calls of `add` whose documents are read, in their order. */
  private turn: Promise<unknown> = Promise.resolve();

  /** Documents that the delta has room for, unless a batch needs more. */
  private readonly capacity: number;

  /** @param writer The queue of changes. It throws if the collection cannot be changed. */
  constructor(
    private readonly parts: CollectionParts,
    private readonly writer: () => WriteQueue,
    private readonly merges: Merges,
  ) {
    this.capacity = parts.documents.delta.capacity;
  }

  async add(given: readonly InputDocument[], options: AddToCollectionOptions): Promise<AddAnswer[]> {
    const { queue, batches, mode } = this.toAdd(given, options, {});
    const read = documentsOf(batches);
    // a failure is raised when its turn comes
    read.catch(() => {});
    // a call that is read faster does not come before earlier ones
    const turn = this.turn.then(async () => ({ answers: queue.add(await read, mode) }));
    this.turn = turn.catch(() => {});
    return (await turn).answers;
  }

  addFrom(
    input: Input,
    options: AddToCollectionOptions,
    reading: Partial<ReadRunOptions>,
  ): RunStream<AddAnswer, AddSummary> {
    const { batches, mode } = this.toAdd(input, options, reading);
    return new RunStream(this.addBatches(batches, mode), options.signal ?? reading.signal);
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

  /** Resolves when the documents of all calls of `add` are in the queue. */
  async settled(): Promise<void> {
    await this.turn;
  }

  private toAdd(input: Input, options: AddToCollectionOptions, reading: Partial<ReadRunOptions>) {
    const resolved = resolveOptions(ADD_RULES, options);
    const queue = this.writer();
    const { clock, window } = this.parts.documents;
    if (window !== undefined && resolved.expires !== undefined) {
      throw uselessOption('expires', 'documents expire when they leave the window', 'Leave it out.');
    }
    const {
      onDuplicate = 'keep',
      refresh,
      byText,
      among,
      maxId,
      expires,
      signal = reading.signal,
    } = resolved;
    const read = resolveReading({ ...reading, signal });
    const batches = newDocuments(input, expires, clock, read, window, maxId);
    return { queue, batches, mode: { onDuplicate, refresh, byText, among } };
  }

  private async *addBatches(
    batches: AsyncIterable<NewDocument[]>,
    mode: AddMode,
  ): AsyncGenerator<AddAnswer, AddSummary> {
    const start = performance.now();
    const counts = { added: 0, replaced: 0, unchanged: 0, duplicate: 0, refused: 0, failed: 0 };
    // the collection may be closed between two batches
    const add = async (batch: NewDocument[]) => this.writer().add(batch, mode);
    // one batch is read while the one before is added
    for await (const answers of ordered(batches, { items: 2 }, add)) {
      for (const answer of answers) {
        counts[answer.state]++;
        yield answer;
      }
    }
    const { duplicate: duplicates, ...others } = counts;
    const documents = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const seconds = Math.round(performance.now() - start) / 1000;
    return { documents, ...others, duplicates, commit: this.parts.folder.log.end.commit, seconds };
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

async function documentsOf(batches: AsyncIterable<NewDocument[]>): Promise<NewDocument[]> {
  const documents: NewDocument[] = [];
  for await (const batch of batches) documents.push(...batch);
  return documents;
}
