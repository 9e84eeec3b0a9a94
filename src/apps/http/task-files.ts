/** The files of tasks: `N.json` has the state of task N, `N.jsonl` its results. They survive a restart of the service. */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOwnFolder } from './own-folder.ts';
import type { Task } from './service-answers.ts';

export class TaskFiles {
  /** The changes that were asked for. One begins when those before it are over: a task changes while its file is written. */
  private changed: Promise<void> = Promise.resolve();

  constructor(private readonly folder: string) {}

  /** All tasks in order, and the names of unreadable files, which stay where they are. */
  async read(
    isTask: (value: unknown) => value is Task,
  ): Promise<{ readonly tasks: Task[]; readonly unreadable: string[]; readonly last: number }> {
    const tasks: Task[] = [];
    const unreadable: string[] = [];
    const numbers = await this.numbers('.json');
    for (const number of numbers) {
      const path = this.path(number, '.json');
      const task = await readFile(path, 'utf8').then(parsed, () => undefined);
      if (isTask(task) && task.task === number) tasks.push(task);
      else unreadable.push(path);
    }
    return { tasks, unreadable, last: numbers.at(-1) ?? 0 };
  }

  write(task: Task): Promise<void> {
    return this.replace(this.path(task.task, '.json'), JSON.stringify(task));
  }

  writeResult(task: number, result: readonly unknown[]): Promise<void> {
    return this.replace(
      this.path(task, '.jsonl'),
      result.map((each) => `${JSON.stringify(each)}\n`).join(''),
    );
  }

  /** The results of a task; undefined if they are not kept. */
  async result(task: number): Promise<string | undefined> {
    return readFile(this.path(task, '.jsonl'), 'utf8').catch(() => undefined);
  }

  /** Removes all results but the last ones. */
  async keepResults(most: number): Promise<void> {
    const numbers = await this.numbers('.jsonl');
    for (const number of numbers.slice(0, -most)) await rm(this.path(number, '.jsonl'));
  }

  remove(task: number): Promise<void> {
    return this.inTurn(async () => {
      for (const ending of ['.json', '.jsonl']) await rm(this.path(task, ending), { force: true });
    });
  }

  private path(task: number, ending: string): string {
    return join(this.folder, `${task}${ending}`);
  }

  private async numbers(ending: string): Promise<number[]> {
    await makeOwnFolder(this.folder);
    const numbers = (await readdir(this.folder)).flatMap((name) => {
      const [, number] = /^(\d{1,9})(\.\w+)$/.exec(name) ?? [];
      return name === number + ending ? [Number(number)] : [];
    });
    return numbers.sort((x, y) => x - y);
  }

  /** Atomic: a file has either its old content or the whole new one. */
  private replace(path: string, content: string): Promise<void> {
    return this.inTurn(async () => {
      await writeFile(`${path}.new`, content);
      await rename(`${path}.new`, path);
    });
  }

  private inTurn(change: () => Promise<void>): Promise<void> {
    const done = this.changed.then(change);
    this.changed = done.catch(() => {});
    return done;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
