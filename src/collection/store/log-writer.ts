/**
 * Appends to the log. Callers that wait at the same time share one commit, one write and one sync; when their promise resolves, their lines are
 * on the disk.
 */
import { crc32 } from 'node:zlib';
import type { NeardupError } from '../../errors.ts';
import { pause } from '../../platform/host.ts';
import type { Disk } from './disk.ts';
import type { Appended, LogOptions } from './log.ts';
import { COMMIT_START, commitLine, LF } from './log-lines.ts';
import { type LogState, LogTail } from './log-tail.ts';
import { SpaceGuard } from './space-guard.ts';

interface Waiting {
  readonly lines: readonly Uint8Array[];
  readonly bytes: number;
  resolve(appended: Appended): void;
  reject(error: unknown): void;
}

const FILE_BYTES = 256 << 20;
/** Callers share a commit up to this many bytes. */
const COMMIT_BYTES = 16 << 20;

export class LogWriter {
  private readonly tail: LogTail;
  private readonly space: SpaceGuard;
  private writable = false;
  private waiting: Waiting[] = [];
  private running: Promise<void> | undefined;
  private failure: NeardupError | undefined;

  constructor(
    disk: Disk,
    folder: string,
    private readonly state: LogState,
    options: LogOptions,
  ) {
    const { fileBytes = FILE_BYTES, minFree } = options;
    this.tail = new LogTail(disk, folder, state, fileBytes, (error) => this.stop(error));
    this.space = new SpaceGuard(disk, folder, minFree);
  }

  /**
   * Prepares the log for appending: cuts a torn end off, and makes sure that everything that is there is on the disk.
   * @param lastBatch Where the last batch begins, if it may be in memory only.
   */
  async start(lastBatch: number | undefined): Promise<void> {
    await this.tail.start(lastBatch);
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
      this.running ??= this.writeCommits();
    });
  }

  /** Everything waiting, and every later append, fails with this error. */
  stop(error: NeardupError): NeardupError {
    this.failure ??= error;
    return error;
  }

  /** Waits for pending writes. */
  async finish(): Promise<void> {
    await this.running;
    // if writing was stopped, the file may be another writer's by now
    if (this.writable && this.failure === undefined) await this.tail.finish();
    this.writable = false;
  }

  private async writeCommits(): Promise<void> {
    // callers that were waiting for the last commit append again in this turn
    for (await pause(); this.waiting.length > 0; await pause()) {
      const callers = this.takeCallers();
      try {
        const appended = await this.writeCommit(callers);
        callers.forEach(({ resolve }, i) => {
          resolve(appended[i]);
        });
      } catch (error) {
        for (const { reject } of callers) reject(error);
      }
    }
    this.running = undefined;
  }

  private takeCallers(): Waiting[] {
    let bytes = 0;
    let count = 0;
    while (
      count < this.waiting.length &&
      (count === 0 || bytes + this.waiting[count].bytes <= COMMIT_BYTES)
    ) {
      bytes += this.waiting[count++].bytes;
    }
    return this.waiting.splice(0, count);
  }

  private async writeCommit(callers: readonly Waiting[]): Promise<Appended[]> {
    if (this.failure !== undefined) throw this.failure;
    const lines = callers.flatMap(({ lines }) => lines);
    await this.space.reserve(callers.reduce((sum, { bytes }) => sum + bytes, 0));
    const commit = this.state.position.commit + 1;
    const { file, start } = await this.tail.write(commit, [...lines, commitLine(commit, commit - 1, lines)]);
    let offset = start;
    return callers.map(({ lines }) => ({
      commit,
      places: lines.map((line) => {
        const place = { file, offset, length: line.length, crc: crc32(line) };
        offset += line.length;
        return place;
      }),
    }));
  }
}

function checkLine(line: Uint8Array): void {
  if (line.indexOf(LF) !== line.length - 1) throw new Error('append: a line ends with its only LF');
  if (COMMIT_START.equals(line.subarray(0, COMMIT_START.length))) {
    throw new Error('append: a line must not begin like a commit line');
  }
}
