/**
 * Copies files of the log without their dead lines. Commits keep their numbers; one whose lines are all gone is left out, and the next one says
 * so (`after`). The copy names the commits it covers and is on the disk under its name when the promise resolves.
 */
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Disk } from './disk.ts';
import type { LogBatch, LogPlace } from './log.ts';
import { logFileName, type OpenLogFile } from './log-files.ts';
import { commitLine, LF } from './log-lines.ts';
import { replayFiles } from './read-log.ts';
import { writeFileOnce } from './whole-file.ts';

/**
 * The fate of a line: kept, dropped, or replaced by another line. A replay of the copy must give the same documents: the
 * last line of an id must stay, or be replaced by a removal, as long as older lines of that id are in earlier files.
 */
export type KeepLine = (line: Uint8Array, place: LogPlace) => boolean | Uint8Array;

export interface CompactedLog {
  readonly copy: OpenLogFile;
  /** Numbers of the files it was made of. */
  readonly instead: readonly number[];
  /** For each of these files: where the kept lines began, ascending, and where they begin in the copy. */
  readonly moved: ReadonlyMap<number, { readonly from: readonly number[]; readonly to: readonly number[] }>;
}

/** @param last The last commit of the files. */
export async function compactFiles(
  disk: Disk,
  folder: string,
  files: readonly OpenLogFile[],
  last: number,
  number: number,
  keep: KeepLine,
): Promise<CompactedLog> {
  const first = files[0].first;
  const name = logFileName(number, first, last);
  const path = join(folder, name);
  const moved = new Map(files.map((file) => [file.number, { from: [] as number[], to: [] as number[] }]));
  let end = 0;
  await writeFileOnce(disk, path, async (write) => {
    let after = first - 1;
    const put = async (commit: number, lines: readonly Uint8Array[]) => {
      for (const bytes of [...lines, commitLine(commit, after, lines)]) {
        await write(bytes);
        end += bytes.length;
      }
      after = commit;
    };
    for (const batch of replayFiles(files, undefined)) {
      const kept: Uint8Array[] = [];
      let to = end;
      for (const { line, place } of linesOf(batch)) {
        const kind = keep(line, place);
        if (kind === false) continue;
        const written = kind === true ? line : kind;
        if (kind === true) {
          moved.get(place.file)?.from.push(place.offset);
          moved.get(place.file)?.to.push(to);
        }
        kept.push(written);
        to += written.length;
      }
      if (kept.length > 0) await put(batch.commit, kept);
    }
    if (after < last) await put(last, []);
  });
  const copy = { name, number, first, last, path, file: disk.open(path, 'read'), end };
  return { copy, instead: files.map(({ number }) => number), moved };
}

/** The lines of a batch, each with its place. */
export function linesOf({ bytes, file, offset }: Pick<LogBatch, 'file' | 'offset' | 'bytes'>): {
  readonly line: Uint8Array;
  readonly place: LogPlace;
}[] {
  const lines: { line: Uint8Array; place: LogPlace }[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LF, start) + 1;
    const line = bytes.subarray(start, end);
    lines.push({ line, place: { file, offset: offset + start, length: line.length, crc: crc32(line) } });
    start = end;
  }
  return lines;
}
