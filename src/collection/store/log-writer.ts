/**
 * Appends batches to the log. Callers that wait at the same time share one commit, one write and one sync; when their promise resolves, their
 * lines are on the disk.
 *
 * A sync is quick if a file does not grow by it: then only content has to reach the device, no new length. So a process that makes many small commits
 * writes zeros behind some of them, in which later ones find room. The zeros are cut off when the file is closed, or by the next writer.
 */
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { NeardupError, systemReason } from '../../errors.ts';
import type { Disk } from './disk.ts';
import { killPoint } from './kill-points.ts';
import type { Appended, LogOptions, LogPosition } from './log.ts';
import { logFileName, type OpenLogFile } from './log-files.ts';
import { COMMIT_START, commitLine, LF } from './log-lines.ts';
import { SpaceGuard, spaceError } from './space-guard.ts';

/** What changes when something is appended. */
export interface LogState {
  readonly files: OpenLogFile[];
  /** Behind the last commit. */
  position: LogPosition;
  /** The number that the next file gets. */
  nextNumber: number;
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
/** Room is made behind a commit of at most this many bytes: that a file grows is a small part of what a longer one takes. */
const SMALL_COMMIT = 128 << 10;
/** Bytes of room at most. */
const MOST_ROOM = 1 << 20;

export class LogWriter {
  private readonly fileBytes: number;
  private readonly space: SpaceGuard;
  private writable = false;
  private waiting: Waiting[] = [];
  private running: Promise<void> | undefined;
  private failure: NeardupError | undefined;
  /** Where the zeros behind the last commit end, and bytes of the small commits that found no room. */
  private room = 0;
  private small = 0;

  constructor(
    private readonly disk: Disk,
    private readonly folder: string,
    private readonly state: LogState,
    options: LogOptions,
  ) {
    this.fileBytes = options.fileBytes ?? FILE_BYTES;
    this.space = new SpaceGuard(disk, folder, options.minFree);
  }

  /**
   * Prepares the log for appending: cuts a torn end off, and makes sure that everything that is there is on the disk.
   * @param lastBatch Where the last batch begins, if it may be in memory only.
   */
  async start(lastBatch: number | undefined): Promise<void> {
    const last = this.state.files.at(-1);
    if (last !== undefined) {
      const reading = last.file;
      last.file = this.disk.open(last.path, 'write');
      reading.close();
      if (last.file.size() > last.end) await last.file.truncate(last.end);
      // if the last process ended because a sync failed, its last batch may be in memory only, and taken for written
      if (lastBatch !== undefined) {
        const batch = Buffer.allocUnsafe(last.end - lastBatch);
        last.file.read(batch, lastBatch);
        await last.file.write(batch, lastBatch);
      }
      await last.file.sync();
    }
    await this.disk.syncFolder(this.folder);
    this.writable = true;
  }

  /** Appends whole lines, each with its LF. */
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

  /** Everything waiting, and every later append, fails with this error. */
  stop(error: NeardupError): NeardupError {
    this.failure ??= error;
    return error;
  }

  /** Waits for what is being written. */
  async finish(): Promise<void> {
    await this.running;
    const last = this.state.files.at(-1);
    // if it fails, the next writer does it; if writing was stopped, the file may be another writer's by now
    if (this.writable && this.failure === undefined && last !== undefined)
      await this.cutRoom(last).catch(() => {});
    this.writable = false;
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
    const commit = this.state.position.commit + 1;
    const file = await this.fileToWrite(commit);
    const start = file.end;
    const batch = [...lines, commitLine(commit, commit - 1, lines)];
    const end = batch.reduce((sum, { length }) => sum + length, start);
    try {
      let at = start;
      for (const piece of piecesOf([...batch, this.roomBehind(start, end)])) {
        await file.file.write(piece, at);
        at += piece.length;
      }
      killPoint('lines written');
      await file.file.sync();
    } catch (cause) {
      throw await this.afterFailure(file, cause);
    }
    file.end = end;
    this.state.position = { commit, file: file.number, offset: end };
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
    const last = this.state.files.at(-1);
    if (last !== undefined && last.last === undefined && last.end < this.fileBytes) return last;
    if (last !== undefined) await this.closeFile(last);
    const name = logFileName(this.state.nextNumber, commit);
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
      const made = { name, path, file, number: this.state.nextNumber++, first: commit, end: 0 };
      this.state.files.push(made);
      killPoint('log file begun');
      return made;
    } catch (cause) {
      throw spaceError(path, cause) ?? this.stop(writeError(path, cause));
    }
  }

  /** Zeros to write behind a commit from `start` to `end`. A single commit gets none, the more follow the more they get. */
  private roomBehind(start: number, end: number): Uint8Array {
    if (end <= this.room || end - start > SMALL_COMMIT) return Buffer.alloc(0);
    const room = Math.max(0, Math.min(this.small, MOST_ROOM, this.fileBytes - end));
    this.small += end - start;
    this.room = end + room;
    return Buffer.alloc(room);
  }

  /** The room behind the last commit goes: a file that others follow ends with a commit. */
  private async closeFile(file: OpenLogFile): Promise<void> {
    try {
      if (await this.cutRoom(file)) await file.file.sync();
    } catch (cause) {
      throw this.stop(writeError(file.path, cause));
    }
  }

  private async cutRoom({ file, end }: OpenLogFile): Promise<boolean> {
    const hasRoom = this.room > end;
    if (hasRoom) await file.truncate(end);
    this.room = 0;
    return hasRoom;
  }

  /** If the disk is full, what was written is taken back. After any other failure it is unknown what is on the disk. */
  private async afterFailure(file: OpenLogFile, cause: unknown): Promise<NeardupError> {
    const full = spaceError(file.path, cause);
    if (full !== undefined) {
      try {
        await file.file.truncate(file.end);
        await file.file.sync();
        this.room = 0;
        return full;
      } catch {
        // told as a failure below
      }
    }
    return this.stop(writeError(file.path, cause));
  }
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
