/**
 * A file of JSON lines that only grows: keys and reviews. An entry is on the disk when `append` resolves. Other processes may append as
 * well (`neardup keys create` beside a running service); `refresh` reads what they wrote.
 */
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export class Journal<T> {
  private entries: T[] = [];
  private size = 0;
  private last: Promise<void> = Promise.resolve();

  private constructor(private readonly path: string) {}

  static async open<T>(path: string): Promise<Journal<T>> {
    const journal = new Journal<T>(path);
    await journal.refresh();
    return journal;
  }

  get lines(): readonly T[] {
    return this.entries;
  }

  /** Entries are written one after the other. */
  append(entry: T): Promise<void> {
    const done = this.last.then(() => this.write(entry));
    this.last = done.catch(() => {});
    return done;
  }

  /** Reads the file again if it has changed. True if it has. */
  async refresh(): Promise<boolean> {
    const size = existsSync(this.path) ? (await stat(this.path)).size : 0;
    if (size === this.size) return false;
    const lines = (await readFile(this.path, 'utf8')).split('\n');
    // a line without an end was not acknowledged
    lines.pop();
    this.entries = lines.flatMap((line) => parsed<T>(line));
    this.size = size;
    return true;
  }

  private async write(entry: T): Promise<void> {
    const folder = dirname(this.path);
    await mkdir(folder, { recursive: true });
    const isNew = !existsSync(this.path);
    const file = await open(this.path, 'a+', 0o600);
    try {
      const { size } = await file.stat();
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
      // the rest of a line that was cut off becomes a line of its own, which is no JSON
      const start = size > 0 && buffer.toString() !== '\n' ? '\n' : '';
      await file.write(`${start}${JSON.stringify(entry)}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
    if (isNew) await syncFolder(folder);
    await this.refresh();
  }
}

function parsed<T>(line: string): T[] {
  try {
    return [JSON.parse(line) as T];
  } catch {
    return [];
  }
}

/** A new name is on the disk when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
