/** Tasks: work that takes longer than a request. One runs at a time; the others wait. */
import { EventEmitter } from 'node:events';
import type { Progress } from '../../index.ts';
import { type Problem, problemOf, ServiceError } from './problems.ts';

export const TASK_TYPES = ['import', 'groups', 'merge', 'backup', 'compare'] as const;
export type TaskType = (typeof TASK_TYPES)[number];
export type TaskState = 'queued' | 'running' | 'finished' | 'failed' | 'canceled';

export interface Task {
  readonly task: number;
  readonly collection: string;
  readonly type: TaskType;
  readonly state: TaskState;
  readonly created: string;
  readonly started?: string;
  readonly ended?: string;
  readonly stage?: Progress['stage'];
  readonly documents?: number;
  readonly bytes?: number;
  readonly totalBytes?: number;
  readonly summary?: unknown;
  readonly problem?: Problem;
}

/** What a task does. It ends early if the signal aborts. */
export type Work = (tools: {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}) => Promise<{ readonly summary: unknown; readonly result?: readonly unknown[] }>;

interface Entry {
  task: Task;
  /** Bytes of results that are kept in memory. */
  result?: readonly unknown[];
  readonly work: Work;
  readonly abort: AbortController;
}

const MOST_WAITING = 32;
/** Tasks that ended and are remembered, and those of them whose results are. */
const REMEMBERED = 100;
const RESULTS = 5;
/** Milliseconds between two reports of progress. */
const EVERY = 250;

export class Tasks {
  /** `task` is emitted with the task whenever it has changed. */
  readonly changes = new EventEmitter().setMaxListeners(0);
  private readonly entries = new Map<number, Entry>();
  private running: Promise<void> | undefined;
  private isClosed = false;

  constructor(private last = 0) {}

  list(collection: string): Task[] {
    const tasks = [...this.entries.values()].map(({ task }) => task);
    return tasks.filter((task) => task.collection === collection).reverse();
  }

  get waiting(): number {
    return this.inState('queued').length;
  }

  get(collection: string, number: number): Task {
    return this.entry(collection, number).task;
  }

  /** What a task found, if it is kept. */
  result(collection: string, number: number): readonly unknown[] {
    const { task, result } = this.entry(collection, number);
    if (result !== undefined) return result;
    throw new ServiceError('NOT_FOUND', `Task ${number} is ${task.state} and has no result.`, {
      advice: `Only the last ${RESULTS} results are kept.`,
    });
  }

  start(collection: string, type: TaskType, work: Work): Task {
    if (this.isClosed) throw new ServiceError('STOPPING', 'No new tasks are taken.');
    if (this.waiting >= MOST_WAITING) {
      throw new ServiceError('BUSY', 'Too many tasks are waiting.', { headers: { 'retry-after': '10' } });
    }
    const task: Task = {
      task: ++this.last,
      collection,
      type,
      state: 'queued',
      created: new Date().toISOString(),
    };
    this.entries.set(task.task, { task, work, abort: new AbortController() });
    this.changes.emit('task', task);
    this.running ??= this.runAll();
    return task;
  }

  /** Ends a task, now if it waits and soon if it runs. One that has ended stays as it is. */
  cancel(collection: string, number: number): Task {
    const entry = this.entry(collection, number);
    if (entry.task.state === 'queued') this.update(entry, { state: 'canceled', ended: now() });
    entry.abort.abort(new ServiceError('STOPPING', 'The task was canceled.'));
    return entry.task;
  }

  /** Cancels what waits, and ends what runs. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const { task } of [...this.inState('queued'), ...this.inState('running')])
      this.cancel(task.collection, task.task);
    await this.running;
  }

  private entry(collection: string, number: number): Entry {
    const entry = this.entries.get(number);
    if (entry !== undefined && entry.task.collection === collection) return entry;
    throw new ServiceError('NOT_FOUND', `There is no task ${number}.`);
  }

  private inState(state: TaskState): Entry[] {
    return [...this.entries.values()].filter(({ task }) => task.state === state);
  }

  private async runAll(): Promise<void> {
    // the answer that a task was taken goes first
    await new Promise(setImmediate);
    for (let [next] = this.inState('queued'); next !== undefined; [next] = this.inState('queued')) {
      await this.run(next);
      this.forget();
    }
    this.running = undefined;
  }

  private async run(entry: Entry): Promise<void> {
    this.update(entry, { state: 'running', started: now() });
    let reported = 0;
    const onProgress = ({ stage, documents, bytes, totalBytes }: Progress) => {
      if (Date.now() < reported + EVERY) return;
      reported = Date.now();
      this.update(entry, { stage, documents, bytes, totalBytes });
    };
    const { signal } = entry.abort;
    try {
      const { summary, result } = await entry.work({ signal, onProgress });
      entry.result = result;
      this.update(entry, { state: 'finished', ended: now(), summary });
    } catch (error) {
      if (signal.aborted) this.update(entry, { state: 'canceled', ended: now() });
      else this.update(entry, { state: 'failed', ended: now(), problem: problemOf(error) });
    }
  }

  private update(entry: Entry, change: Partial<Task>): void {
    entry.task = { ...entry.task, ...change };
    this.changes.emit('task', entry.task);
  }

  private forget(): void {
    const ended = [...this.entries.values()].filter(({ task }) => task.ended !== undefined);
    for (const { task } of ended.slice(0, -REMEMBERED)) this.entries.delete(task.task);
    for (const entry of ended.filter(({ result }) => result !== undefined).slice(0, -RESULTS))
      entry.result = undefined;
  }
}

function now(): string {
  return new Date().toISOString();
}
