/**
 * Reads a log file batch by batch. The bytes after the last whole batch are either the torn end of an interrupted write, or
 * damage: they are damage if a whole batch follows, or if they were complete once.
 */
import { BadLog } from './bad-log.ts';
import type { DiskFile } from './disk.ts';
import type { LogBatch } from './log.ts';
import {
  COMMIT_LINE_MAX,
  COMMIT_START,
  type CommitLine,
  commitLine,
  fits,
  LF,
  parseCommit,
} from './log-lines.ts';

const READ_AT_ONCE = 4 << 20;
/** A torn end has one commit line at most. With more lines than this that look like one, it is damage. */
const COMMIT_LINES_IN_TORN_END = 64;
/** A commit line with no more bytes changed than this was written whole. */
const BYTES_CHANGED = 4;

export interface LogRange {
  /** Number and path of the log file, for batches and messages. */
  readonly number: number;
  readonly path: string;
  /** The byte at which to begin, and the commit before it. */
  readonly from: number;
  readonly commit: number;
  /** The byte at which to end. */
  readonly to: number;
}

/** Gives the whole batches of a range. Raises BAD_COLLECTION if it is damaged; a torn end is passed over. */
export function* scanLog(file: DiskFile, range: LogRange): Generator<LogBatch> {
  const { to } = range;
  let { commit } = range;
  /** The buffer holds the file from `base` on; `base` is the end of the last whole batch. */
  let base = range.from;
  let buffer: Buffer = Buffer.alloc(0);
  let searched = 0;
  for (;;) {
    const found = nextCommitLine(buffer, searched);
    if (found === undefined) {
      searched = Math.max(0, buffer.length - COMMIT_LINE_MAX);
      if (base + buffer.length >= to) break;
      buffer = readMore(file, buffer, base, to);
      continue;
    }
    const { start, end, line } = found;
    const lines = line === undefined ? undefined : buffer.subarray(0, start);
    if (line === undefined || lines === undefined || line.after !== commit || !fits(lines, line)) break;
    commit = line.commit;
    yield { commit, file: range.number, offset: base, bytes: lines, end: base + end };
    base += end;
    buffer = buffer.subarray(end);
    searched = 0;
  }
  if (base < to) refuseDamage(file, range, base, commit);
}

export interface FoundLine {
  readonly start: number;
  readonly end: number;
  /** Undefined if the line cannot be read. */
  readonly line: CommitLine | undefined;
}

/** The first line from `from` on that begins like a commit line and ends in the buffer. `from` may be inside a line. */
export function nextCommitLine(buffer: Buffer, from: number): FoundLine | undefined {
  for (let start = from; ; start++) {
    start = buffer.indexOf(COMMIT_START, start);
    if (start === -1) return undefined;
    if (start > 0 && buffer[start - 1] !== LF) continue;
    const end = buffer.indexOf(LF, start) + 1;
    if (end === 0) return undefined;
    return { start, end, line: parseCommit(buffer.subarray(start, end)) };
  }
}

/** Reads on after the buffer's content. The buffer doubles, so that a long batch is not copied again and again. */
function readMore(file: DiskFile, buffer: Buffer, base: number, to: number): Buffer {
  const at = base + buffer.length;
  const more = Math.min(Math.max(READ_AT_ONCE, buffer.length), to - at);
  const longer = Buffer.allocUnsafe(buffer.length + more);
  buffer.copy(longer);
  const got = file.read(longer.subarray(buffer.length), at);
  // if the file became shorter meanwhile, treat the missing bytes as torn
  if (got < more) longer.fill(0, buffer.length + got);
  return longer;
}

/** Raises BAD_COLLECTION unless the rest of the range is the torn end of one write. */
function refuseDamage(file: DiskFile, range: LogRange, good: number, commit: number): void {
  let buffer = readMore(file, Buffer.alloc(0), good, range.to);
  while (good + buffer.length < range.to) buffer = readMore(file, buffer, good, range.to);
  let count = 0;
  for (let at = 0; ; ) {
    const found = nextCommitLine(buffer, at);
    if (found === undefined) break;
    const { start, line } = found;
    const whole =
      line !== undefined && line.bytes <= start && fits(buffer.subarray(start - line.bytes, start), line);
    if (whole || ++count > COMMIT_LINES_IN_TORN_END) throw new BadLog(range.path, good);
    at = found.end;
  }
  if (wasWhole(buffer, commit)) throw new BadLog(range.path, good);
}

/**
 * Whether a single batch was complete once: bytes that never reached the disk are missing or read as zeros, which no JSON
 * has, so lines without zeros that end with a commit line, or almost one, were changed later. Zeros may follow: room for later batches.
 */
export function wasWhole(rest: Buffer, commit: number): boolean {
  const tail = withoutZeros(rest);
  if (tail.length === 0 || tail.includes(0)) return false;
  const start = tail.lastIndexOf(LF, tail.length - 2) + 1;
  const last = tail.subarray(start);
  if (last.length > COMMIT_LINE_MAX) return false;
  const found = parseCommit(last);
  if (found !== undefined) return found.bytes === start;
  const expected = commitLine(commit + 1, commit, [tail.subarray(0, start)]);
  if (expected.length !== last.length) return false;
  let changed = 0;
  for (let i = 0; i < last.length; i++) if (last[i] !== expected[i]) changed++;
  return changed <= BYTES_CHANGED;
}

/** The bytes up to the last one that is not zero. */
export function withoutZeros(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return bytes.subarray(0, end);
}
