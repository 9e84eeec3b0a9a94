/** Changes to a collection, one after the other. Documents that several callers add at the same time are one batch, and so one commit. */
import type { AddAnswer } from '../../collection.ts';
import { pause } from '../../platform/host.ts';
import type { AddMode } from './decide.ts';
import type { NewDocument } from './new-documents.ts';

/** A batch has at most this many documents and, roughly, characters of text. */
const BATCH_DOCUMENTS = 1024;
const BATCH_TEXT = 4 << 20;

interface Adding {
  readonly documents: readonly NewDocument[];
  readonly mode: AddMode;
  readonly answers: AddAnswer[];
  resolve(answers: AddAnswer[]): void;
  reject(error: unknown): void;
}

interface Task {
  run(): Promise<void>;
}

export class WriteQueue {
  private readonly waiting: (Adding | Task)[] = [];
  private running: Promise<void> | undefined;

  /**
   * @param addBatch Adds documents from the first one on and answers for any number, at least one.
   * @param most Documents in a batch.
   */
  constructor(
    private readonly addBatch: (documents: NewDocument[], mode: AddMode) => Promise<AddAnswer[]>,
    private readonly most: number,
  ) {}

  add(documents: readonly NewDocument[], mode: AddMode): Promise<AddAnswer[]> {
    if (documents.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.enqueue({ documents, mode, answers: [], resolve, reject });
    });
  }

  /** Runs something between two batches. */
  run<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.enqueue({ run: () => task().then(resolve, reject) });
    });
  }

  /** Resolves when nothing is waiting. */
  async settled(): Promise<void> {
    while (this.running !== undefined) await this.running;
  }

  private enqueue(change: Adding | Task): void {
    this.waiting.push(change);
    this.running ??= this.work();
  }

  private async work(): Promise<void> {
    // callers of the same turn share a batch, and so do those that were answered and add again
    for (await pause(); this.waiting.length > 0; await pause()) {
      const first = this.waiting[0];
      if ('run' in first) {
        await first.run();
        this.waiting.shift();
      } else await this.addTogether(first);
    }
    this.running = undefined;
  }

  private async addTogether(first: Adding): Promise<void> {
    const batch: NewDocument[] = [];
    const members: Adding[] = [];
    let text = 0;
    for (const next of this.waiting) {
      if ('run' in next || !isSameMode(next.mode, first.mode) || this.isFull(batch, text)) break;
      members.push(next);
      for (let i = next.answers.length; i < next.documents.length && !this.isFull(batch, text); i++) {
        batch.push(next.documents[i]);
        text += sizeOf(next.documents[i]);
      }
    }
    try {
      const answers = await this.addBatch(batch, first.mode);
      let at = 0;
      for (const { documents, answers: own } of members) {
        while (own.length < documents.length && at < answers.length) own.push(answers[at++]);
      }
      while (this.isDone(this.waiting[0])) {
        const { resolve, answers: all } = this.waiting.shift() as Adding;
        resolve(all);
      }
    } catch (error) {
      this.waiting.splice(0, members.length);
      for (const { reject } of members) reject(error);
    }
  }

  private isFull(batch: readonly NewDocument[], text: number): boolean {
    return batch.length >= Math.min(BATCH_DOCUMENTS, this.most) || text >= BATCH_TEXT;
  }

  private isDone(change: Adding | Task | undefined): boolean {
    return change !== undefined && 'answers' in change && change.answers.length === change.documents.length;
  }
}

function isSameMode(a: AddMode, b: AddMode): boolean {
  return (['onDuplicate', 'refresh', 'byText', 'among'] as const).every((each) => a[each] === b[each]);
}

function sizeOf(document: NewDocument): number {
  return document.id.length + ('text' in document ? document.text.length : 0);
}
