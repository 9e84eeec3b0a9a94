/** Tasks: work that takes longer than a request. One runs at a time; the others wait. */
import { EventEmitter, once } from 'node:events';
import type { Progress } from '../../index.ts';
import { problemOf, ServiceError } from './problems.ts';
import { TASK_TYPES, type Task, type TaskType } from './service-answers.ts';
import { TaskFiles } from './task-files.ts';

/** The work of a task. It ends early if the signal aborts. */
export type Work = (tools: {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}) => Promise<{ readonly summary: unknown; readonly result?: readonly unknown[] }>;

/** A task that waits, runs, or has ended since the start of the service. */
interface Entry {
  task: Task;
  /** Undefined for a task from before a restart. */
  readonly work?: Work;
  readonly abort: AbortController;
}

const MOST_WAITING = 32;
/** How many finished tasks are remembered, and how many of their results. */
const REMEMBERED = 100;
const RESULTS = 5;
/** Milliseconds between two reports of progress. */
const EVERY = 250;

export class Tasks {
  /** `task` is emitted with the task whenever it has changed. */
  readonly changes = new EventEmitter().setMaxListeners(0);
  private readonly entries = new Map<number, Entry>();
  /** Files that do not say how a task is. */
  unreadable: readonly string[] = [];
  private last = 0;
  private running: Promise<void> | undefined;
  private isClosed = false;

  private constructor(private readonly files: TaskFiles) {}

  /** Tasks that were unfinished when the service ended count as failed. */
  static async open(folder: string): Promise<Tasks> {
    const tasks = new Tasks(new TaskFiles(folder));
    const found = await tasks.files.read(isTask);
    tasks.last = found.last;
    tasks.unreadable = found.unreadable;
    for (const task of found.tasks) {
      const entry = { task, abort: new AbortController() };
      tasks.entries.set(task.task, entry);
      if (task.ended !== undefined) continue;
      const problem = problemOf(new ServiceError('INTERRUPTED', 'The service ended before the task did.'));
      await tasks.update(entry, { state: 'failed', ended: now(), problem });
    }
    return tasks;
  }

  /** Those of a process that takes none, and looks at no files. */
  static none(): Tasks {
    return new Tasks(new TaskFiles(''));
  }

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

  /** The results of a task, as JSON lines, if they are kept. */
  async result(collection: string, number: number): Promise<string> {
    const { task } = this.entry(collection, number);
    const result = await this.files.result(number);
    if (result !== undefined) return result;
    throw new ServiceError('NOT_FOUND', `Task ${number} is ${task.state} and has no result.`, {
      advice: `Only the last ${RESULTS} results are kept.`,
    });
  }

  /** Takes a task; it is known after a new start of the service, too. */
  async start(collection: string, type: TaskType, work: Work): Promise<Task> {
    if (this.isClosed) throw new ServiceError('STOPPING', 'No new tasks are taken.');
    if (this.waiting >= MOST_WAITING) {
      throw new ServiceError('BUSY', 'Too many tasks are waiting.', { headers: { 'retry-after': '10' } });
    }
    const task: Task = { task: ++this.last, collection, type, state: 'queued', created: now() };
    const entry = { task, work, abort: new AbortController() };
    this.entries.set(task.task, entry);
    try {
      await this.files.write(task);
    } catch (error) {
      this.entries.delete(task.task);
      throw error;
    }
    this.changes.emit('task', task);
    this.running ??= this.runAll();
    return task;
  }

  /** Ends a task, now if it waits and soon if it runs. One that has ended stays as it is. */
  async cancel(collection: string, number: number): Promise<Task> {
    const entry = this.entry(collection, number);
    entry.abort.abort(new ServiceError('STOPPING', 'The task was canceled.'));
    if (entry.task.state === 'queued') await this.update(entry, { state: 'canceled', ended: now() });
    return entry.task;
  }

  /** Ends and forgets all tasks of a collection. */
  async remove(collection: string): Promise<void> {
    const tasks = this.list(collection);
    for (const { task } of tasks) await this.cancel(collection, task);
    while (this.list(collection).some(({ ended }) => ended === undefined)) await once(this.changes, 'task');
    for (const { task } of tasks) await this.forget(task);
  }

  /** Cancels waiting tasks, and ends running ones. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const { task } of [...this.inState('queued'), ...this.inState('running')])
      await this.cancel(task.collection, task.task);
    await this.running;
  }

  private entry(collection: string, number: number): Entry {
    const entry = this.entries.get(number);
    if (entry !== undefined && entry.task.collection === collection) return entry;
    throw new ServiceError('NOT_FOUND', `There is no task ${number}.`);
  }

  private inState(state: Task['state']): Entry[] {
    return [...this.entries.values()].filter(({ task }) => task.state === state);
  }

  private async runAll(): Promise<void> {
    // the answer that a task was taken goes first
    await new Promise(setImmediate);
    for (let [next] = this.inState('queued'); next !== undefined; [next] = this.inState('queued')) {
      await this.run(next);
      await this.forgetOld();
    }
    this.running = undefined;
  }

  private async run(entry: Entry): Promise<void> {
    await this.update(entry, { state: 'running', started: now() });
    let reported = 0;
    const onProgress = ({ stage, documents, bytes, totalBytes }: Progress) => {
      if (Date.now() < reported + EVERY) return;
      reported = Date.now();
      this.tell(entry, { stage, documents, bytes, totalBytes });
    };
    const { signal } = entry.abort;
    try {
      const { summary, result } = await entry.work!({ signal, onProgress });
      if (result !== undefined) await this.files.writeResult(entry.task.task, result);
      await this.update(entry, { state: 'finished', ended: now(), summary });
    } catch (error) {
      if (signal.aborted) await this.update(entry, { state: 'canceled', ended: now() });
      else await this.update(entry, { state: 'failed', ended: now(), problem: problemOf(error) });
    }
  }

  private async update(entry: Entry, change: Partial<Task>): Promise<void> {
    this.tell(entry, change);
    // if the disk is full the task counts as interrupted after the next start
    await this.files.write(entry.task).catch(() => {});
    // it was removed with its collection meanwhile
    if (!this.entries.has(entry.task.task)) await this.files.remove(entry.task.task);
  }

  private tell(entry: Entry, change: Partial<Task>): void {
    entry.task = { ...entry.task, ...change };
    this.changes.emit('task', entry.task);
  }

  private async forgetOld(): Promise<void> {
    const ended = [...this.entries.values()].filter(({ task }) => task.ended !== undefined);
    for (const { task } of ended.slice(0, -REMEMBERED)) await this.forget(task.task);
    await this.files.keepResults(RESULTS);
  }

  private async forget(number: number): Promise<void> {
    this.entries.delete(number);
    await this.files.remove(number);
  }
}

function now(): string {
  return new Date().toISOString();
}

/** Whether it has the fields of every task. */
function isTask(value: unknown): value is Task {
  const { collection, type, state, created } = (value ?? {}) as Partial<Task>;
  return [collection, state, created].every((each) => typeof each === 'string') && TASK_TYPES.includes(type!);
}
