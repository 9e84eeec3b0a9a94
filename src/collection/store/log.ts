/**
 * The log of a collection: its durable truth. Lines are appended in batches; a batch is on the disk when its promise resolves. Callers that
 * wait at the same time share one commit, one write and one sync. Anything else in the folder can be made again from the log.
 */
import type { NeardupError } from '../../errors.ts';
import { type CompactedLog, compactFiles, type KeepLine } from './compact.ts';
import type { Disk } from './disk.ts';
import { killPoint } from './kill-points.ts';
import { type LogFileName, newFiles, type OpenLogFile, openLogFiles, writtenEnd } from './log-files.ts';
import { LF } from './log-lines.ts';
import type { LogState } from './log-tail.ts';
import { LogWriter } from './log-writer.ts';
import { findEnd, replayFiles } from './read-log.ts';
import { readPlaces } from './read-places.ts';

/** Where a line of the log is. */
export interface LogPlace {
  /** Number of the log file. */
  readonly file: number;
  readonly offset: number;
  /** Bytes of the line, with its LF. */
  readonly length: number;
  /** CRC-32 of these bytes, so that a changed byte is noticed wherever it is. */
  readonly crc: number;
}

/** The position after a commit. */
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
  /** The offset after the commit line. */
  readonly end: number;
}

export interface Appended {
  readonly commit: number;
  /** The place of every line. */
  readonly places: readonly LogPlace[];
}

export interface LogOptions {
  /** A new file is begun when the last one has this many bytes. @default 256 MB */
  readonly fileBytes?: number;
  /** Bytes that must stay free on the disk. @default 1 GB, or a twentieth of a smaller disk */
  readonly minFree?: number;
}

/** The manifest's facts about the log. */
export interface KnownLog {
  /** The files with their lengths, in the order of their commits. */
  readonly logs: readonly { readonly name: string; readonly bytes: number }[];
  readonly last: LogPosition;
  /** The number that the next file gets. */
  readonly nextLog: number;
}

/** Bytes in which the first line of a file is looked for at first. */
const FIRST_LINE = 1 << 14;

export class DocumentLog {
  readonly folder: string;
  /** Whether the log continues the one that the manifest describes. If not, places stored elsewhere are invalid. */
  readonly fitsManifest: boolean;
  /** Files whose commits are all in others: a copy was interrupted before the manifest changed, or right after. */
  readonly replaced: readonly LogFileName[];
  private readonly disk: Disk;
  private readonly state: LogState;
  private readonly lastBatch: number | undefined;
  private readonly writer: LogWriter;
  /** Copies that no manifest names yet. Lines are read from them already: places move before the manifest is written. */
  private copies: readonly OpenLogFile[] = [];

  /** Opens the log in a folder and finds its end. Raises BAD_COLLECTION if it is damaged after the part that the manifest covers. */
  constructor(disk: Disk, folder: string, known: KnownLog | undefined, options: LogOptions = {}) {
    this.disk = disk;
    this.folder = folder;
    const { files, replaced, known: fitsManifest } = openLogFiles(disk, folder, known);
    this.replaced = replaced;
    this.fitsManifest = fitsManifest;
    const numbers = [...files, ...replaced].map(({ number }) => number + 1);
    const nextNumber = Math.max(known?.nextLog ?? 1, ...numbers);
    try {
      const { position, lastBatch } = findEnd(files, fitsManifest ? known?.last : undefined);
      this.state = { files, position, nextNumber };
      this.lastBatch = lastBatch;
    } catch (error) {
      for (const { file } of files) file.close();
      throw error;
    }
    this.writer = new LogWriter(disk, folder, this.state, options);
  }

  /** After the last commit. */
  get end(): LogPosition {
    return this.state.position;
  }

  /**
   * Looks for what a writer has appended since: `replay` gives it, and it counts once `reach` is called. Undefined: the log was cut or is
   * another one, and has to be opened again.
   */
  lookFurther(): LogPosition | undefined {
    const { files, position } = this.state;
    const last = files.at(-1);
    // listed first: if there is a new file, the one before it is complete
    const added = newFiles(this.disk, this.folder, position, last);
    if (last !== undefined) {
      if (last.file.size() < position.offset) return undefined;
      last.end = writtenEnd(last.file, position.offset);
    }
    files.push(...added);
    return findEnd(files, last === undefined ? undefined : position).position;
  }

  /** What `lookFurther` found counts from now on. */
  reach(position: LogPosition): void {
    this.state.position = position;
  }

  /** The facts for the manifest, if these copies are used from now on. */
  known(compacted: readonly CompactedLog[] = []): KnownLog {
    const { files, position, nextNumber } = this.state;
    const logs = withCopies(files, compacted).map(({ name, end: bytes }) => ({ name, bytes }));
    return { logs, last: position, nextLog: nextNumber };
  }

  get bytes(): number {
    return this.state.files.reduce((sum, { end }) => sum + end, 0);
  }

  /** Prepares the log for appending: cuts a torn end off, and makes sure that everything that is there is on the disk. */
  startWriting(): Promise<void> {
    return this.writer.start(this.lastBatch);
  }

  /** Appends whole lines, each with its LF. When the promise resolves, they are on the disk. */
  append(lines: readonly Uint8Array[]): Promise<Appended> {
    return this.writer.append(lines);
  }

  /** The batches after a position, or all, up to the current end. */
  replay(from?: LogPosition): Generator<LogBatch> {
    return replayFiles(this.state.files, from);
  }

  /** The batches after a commit, whatever files they are in by now. */
  *batchesAfter(commit: number): Generator<LogBatch> {
    const next = this.state.files.findIndex(({ first }) => first > commit + 1);
    const from = next === -1 ? this.state.files.length - 1 : next - 1;
    const files = this.state.files.slice(Math.max(0, from));
    for (const batch of replayFiles(files, undefined)) if (batch.commit > commit) yield batch;
  }

  /** The first line of every file, and the commit before it. */
  *firstLines(): Generator<{ readonly line: Uint8Array; readonly before: number }> {
    for (const { file, first, end } of this.state.files) {
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

  /** The lines at these places, in the order asked for. Raises BAD_COLLECTION if one has changed. */
  read(places: readonly LogPlace[]): Uint8Array[] {
    return readPlaces(this.readable, places);
  }

  private get readable(): readonly OpenLogFile[] {
    const { files } = this.state;
    return this.copies.length === 0 ? files : [...files, ...this.copies];
  }

  /** Files that are not written to any more, with their bytes, in the order of their commits: they can be compacted. */
  get closedFiles(): readonly { readonly number: number; readonly bytes: number }[] {
    return this.state.files.slice(0, -1).map(({ number, end: bytes }) => ({ number, bytes }));
  }

  /**
   * Copies one or more neighboring closed files without their dead lines. Both can be read until the next manifest is written with
   * `compacted`: it names the copy, and the files it was made of are removed. A copy that is not used has to be dropped.
   */
  async compact(numbers: readonly number[], keep: KeepLine): Promise<CompactedLog> {
    const start = this.state.files.findIndex(({ number }) => number === numbers[0]);
    const files = this.state.files.slice(start, start + numbers.length);
    if (files.some(({ number }, i) => number !== numbers[i]) || files.includes(this.state.files.at(-1)!)) {
      throw new Error('compact: expected neighboring files that are closed');
    }
    const last = this.state.files[start + numbers.length].first - 1;
    const number = this.state.nextNumber++;
    const compacted = await compactFiles(this.disk, this.folder, files, last, number, keep);
    this.copies = [...this.copies, compacted.copy];
    return compacted;
  }

  /** Uses copies from now on. Returns the files that they replace, which are still open. */
  use(compacted: readonly CompactedLog[]): OpenLogFile[] {
    this.forgetCopies(compacted);
    const before = this.state.files.splice(0);
    this.state.files.push(...withCopies(before, compacted));
    return before.filter((file) => !this.state.files.includes(file));
  }

  /** Copies are not used after all. */
  drop(compacted: readonly CompactedLog[]): void {
    this.forgetCopies(compacted);
    for (const { copy } of compacted) copy.file.close();
  }

  private forgetCopies(compacted: readonly CompactedLog[]): void {
    this.copies = this.copies.filter((file) => compacted.every(({ copy }) => copy !== file));
  }

  /**
   * Removes the oldest files, which are closed, one after the other, so that the rest never has a gap. Returns those that are gone, which are
   * still open.
   */
  async removeFirst(count: number): Promise<OpenLogFile[]> {
    const gone: OpenLogFile[] = [];
    while (gone.length < Math.min(count, this.state.files.length - 1)) {
      await this.disk.remove(this.state.files[0].path);
      await this.disk.syncFolder(this.folder);
      gone.push(this.state.files.shift()!);
      killPoint('old events removed');
    }
    return gone;
  }

  /** No more writing until the log is opened again. Everything waiting, and every later append, fails with this error. */
  stopWriting(error: NeardupError): NeardupError {
    return this.writer.stop(error);
  }

  /** Waits for pending writes, and closes the files. */
  async finish(): Promise<void> {
    await this.writer.finish();
    for (const { file } of this.readable) file.close();
  }
}

function withCopies(files: readonly OpenLogFile[], compacted: readonly CompactedLog[]): OpenLogFile[] {
  return files.flatMap((file) => {
    const found = compacted.find(({ instead }) => instead.includes(file.number));
    if (found === undefined) return [file];
    return found.instead[0] === file.number ? [found.copy] : [];
  });
}
