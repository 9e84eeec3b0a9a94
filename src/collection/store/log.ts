/**
 * The log of a collection: its durable truth. Lines are appended in batches; a batch is on the disk when its promise resolves. Callers that
 * wait at the same time share one commit, one write and one sync. Anything else in the folder can be made again from the log.
 */
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { NeardupError, systemReason } from '../../errors.ts';
import { type CompactedLog, compactFiles, type KeepLine } from './compact.ts';
import type { Disk } from './disk.ts';
import { killPoint } from './kill-points.ts';
import { type LogFileName, logFileName, type OpenLogFile, openLogFiles } from './log-files.ts';
import { COMMIT_START, commitLine, LF } from './log-lines.ts';
import { findEnd, replayFiles } from './read-log.ts';
import { readInto, readPlaces } from './read-places.ts';
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

/** Lines that were committed together. */
export interface LogBatch {
  readonly commit: number;
  /** Number of the log file, and where in it the lines begin. */
  readonly file: number;
  readonly offset: number;
  /** The lines, each with its LF, without the commit line. */
  readonly bytes: Uint8Array;
  /** The byte behind the commit line. */
  readonly end: number;
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
  /** The files with their lengths, in the order of their commits. */
  readonly logs: readonly { readonly name: string; readonly bytes: number }[];
  readonly last: LogPosition;
  /** The number that the next file gets. */
  readonly nextLog: number;
}

interface Waiting {
  readonly lines: readonly Uint8Array[];
  readonly bytes: number;
  resolve(appended: Appended): void;
  reject(error: unknown): void;
}

const FILE_BYTES = 256 << 20;
/** Bytes in which the first line of a file is looked for at first. */
const FIRST_LINE = 1 << 14;
/** Callers share a commit up to this many bytes. */
const GROUP_BYTES = 16 << 20;
/** Bytes are handed to the system in pieces of this size. */
const PIECE_BYTES = 4 << 20;

export class DocumentLog {
  readonly folder: string;
  /** Whether the log is what the manifest knows, and more. If not, places that were kept elsewhere are worth nothing. */
  readonly fitsManifest: boolean;
  /** Files whose commits are all in others: a copy was interrupted before the manifest changed, or right after. */
  readonly replaced: readonly LogFileName[];
  private readonly disk: Disk;
  private readonly files: OpenLogFile[];
  private readonly fileBytes: number;
  private readonly space: SpaceGuard;
  private readonly lastBatch: number | undefined;
  private writable = false;
  private position: LogPosition;
  private nextNumber: number;
  private waiting: Waiting[] = [];
  private running: Promise<void> | undefined;
  private failure: NeardupError | undefined;

  /** Opens the log in a folder and finds its end. Raises BAD_COLLECTION if it is damaged behind what the manifest knows. */
  constructor(disk: Disk, folder: string, known: KnownLog | undefined, options: LogOptions = {}) {
    this.disk = disk;
    this.folder = folder;
    this.fileBytes = options.fileBytes ?? FILE_BYTES;
    this.space = new SpaceGuard(disk, folder, options.minFree);
    const opened = openLogFiles(disk, folder, known);
    this.files = opened.files;
    this.replaced = opened.replaced;
    this.fitsManifest = opened.known;
    const numbers = [...opened.files, ...opened.replaced].map(({ number }) => number + 1);
    this.nextNumber = Math.max(known?.nextLog ?? 1, ...numbers);
    try {
      const end = findEnd(this.files, this.fitsManifest ? known?.last : undefined);
      this.position = end.position;
      this.lastBatch = end.lastBatch;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Behind the last commit. */
  get end(): LogPosition {
    return this.position;
  }

  /** What the manifest should know, if these copies are used from now on. */
  known(compacted: readonly CompactedLog[] = []): KnownLog {
    const logs = withCopies(this.files, compacted).map(({ name, end: bytes }) => ({ name, bytes }));
    return { logs, last: this.position, nextLog: this.nextNumber };
  }

  get bytes(): number {
    return this.files.reduce((sum, { end }) => sum + end, 0);
  }

  /** Prepares the log for appending: cuts a torn end off, and makes sure that everything that is there is on the disk. */
  async startWriting(): Promise<void> {
    const last = this.files.at(-1);
    if (last !== undefined) {
      const reading = last.file;
      last.file = this.disk.open(last.path, 'write');
      reading.close();
      if (last.file.size() > last.end) await last.file.truncate(last.end);
      // if the last process ended because a sync failed, its last batch may be in memory only, and taken for written
      if (this.lastBatch !== undefined) {
        const batch = Buffer.allocUnsafe(last.end - this.lastBatch);
        last.file.read(batch, this.lastBatch);
        await last.file.write(batch, this.lastBatch);
      }
      await last.file.sync();
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
  replay(from?: LogPosition): Generator<LogBatch> {
    return replayFiles(this.files, from);
  }

  /** The batches behind a commit, whatever files they are in by now. */
  *batchesAfter(commit: number): Generator<LogBatch> {
    const next = this.files.findIndex(({ first }) => first > commit + 1);
    const from = next === -1 ? this.files.length - 1 : next - 1;
    const files = this.files.slice(Math.max(0, from));
    for (const batch of replayFiles(files, undefined)) if (batch.commit > commit) yield batch;
  }

  /** The first line of every file, and the commit before it. */
  *firstLines(): Generator<{ readonly line: Uint8Array; readonly before: number }> {
    for (const { file, first, end } of this.files) {
      for (let length = Math.min(FIRST_LINE, end); length > 0; length = Math.min(2 * length, end)) {
        const bytes = Buffer.alloc(length);
        file.read(bytes, 0);
        const line = bytes.subarray(0, bytes.indexOf(LF) + 1);
        if (line.length === 0 && length < end) continue;
        yield { line, before: first - 1 };
        break;
      }
    }
  }

  /** The lines at these places, in the order asked for. Raises BAD_COLLECTION if one of them has changed. */
  read(places: readonly Place[]): Uint8Array[] {
    return readPlaces(this.files, places);
  }

  /** Reads a line to the beginning of `target`. Raises BAD_COLLECTION if it has changed. */
  readInto(place: Place, target: Uint8Array): void {
    readInto(this.files, place, target);
  }

  /** Files that are not written to any more, with their bytes, in the order of their commits: they can be compacted. */
  get closedFiles(): readonly { readonly number: number; readonly bytes: number }[] {
    return this.files.slice(0, -1).map(({ number, end: bytes }) => ({ number, bytes }));
  }

  /**
   * Copies one or more neighboring closed files without their dead lines. Both can be read until the next manifest is written with
   * `compacted`: it names the copy, and the files it was made of are removed.
   */
  async compact(numbers: readonly number[], keep: KeepLine): Promise<CompactedLog> {
    const start = this.files.findIndex(({ number }) => number === numbers[0]);
    const files = this.files.slice(start, start + numbers.length);
    if (files.some(({ number }, i) => number !== numbers[i]) || files.includes(this.files.at(-1)!)) {
      throw new Error('compact: expected neighboring files that are closed');
    }
    const last = this.files[start + numbers.length].first - 1;
    return compactFiles(this.disk, this.folder, files, last, this.nextNumber++, keep);
  }

  /** Uses copies from now on. Returns the files that they replace, which are still open. */
  use(compacted: readonly CompactedLog[]): OpenLogFile[] {
    const before = this.files.splice(0);
    this.files.push(...withCopies(before, compacted));
    return before.filter((file) => !this.files.includes(file));
  }

  /**
   * Removes the oldest files, which are closed, one after the other: whatever happens, what is left has no gap. Returns those that are gone, which are
   * still open.
   */
  async removeFirst(count: number): Promise<OpenLogFile[]> {
    const gone: OpenLogFile[] = [];
    while (gone.length < Math.min(count, this.files.length - 1)) {
      await this.disk.remove(this.files[0].path);
      await this.disk.syncFolder(this.folder);
      gone.push(this.files.shift()!);
      killPoint('old events removed');
    }
    return gone;
  }

  /** No more writing until the log is opened again. Everything waiting, and every later append, fails with this error. */
  stopWriting(error: NeardupError): NeardupError {
    this.failure ??= error;
    return error;
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
    await this.space.reserve(group.reduce((sum, { bytes }) => sum + bytes, 0));
    const commit = this.position.commit + 1;
    const file = await this.fileToWrite(commit);
    const start = file.end;
    let end = start;
    try {
      for (const piece of piecesOf([...lines, commitLine(commit, commit - 1, lines)])) {
        await file.file.write(piece, end);
        end += piece.length;
      }
      killPoint('lines written');
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

  /** The last file, or a new one if that is full or a copy. */
  private async fileToWrite(commit: number): Promise<OpenLogFile> {
    const last = this.files.at(-1);
    if (last !== undefined && last.last === undefined && last.end < this.fileBytes) return last;
    const name = logFileName(this.nextNumber, commit);
    const path = join(this.folder, name);
    // an earlier attempt may have made the file
    const exists = this.disk.list(this.folder).includes(name);
    try {
      const file = this.disk.open(path, exists ? 'write' : 'create');
      try {
        await this.disk.syncFolder(this.folder);
      } catch (error) {
        file.close();
        throw error;
      }
      const made = { name, path, file, number: this.nextNumber++, first: commit, end: 0 };
      this.files.push(made);
      killPoint('log file begun');
      return made;
    } catch (cause) {
      throw spaceError(path, cause) ?? this.stopWriting(writeError(path, cause));
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
    return this.stopWriting(writeError(file.path, cause));
  }
}

function withCopies(files: readonly OpenLogFile[], compacted: readonly CompactedLog[]): OpenLogFile[] {
  return files.flatMap((file) => {
    const found = compacted.find(({ instead }) => instead.includes(file.number));
    if (found === undefined) return [file];
    return found.instead[0] === file.number ? [found.copy] : [];
  });
}

function writeError(path: string, cause: unknown): NeardupError {
  return new NeardupError('WRITE_FAILED', `Cannot write ${path}: ${systemReason(cause)}.`, {
    cause,
    advice:
      'It is unknown what has reached the disk: the collection only reads until it is opened again. Check the disk.',
  });
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
