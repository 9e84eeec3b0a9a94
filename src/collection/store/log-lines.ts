/**
 * The lines of the log: JSON lines, and a commit line after every batch. A batch counts if its commit line fits: number,
 * bytes and checksum. Without `after`, the number follows that of the batch before.
 *
 *     {"id":"a","text":"One text."}
 *     {"remove":"b"}
 *     {"commit":18,"bytes":45,"crc32":2440941150}
 */
import { crc32 } from 'node:zlib';

export const LF = 10;
/** How a commit line begins. No other line of the log may begin this way. */
export const COMMIT_START = Buffer.from('{"commit":');
/** Longer than any commit line. */
export const COMMIT_LINE_MAX = 120;

export interface CommitLine {
  readonly commit: number;
  /** The commit before. It is given only in copies of log files, which leave out commits whose lines are all gone. */
  readonly after: number;
  /** Length and checksum of the lines before it. The checksum starts from the number of the commit. */
  readonly bytes: number;
  readonly crc32: number;
}

/** The commit line for a batch that is in one or more pieces. */
export function commitLine(commit: number, after: number, lines: readonly Uint8Array[]): Buffer {
  let bytes = 0;
  let crc = commit >>> 0;
  for (const piece of lines) {
    bytes += piece.length;
    crc = crc32(piece, crc);
  }
  return formatCommit({ commit, after, bytes, crc32: crc });
}

function formatCommit({ commit, after, bytes, crc32 }: CommitLine): Buffer {
  const skipped = after === commit - 1 ? '' : `"after":${after},`;
  return Buffer.from(`{"commit":${commit},${skipped}"bytes":${bytes},"crc32":${crc32}}\n`);
}

/** A commit line that was read, LF included. Undefined if it is not exactly as it was written. */
export function parseCommit(line: Buffer): CommitLine | undefined {
  let found: Partial<CommitLine>;
  try {
    found = JSON.parse(line.toString('latin1'));
  } catch {
    return undefined;
  }
  const commit = { after: Number(found.commit) - 1, ...found } as CommitLine;
  const numbers = [commit.commit, commit.after, commit.bytes, commit.crc32];
  if (!numbers.every((n) => Number.isSafeInteger(n) && n >= 0)) return undefined;
  return formatCommit(commit).equals(line) ? commit : undefined;
}

/** Whether these are the lines that a commit line speaks of. */
export function fits(lines: Uint8Array, commit: CommitLine): boolean {
  return lines.length === commit.bytes && crc32(lines, commit.commit >>> 0) === commit.crc32;
}
