/**
 * The log of a collection: its durable truth. Lines are appended in batches; a batch is on the disk when its promise resolves. Callers that
 * wait at the same time share one commit, one write and one sync. Anything else in the folder can be made again from the log.
 */
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { NeardupError } from '../../errors.ts';
import { BadLog } from './bad-log.ts';
import type { Disk, DiskFile } from './disk.ts';
import { type ChosenFiles, chooseLogFiles, type LogFileName, logFileName } from './log-files.ts';
import { COMMIT_START, commitLine, LF } from './log-lines.ts';
import { readPlaces } from './read-places.ts';
import { type LogBatch, scanLog } from './scan-log.ts';
import { SpaceGuard, spaceError } from './space-guard.ts';

/** Where a line of the log is. */
export interface Place {
  /** Number of the log file. */
  readonly file: number;
  readonly offset: number;
  /** Bytes of the line, with its LF. */
  readonly length: number;
  /** CRC-32 of these bytes, so that a changed byte is noticed wherever it is. */
  readonly crc: number;
}

/** The place behind a commit. */
export interface LogPosition {
  readonly commit: number;
  readonly file: number;
  readonly offset: number;
}

export interface Appended {
  readonly commit: number;
  /** One for every line. */
  readonly places: readonly Place[];
}

export interface LogOptions {
  /** A new file is begun when the last one has this many bytes. @default 256 MB */
  readonly fileBytes?: number;
  /** Bytes that must stay free on the disk. @default 1 GB, or a twentieth of a smaller disk */
  readonly minFree?: number;
}

/** What the manifest knows of the log. */
export interface KnownLog {
  readonly logs: readonly string[];
  readonly last: LogPosition;
}

export interface OpenLogFile extends LogFileName {
  readonly path: string;
  readonly file: DiskFile;
  /** Behind its last whole batch. */
  end: number;
}

interface Waiting {
  readonly lines: readonly Uint8Array[];
  readonly bytes: number;
  resolve(appended: Appended): void;
  reject(error: unknown): void;
}

const FILE_BYTES = 256 << 20;
/** Callers share a commit up to this many bytes. */
const GROUP_BYTES = 16 << 20;
/** Bytes are handed to the system in pieces of this size. */
const PIECE_BYTES = 4 << 20;

export class DocumentLog {
  readonly folder: string;
  /** Files whose commits are all in others: left by a copy that was interrupted. */
  readonly replaced: readonly LogFileName[];
  private readonly disk: Disk;
  private readonly files: OpenLogFile[];
  private readonly fileBytes: number;
  private readonly space: SpaceGuard;
  private writable = false;
  private position: LogPosition;
  private nextNumber: number;
  private waiting: Waiting[] = [];
  private running: Promise<void> | undefined;
  private failure: NeardupError | undefined;

  /** Opens the log in a folder and finds its end. Raises BAD_COLLECTION if it is damaged behind what the manifest knows. */
  constructor(
    disk: Disk,
    folder: string,
    known: KnownLog | undefined,
    nextNumber: number,
    options: LogOptions = {},
  ) {
    this.disk = disk;
    this.folder = folder;
    this.fileBytes = options.fileBytes ?? FILE_BYTES;
    this.space = new SpaceGuard(disk, folder, options.minFree);
    const names = disk.list(folder);
    const chosen: ChosenFiles = chooseLogFiles(
      names,
      known && { logs: known.logs, commit: known.last.commit },
    );
    this.replaced = chosen.replaced;
    this.nextNumber = Math.max(
      nextNumber,
      1 + Math.max(0, ...[...chosen.used, ...chosen.replaced].map((f) => f.number)),
    );
    this.files = chosen.used.map((file) => openLogFile(disk, folder, file));
    try {
      this.position = this.findEnd(known?.last);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Behind the last commit. */
  get end(): LogPosition {
    return this.position;
  }

  /** Names of the files, in the order of their commits. */
  get names(): readonly string[] {
    return this.files.map(({ name }) => name);
  }

  /** The number that the next log file gets. */
  get next(): number {
    return this.nextNumber;
  }

  get bytes(): number {
    return this.files.reduce((sum, { end }) => sum + end, 0);
  }

  /** Prepares the log for appending: cuts a torn end off, and makes sure that everything that is there is on the disk. */
  async startWriting(): Promise<void> {
    const last = this.files.at(-1);
    if (last !== undefined) {
      const writable = this.disk.open(last.path, 'write');
      last.file.close();
      this.files[this.files.length - 1] = { ...last, file: writable };
      if (writable.size() > last.end) await writable.truncate(last.end);
      await writable.sync();
    }
    await this.disk.syncFolder(this.folder);
    this.writable = true;
  }

  /** Appends whole lines, each with its LF. When the promise resolves, they are on the disk. */
  append(lines: readonly Uint8Array[]): Promise<Appended> {
    let bytes = 0;
    for (const line of lines) {
      checkLine(line);
      bytes += line.length;
    }
    if (!this.writable) throw new Error('append: the collection is open for reading only');
    return new Promise((resolve, reject) => {
      this.waiting.push({ lines, bytes, resolve, reject });
      this.running ??= this.writeGroups();
    });
  }

  /** The batches behind a position, or all of them, up to the end as it is now. */
  *replay(from?: LogPosition): Generator<LogBatch> {
    const { commit: lastCommit } = this.position;
    const start = from === undefined ? 0 : this.files.findIndex(({ number }) => number === from.file);
    if (start === -1) throw new Error(`replay: there is no log file ${from?.file}`);
    const ranges = this.files.slice(start).map((file) => ({ ...file, to: file.end }));
    for (const { number, path, file, first, to } of ranges) {
      const begin = from?.file === number ? from : { offset: 0, commit: first - 1 };
      if (begin.commit >= lastCommit) return;
      let reached = begin.offset;
      for (const batch of scanLog(file, { number, path, from: begin.offset, commit: begin.commit, to })) {
        yield batch;
        reached = batch.end;
      }
      if (reached !== to) throw new BadLog(path, reached);
    }
  }

  /** The lines at these places, in the order asked for. Raises BAD_COLLECTION if one of them has changed. */
  read(places: readonly Place[]): Buffer[] {
    return readPlaces(this.files, places);
  }

  /** Waits for what is being written, and closes the files. */
  async finish(): Promise<void> {
    await this.running;
    this.writable = false;
    this.close();
  }

  private close(): void {
    for (const { file } of this.files) file.close();
  }

  /** Goes through the files behind what the manifest knows. */
  private findEnd(known: LogPosition | undefined): LogPosition {
    let position = known ?? {
      commit: (this.files[0]?.first ?? 1) - 1,
      file: this.files[0]?.number ?? 0,
      offset: 0,
    };
    const start = Math.max(
      0,
      this.files.findIndex(({ number }) => number === position.file),
    );
    this.files.slice(start).forEach((file, i, rest) => {
      if (i > 0) position = { commit: position.commit, file: file.number, offset: 0 };
      const { number, path } = file;
      const to = file.file.size();
      if (to < position.offset) throw new BadLog(path, to, 'its end is missing');
      for (const batch of scanLog(file.file, {
        number,
        path,
        from: position.offset,
        commit: position.commit,
        to,
      })) {
        position = { commit: batch.commit, file: number, offset: batch.end };
      }
      file.end = position.offset;
      const next = rest[i + 1];
      if (next !== undefined && (file.end < to || next.first !== position.commit + 1))
        throw new BadLog(path, file.end);
    });
    return position;
  }

  private async writeGroups(): Promise<void> {
    // callers that were waiting for the last group append again in this turn
    for (await nextTurn(); this.waiting.length > 0; await nextTurn()) {
      const group = this.takeGroup();
      try {
        const appended = await this.writeGroup(group);
        group.forEach(({ resolve }, i) => {
          resolve(appended[i]);
        });
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.running = undefined;
  }

  private takeGroup(): Waiting[] {
    let bytes = 0;
    let count = 0;
    while (count < this.waiting.length && (count === 0 || bytes + this.waiting[count].bytes <= GROUP_BYTES)) {
      bytes += this.waiting[count++].bytes;
    }
    return this.waiting.splice(0, count);
  }

  private async writeGroup(group: readonly Waiting[]): Promise<Appended[]> {
    if (this.failure !== undefined) throw this.failure;
    const lines = group.flatMap(({ lines }) => lines);
    const bytes = group.reduce((sum, { bytes }) => sum + bytes, 0);
    await this.space.reserve(bytes);
    const commit = this.position.commit + 1;
    const file = await this.fileToWrite(commit);
    const start = file.end;
    let end = start;
    try {
      for (const piece of piecesOf([...lines, commitLine(commit, commit - 1, lines)])) {
        await file.file.write(piece, end);
        end += piece.length;
      }
      await file.file.sync();
    } catch (cause) {
      throw await this.afterFailure(file, cause);
    }
    file.end = end;
    this.position = { commit, file: file.number, offset: end };
    let offset = start;
    return group.map(({ lines }) => ({
      commit,
      places: lines.map((line) => {
        const place = { file: file.number, offset, length: line.length, crc: crc32(line) };
        offset += line.length;
        return place;
      }),
    }));
  }

  /** The last file, or a new one if that is full. */
  private async fileToWrite(commit: number): Promise<OpenLogFile> {
    const last = this.files.at(-1);
    if (last !== undefined && last.end < this.fileBytes) return last;
    const name = logFileName(this.nextNumber, commit);
    const path = join(this.folder, name);
    try {
      // an earlier attempt may have made the file
      const exists = this.disk.list(this.folder).includes(name);
      const file = this.disk.open(path, exists ? 'write' : 'create');
      await this.disk.syncFolder(this.folder);
      const made = { name, path, file, number: this.nextNumber, first: commit, end: 0 };
      this.nextNumber++;
      this.files.push(made);
      return made;
    } catch (cause) {
      throw this.stopWriting(path, cause);
    }
  }

  /** If the disk is full, what was written is taken back. After any other failure it is unknown what is on the disk. */
  private async afterFailure(file: OpenLogFile, cause: unknown): Promise<NeardupError> {
    const full = spaceError(file.path, cause);
    if (full !== undefined) {
      try {
        await file.file.truncate(file.end);
        await file.file.sync();
        return full;
      } catch {
        // told as a failure below
      }
    }
    return this.stopWriting(file.path, cause);
  }

  private stopWriting(path: string, cause: unknown): NeardupError {
    this.failure = new NeardupError('WRITE_FAILED', `Cannot write ${path}.`, { cause });
    return this.failure;
  }
}

function openLogFile(disk: Disk, folder: string, file: LogFileName): OpenLogFile {
  const path = join(folder, file.name);
  const opened = disk.open(path, 'read');
  return { ...file, path, file: opened, end: opened.size() };
}

function checkLine(line: Uint8Array): void {
  if (line.indexOf(LF) !== line.length - 1) throw new Error('append: a line ends with its only LF');
  if (COMMIT_START.equals(line.subarray(0, COMMIT_START.length))) {
    throw new Error('append: a line must not begin like a commit line');
  }
}

function* piecesOf(chunks: readonly Uint8Array[]): Generator<Uint8Array> {
  let piece: Uint8Array[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    piece.push(chunk);
    bytes += chunk.length;
    if (bytes < PIECE_BYTES) continue;
    yield Buffer.concat(piece);
    piece = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(piece);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
