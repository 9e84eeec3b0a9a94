/**
 * The file of the keys, `keys.jsonl`. Whoever cannot read all of it lets nobody in, since what is missing may be a revocation:
 *
 * - Every line has a checksum (`sum`) and names the one of the line before it (`after`): a changed, cut or missing line is noticed.
 * - `keys.last` has the checksum of the last line that was acknowledged: lost lines at the end are noticed as well.
 *
 * Several processes may append (`neardup keys create` beside a running service). Of two that append at the same moment the second one names a line
 * that is no longer the last: such a line counts for nothing, and its writer tries again.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, NeardupError, syncFolder } from '../../index.ts';
import { replaceFile } from './replace-file.ts';

const ATTEMPTS = 100;
const LINE = /^(\{"after":"([0-9a-f]{32}|)",.*),"sum":"([0-9a-f]{32})"\}$/s;

interface Content<T> {
  readonly entries: readonly T[];
  /** Checksums of the lines that count. */
  readonly sums: ReadonlySet<string>;
  readonly last: string;
}

export class KeyFile<T extends object> {
  /** Undefined: there is no file. */
  private content: Content<T> | undefined;
  /** What the files looked like when all of them was read. */
  private seen: string | undefined;
  /** The file is read by one at a time: what was read earlier does not take the place of what was read later. */
  private turn: Promise<void> = Promise.resolve();
  private readonly path: string;
  private readonly lastPath: string;

  private constructor(
    private readonly folder: string,
    private readonly isEntry: (value: object) => value is T,
  ) {
    this.path = join(folder, 'keys.jsonl');
    this.lastPath = join(folder, 'keys.last');
  }

  /** @param isEntry Whether a line that is as it was written is an entry. */
  static async open<T extends object>(
    folder: string,
    isEntry: (value: object) => value is T,
  ): Promise<KeyFile<T>> {
    const file = new KeyFile<T>(folder, isEntry);
    await file.refresh();
    return file;
  }

  get exists(): boolean {
    return this.content !== undefined;
  }

  get entries(): readonly T[] {
    return this.content?.entries ?? [];
  }

  /** Reads the file again if it has changed. Raises BAD_KEYS if not all of it can be read. */
  refresh(): Promise<void> {
    const done = this.turn.then(() => this.readAgain());
    this.turn = done.catch(() => {});
    return done;
  }

  /** When it resolves, the entry is on the disk. */
  async append(entry: T): Promise<void> {
    await makeFolder(this.folder);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await this.refresh();
      const sum = await this.appendAfter(this.content?.last ?? '', entry);
      await this.refresh();
      if (this.content?.sums.has(sum) !== true) continue;
      await replaceFile(this.lastPath, [`${sum}\n`], (file) => giveToOwner(file, this.folder));
      return this.refresh();
    }
    throw this.damaged('is written by others all the time');
  }

  /** @returns The checksum of the line. */
  private async appendAfter(last: string, entry: T): Promise<string> {
    const body = JSON.stringify({ after: last, ...entry }).slice(0, -1);
    const sum = sumOf(Buffer.from(body).toString('latin1'));
    const line = Buffer.from(`${body},"sum":"${sum}"}\n`);
    const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW = 0 } = constants;
    // root does not write to what another user makes it find here
    const noLink = process.getuid?.() === 0 ? O_NOFOLLOW : 0;
    const file = await open(this.path, O_APPEND | O_CREAT | O_RDWR | noLink, 0o600);
    try {
      await giveToOwner(file, this.folder);
      const { size } = await file.stat();
      try {
        await file.appendFile(line);
        await file.datasync();
      } catch (error) {
        // half a line would lock everybody out
        if ((await file.stat()).size < size + line.length) await file.truncate(size);
        throw error;
      }
    } finally {
      await file.close();
    }
    await syncFolder(this.folder);
    return sum;
  }

  private async readAgain(): Promise<void> {
    try {
      const now = `${await looksOf(this.path)} ${await looksOf(this.lastPath)}`;
      if (now === this.seen) return;
      this.content = await this.read();
      this.seen = now;
    } catch (error) {
      this.seen = undefined;
      throw error instanceof NeardupError ? error : this.unreadable(error);
    }
  }

  private async read(): Promise<Content<T> | undefined> {
    // first: whoever appends at this moment writes it after the line
    const acknowledged = await textOf(this.lastPath);
    const text = await textOf(this.path);
    if (text === undefined) {
      if (acknowledged === undefined && this.content === undefined) return undefined;
      throw this.damaged('is gone');
    }
    const read = this.parse(text);
    // the process that made the file may have been killed before it wrote a line: then no line was acknowledged
    const known = [this.content?.last || undefined, acknowledged?.replace(/\n$/, '')];
    if (!known.every((sum) => sum === undefined || read.sums.has(sum)))
      throw this.damaged('lacks lines that it had');
    return read;
  }

  private parse(text: string): Content<T> {
    const lines = text.split('\n');
    if (lines.pop() !== '') throw this.damaged(`is damaged in line ${lines.length + 1}, which has no end`);
    const entries: T[] = [];
    const sums = new Set<string>();
    let last = '';
    for (const [i, line] of lines.entries()) {
      const [, body, after, sum] = LINE.exec(line) ?? [];
      if (body === undefined || sumOf(body) !== sum) throw this.damaged(`is damaged in line ${i + 1}`);
      // another process was faster when it was written, or it is there twice
      if (after !== last && (after === '' || sums.has(after))) continue;
      if (after !== last) throw this.damaged(`lacks a line before line ${i + 1}`);
      const { after: _, ...entry } = JSON.parse(`${Buffer.from(body, 'latin1')}}`);
      if (!this.isEntry(entry)) throw this.damaged(`is damaged in line ${i + 1}, which is no key`);
      entries.push(entry);
      sums.add(sum);
      last = sum;
    }
    return { entries, sums, last };
  }

  private damaged(what: string): NeardupError {
    return new NeardupError('BAD_KEYS', `${this.path} ${what}. So nobody is let in.`);
  }

  private unreadable(cause: unknown): NeardupError {
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException;
    return new NeardupError('BAD_KEYS', `${this.path} cannot be read (${code}). So nobody is let in.`, {
      cause,
      advice: `Run it as the owner of the file, or give the file to the user of the service: chown --reference="${this.folder}" "${this.folder}"/keys.*`,
    });
  }
}

function sumOf(latin1: string): string {
  return createHash('sha256').update(latin1, 'latin1').digest('hex').slice(0, 32);
}

/** The bytes of a file, each as a character; undefined if there is none. */
function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'latin1').catch(unlessMissing);
}

async function looksOf(path: string): Promise<string> {
  const about = await stat(path, { bigint: true }).catch(unlessMissing);
  return about === undefined ? 'none' : [about.ino, about.size, about.mtimeNs, about.ctimeNs].join(':');
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}

/** What root writes belongs to the owner of the folder, as whom the service runs. */
async function giveToOwner(file: FileHandle, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  const about = await file.stat();
  if (about.uid === uid && about.gid === gid) return;
  // not what is somewhere else as well
  if (about.isFile() && about.nlink === 1) await file.chown(uid, gid);
}
