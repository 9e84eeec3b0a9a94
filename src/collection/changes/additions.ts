/**
 * The calls that add documents, given one by one or in files. Each call is read, then takes its turn in the queue of changes, which hands its
 * documents over in batches.
 */
import type { AddAnswer, AddSummary, AddToCollectionOptions } from '../../collection.ts';
import { resolveOptions, uselessOption } from '../../option-rules.ts';
import { ordered } from '../../ordered.ts';
import type { Input, InputDocument, ReadRunOptions } from '../../read/index.ts';
import { RunStream } from '../../run-stream.ts';
import { ADD_RULES, resolveReading } from '../options.ts';
import type { StreamWindow } from '../window/stream-window.ts';
import type { AddMode } from './decide.ts';
import { type NewDocument, newDocuments } from './new-documents.ts';
import type { WriteQueue } from './write-queue.ts';

/** What documents are added to: its clock in seconds, the window of a stream, and the number of its last commit. */
export interface AddedTo {
  readonly clock: () => number;
  readonly window?: StreamWindow;
  commit(): number;
}

export class Additions {
  /** The calls of `add` whose documents are read, in their order. */
  private turn: Promise<unknown> = Promise.resolve();

  /**
   * @param to What the documents are added to.
   * @param writer The queue of changes. It throws if the collection cannot be changed.
   */
  constructor(
    private readonly to: AddedTo,
    private readonly writer: () => WriteQueue,
  ) {}

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

  /** Resolves when the documents of all calls of `add` are in the queue. */
  async settled(): Promise<void> {
    await this.turn;
  }

  private toAdd(input: Input, options: AddToCollectionOptions, reading: Partial<ReadRunOptions>) {
    const resolved = resolveOptions(ADD_RULES, options);
    const queue = this.writer();
    const { clock, window } = this.to;
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
    return { documents, ...others, duplicates, commit: this.to.commit(), seconds };
  }
}

async function documentsOf(batches: AsyncIterable<NewDocument[]>): Promise<NewDocument[]> {
  const documents: NewDocument[] = [];
  for await (const batch of batches) documents.push(...batch);
  return documents;
}
