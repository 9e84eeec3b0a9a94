/** Cuts a damaged log file into whole batches and the bytes between them. */
import type { OpenLogFile } from './log-files.ts';
import { fits } from './log-lines.ts';
import { nextCommitLine, wasWhole, withoutZeros } from './scan-log.ts';

export interface SavedPiece {
  /** True for a verified batch, false for bytes between two batches. */
  readonly whole: boolean;
  readonly bytes: Buffer;
  /** The commit of a whole batch. */
  readonly commit: number;
}

export interface Salvaged {
  readonly pieces: readonly SavedPiece[];
  readonly damaged: boolean;
  /** Commits of which nothing is left, or nothing but parts. */
  readonly missing: readonly { readonly from: number; readonly to: number }[];
  /** The last commit that the file covers. */
  readonly last: number;
}

/**
 * @param expected The last commit that should be in the file, as far as that is known.
 * @param isOpen Whether it is the last file of the log: it may have more commits, and a torn end, which is no damage.
 */
export function salvage(file: OpenLogFile, expected: number, isOpen: boolean): Salvaged {
  const bytes = Buffer.alloc(file.end);
  file.file.read(bytes, 0);
  const pieces: SavedPiece[] = [];
  let last = file.first - 1;
  let good = 0;
  let damaged = false;
  const missing: { from: number; to: number }[] = [];
  const expect = (after: number) => {
    if (after > last) missing.push({ from: last + 1, to: after });
  };
  for (let at = 0; ; ) {
    const found = nextCommitLine(bytes, at);
    if (found === undefined) break;
    at = found.end;
    const { line, start } = found;
    if (line === undefined || line.commit <= last || start - line.bytes < good) continue;
    const lines = bytes.subarray(start - line.bytes, start);
    if (!fits(lines, line)) continue;
    const between = bytes.subarray(good, start - line.bytes);
    if (between.length > 0) pieces.push({ whole: false, bytes: between, commit: 0 });
    damaged ||= between.length > 0 || line.after !== last;
    expect(line.after);
    pieces.push({ whole: true, bytes: lines, commit: line.commit });
    last = line.commit;
    good = found.end;
  }
  // zeros are room for batches that never came
  const rest = withoutZeros(bytes.subarray(good));
  if (rest.length > 0) pieces.push({ whole: false, bytes: rest, commit: 0 });
  damaged ||= last < expected || (isOpen ? wasWhole(rest, last) : rest.length > 0);
  const end = Math.max(expected, last, isOpen && damaged && rest.length > 0 ? last + 1 : 0);
  expect(end);
  return { pieces, damaged, missing, last: end };
}
