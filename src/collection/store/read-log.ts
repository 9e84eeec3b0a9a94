/** Reads the log from file to file: finds its end, and gives its batches again. */
import { BadLog } from './bad-log.ts';
import type { LogBatch, LogPosition } from './log.ts';
import type { OpenLogFile } from './log-files.ts';
import { scanLog } from './scan-log.ts';

export interface LogEnd {
  readonly position: LogPosition;
  /** Where the last batch begins, if it is after the known position. */
  readonly lastBatch?: number;
}

/**
 * Finds the end of the log, starting at a known position or the beginning, and notes where each file ends. Raises
 * BAD_COLLECTION if anything but a torn end is found.
 */
export function findEnd(files: readonly OpenLogFile[], known: LogPosition | undefined): LogEnd {
  const start = known === undefined ? 0 : files.findIndex(({ number }) => number === known.file);
  let position = known ?? { commit: 0, file: 0, offset: 0 };
  let lastBatch: number | undefined;
  files.slice(Math.max(0, start)).forEach((file, i) => {
    if (i > 0 || known === undefined || start === -1) {
      if (file.first !== position.commit + 1) {
        const missing = `commits ${position.commit + 1} to ${file.first - 1} are missing before it`;
        throw new BadLog(file.path, 0, missing);
      }
      position = { commit: position.commit, file: file.number, offset: 0 };
    }
    lastBatch = undefined;
    const { number, path, last } = file;
    const { offset: from, commit } = position;
    const to = file.end;
    for (const batch of scanLog(file.file, { number, path, from, commit, to })) {
      lastBatch = batch.offset;
      position = { commit: batch.commit, file: number, offset: batch.end };
    }
    file.end = position.offset;
    const isLast = file === files.at(-1);
    const complete =
      last === undefined ? isLast || file.end === to : file.end === to && position.commit === last;
    if (!complete) throw new BadLog(path, file.end);
  });
  return { position, lastBatch };
}

/** The batches after a position, or all. Raises BAD_COLLECTION instead of yielding a damaged one. */
export function* replayFiles(
  files: readonly OpenLogFile[],
  from: LogPosition | undefined,
): Generator<LogBatch> {
  const after = from?.commit ?? 0;
  // the file of the position may have been replaced by a copy: then the position is at its end
  const behind = files.filter(({ number, first }) => number === from?.file || first > after);
  for (const { number, path, file, first, end: to } of behind.map((file) => ({ ...file }))) {
    const { offset, commit } = from?.file === number ? from : { offset: 0, commit: first - 1 };
    let reached = offset;
    for (const batch of scanLog(file, { number, path, from: offset, commit, to })) {
      yield batch;
      reached = batch.end;
    }
    if (reached !== to) throw new BadLog(path, reached);
  }
}
