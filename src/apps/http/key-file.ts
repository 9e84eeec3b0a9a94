/**
 * The file of the keys, `keys.jsonl`. If it cannot be read completely, no key is accepted, since the missing part may be a revocation:
 *
 * - Every line has a checksum (`sum`) and names the one of the line before it (`after`): a changed, cut or missing line is noticed.
 * - `keys.last` has the checksum of the last line that was acknowledged: lost lines at the end are noticed as well. It is there before the first
 *   line is written, so that its absence beside `keys.jsonl` is damage, wherever a process was killed.
 *
 * Several processes may append (`neardup keys create` beside a running service). Of two that append at the same moment the second one names a line
 * that is no longer the last: such a line counts for nothing, and its writer tries again.
 */
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, NeardupError, syncFolder } from '../../index.ts';
import { replaceFile } from './replace-file.ts';
import { openLine, sealLine } from './sealed-lines.ts';

const ATTEMPTS = 100;
/** The content of `keys.last` before a line was acknowledged. */
const NO_LINE = 'none';

interface Content<T> {
  readonly entries: readonly T[];
  /** Checksums of the lines that count. */
  readonly sums: ReadonlySet<string>;
  readonly last: string;
}

export class KeyFile<T extends object> {
  /** Undefined: there is no file. */
  private content: Content<T> | undefined;
  /** The state of the files at the last complete read. */
  private seen: string | undefined;
  /** One reader at a time, so that an older read never replaces a newer one. */
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

  /** Reads the file again if it has changed. Raises BAD_KEYS if it cannot be read completely. */
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
      if (this.content === undefined) await this.acknowledge(NO_LINE);
      const sum = await this.appendAfter(this.content?.last ?? '', entry);
      await this.refresh();
      if (this.content?.sums.has(sum) !== true) continue;
      await this.acknowledge(sum);
      return this.refresh();
    }
    throw this.damaged('is written by others all the time');
  }

  private acknowledge(last: string): Promise<void> {
    return replaceFile(this.lastPath, [`${last}\n`], (file) => giveToOwner(file, this.folder));
  }

  /** @returns The checksum of the line. */
  private async appendAfter(last: string, entry: T): Promise<string> {
    const sealed = sealLine({ after: last, ...entry });
    const line = Buffer.from(`${sealed.line}\n`);
    const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW = 0 } = constants;
    // root must not follow a link that another user put here
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
    return sealed.sum;
  }

  private async readAgain(): Promise<void> {
    try {
      const looks = await looksOf(this.path);
      const lastLooks = await looksOf(this.lastPath);
      if (looks !== undefined && lastLooks === undefined)
        throw this.damaged('has no keys.last, without which lost lines go unnoticed');
      const now = `${looks} ${lastLooks}`;
      if (now === this.seen) return;
      this.content = await this.read();
      this.seen = now;
    } catch (error) {
      this.seen = undefined;
      throw error instanceof NeardupError ? error : this.unreadable(error);
    }
  }

  private async read(): Promise<Content<T> | undefined> {
    // read this first: a process appending now updates it after writing the line
    const acknowledged = (await textOf(this.lastPath))?.replace(/\n$/, '');
    const text = await textOf(this.path);
    const known = [this.content?.last || undefined, acknowledged === NO_LINE ? undefined : acknowledged];
    if (text === undefined && acknowledged === undefined && this.content === undefined) return undefined;
    // the process that made the first key may have been killed before it wrote a line: from then on a key is needed
    const read = this.parse(text ?? '');
    if (!known.every((sum) => sum === undefined || read.sums.has(sum)))
      throw this.damaged(text === undefined ? 'is gone' : 'lacks lines that it had');
    return read;
  }

  private parse(text: string): Content<T> {
    const lines = text.split('\n');
    if (lines.pop() !== '') throw this.damaged(`is damaged in line ${lines.length + 1}, which has no end`);
    const entries: T[] = [];
    const sums = new Set<string>();
    let last = '';
    for (const [i, line] of lines.entries()) {
      const opened = openLine(line);
      if (opened === undefined) throw this.damaged(`is damaged in line ${i + 1}`);
      const { after, ...entry } = opened.entry as { readonly after?: unknown };
      const { sum } = opened;
      if (typeof after !== 'string') throw this.damaged(`is damaged in line ${i + 1}, which is no key`);
      // another process was faster when it was written, or it is there twice
      if (after !== last && (after === '' || sums.has(after))) continue;
      if (after !== last) throw this.damaged(`lacks a line before line ${i + 1}`);
      if (!this.isEntry(entry)) throw this.damaged(`is damaged in line ${i + 1}, which is no key`);
      entries.push(entry);
      sums.add(sum);
      last = sum;
    }
    return { entries, sums, last };
  }

  private damaged(what: string): NeardupError {
    return nobodyLetIn(this.path, what);
  }

  private unreadable(cause: unknown): NeardupError {
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException;
    return new NeardupError(
      'BAD_KEYS',
      `${this.path} cannot be read (${code}), so all requests are refused.`,
      {
        cause,
        advice: `Run it as the owner of the file, or give the file to the user of the service: chown --reference="${this.folder}" "${this.folder}"/keys.*`,
      },
    );
  }
}

/** The bytes of a file, each as a character; undefined if there is none. */
function textOf(path: string): Promise<string | undefined> {
  return unlessMissing(path, readFile(path, 'latin1'));
}

function looksOf(path: string): Promise<string | undefined> {
  const looks = stat(path, { bigint: true }).then(({ ino, size, mtimeNs, ctimeNs }) =>
    [ino, size, mtimeNs, ctimeNs].join(':'),
  );
  return unlessMissing(path, looks);
}

/** Undefined if there is no such name. A link that leads nowhere has it: keys are meant to be there. */
function unlessMissing<T>(path: string, found: Promise<T>): Promise<T | undefined> {
  return found.catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EISDIR') throw nobodyLetIn(path, 'is a folder');
    if (error.code !== 'ENOENT') throw error;
    const link = await lstat(path).catch(() => undefined);
    if (link?.isSymbolicLink()) throw nobodyLetIn(path, 'is a link that leads nowhere');
    return undefined;
  });
}

function nobodyLetIn(path: string, why: string): NeardupError {
  return new NeardupError('BAD_KEYS', `${path} ${why}, so all requests are refused.`);
}

/** Gives files written by root to the owner of the folder, who runs the service. */
async function giveToOwner(file: FileHandle, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  const about = await file.stat();
  if (about.uid === uid && about.gid === gid) return;
  // not a file with a second hard link
  if (about.isFile() && about.nlink === 1) await file.chown(uid, gid);
}
