/**
 * The end of the log: appends a batch, to the last file or a new one.
 *
 * A sync is quick if the file does not grow: only content reaches the device, no new length. So a process that makes many small commits
 * writes zeros after some, as room for later ones. The zeros are cut off when the file is closed, or by the next writer.
 */
import { join } from 'node:path';
import { NeardupError, systemReason } from '../../errors.ts';
import type { Disk } from './disk.ts';
import { killPoint } from './kill-points.ts';
import type { LogPosition } from './log.ts';
import { logFileName, type OpenLogFile } from './log-files.ts';
import { spaceError } from './space-guard.ts';

/** State that changes with every append. */
export interface LogState {
  readonly files: OpenLogFile[];
  /** After the last commit. */
  position: LogPosition;
  /** The number that the next file gets. */
  nextNumber: number;
}

/** Bytes are handed to the system in pieces of this size. */
const PIECE_BYTES = 4 << 20;
/** Only commits up to this many bytes are followed by room: for longer ones the growth of the file is a small part of the cost. */
const SMALL_COMMIT = 128 << 10;
/** Bytes of room at most. */
const MOST_ROOM = 1 << 20;

export class LogTail {
  /** Where the zeros after the last commit end, and the bytes of small commits that found no room. */
  private room = 0;
  private small = 0;
  /** The number of a file that could not be begun: the next attempt gets it. */
  private begun: number | undefined;

  /** @param stop Called if the disk's state is unknown: nothing may be written any more. */
  constructor(
    private readonly disk: Disk,
    private readonly folder: string,
    private readonly state: LogState,
    private readonly fileBytes: number,
    private readonly stop: (error: NeardupError) => NeardupError,
  ) {}

  /** Cuts a torn end off, and makes sure that everything that is there is on the disk. */
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
  }

  /** Writes a batch. When the promise resolves it is on the disk. Returns where it begins. */
  async write(commit: number, batch: readonly Uint8Array[]): Promise<{ file: number; start: number }> {
    const file = await this.fileToWrite(commit);
    const start = file.end;
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
    return { file: file.number, start };
  }

  /** Cuts the room off. If that fails, the next writer does it. */
  async finish(): Promise<void> {
    const last = this.state.files.at(-1);
    if (last !== undefined) await this.cutRoom(last).catch(() => {});
  }

  /** The last file, or a new one if that is full or a copy. */
  private async fileToWrite(commit: number): Promise<OpenLogFile> {
    const last = this.state.files.at(-1);
    if (last !== undefined && last.last === undefined && last.end < this.fileBytes) return last;
    if (last !== undefined) await this.closeFile(last);
    // at once: a copy of other files may take a number meanwhile
    this.begun ??= this.state.nextNumber++;
    const number = this.begun;
    const name = logFileName(number, commit);
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
      const made = { name, path, file, number, first: commit, end: 0 };
      this.state.files.push(made);
      this.begun = undefined;
      killPoint('log file begun');
      return made;
    } catch (cause) {
      throw spaceError(path, cause) ?? this.stop(writeError(path, cause));
    }
  }

  /** Zeros to write after a commit from `start` to `end`. A single commit gets none; the more small ones follow, the more room they get. */
  private roomBehind(start: number, end: number): Uint8Array {
    if (end <= this.room || end - start > SMALL_COMMIT) return Buffer.alloc(0);
    const room = Math.max(0, Math.min(this.small, MOST_ROOM, this.fileBytes - end));
    this.small += end - start;
    this.room = end + room;
    return Buffer.alloc(room);
  }

  /** A file that others follow ends with a commit. */
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

  /** If the disk is full, the write is undone. After any other failure the disk's state is unknown. */
  private async afterFailure(file: OpenLogFile, cause: unknown): Promise<NeardupError> {
    const full = spaceError(file.path, cause);
    if (full !== undefined) {
      try {
        await file.file.truncate(file.end);
        await file.file.sync();
        this.room = 0;
        return full;
      } catch {
        // reported as a failure below
      }
    }
    return this.stop(writeError(file.path, cause));
  }
}

function writeError(path: string, cause: unknown): NeardupError {
  return new NeardupError('WRITE_FAILED', `Cannot write ${path}: ${systemReason(cause)}.`, {
    cause,
    advice:
      'Some of the data may not have reached the disk. The collection is read-only until it is opened again. Check the disk.',
  });
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
