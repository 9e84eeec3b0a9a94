/**
 * Gives back the space of documents that are gone: files of the log with many dead lines are copied without them. Lines that remove
 * documents stay, so that an older line of the same document in another file stays removed.
 */
import type { CollectionFolder, CompactedLog, DocumentTable } from '../collection/index.ts';
import type { LivingDocuments } from './living-documents.ts';

/** Log files of which a smaller share is alive are copied. */
const LIVING_SHARE = 0.5;

/**
 * Copies log files. The copies are used when the manifest names them.
 * @param without The number of a file that has to stay as it is.
 * @param events Events are left out if they are all in their own log.
 */
export async function compactLog(
  { log }: CollectionFolder,
  documents: LivingDocuments,
  without: number | undefined,
  events: { readonly isSettled: boolean },
): Promise<CompactedLog[]> {
  const living = livingLines([...documents.tables, documents.delta]);
  const isSparse = ({ number, bytes }: { number: number; bytes: number }) =>
    number !== without && (living.get(number)?.bytes ?? 0) < LIVING_SHARE * bytes;
  const compacted: CompactedLog[] = [];
  for (const numbers of runsOf(log.closedFiles, isSparse)) {
    const keep = (line: Uint8Array, { file, offset }: { file: number; offset: number }) =>
      startsWith(line, ID_START)
        ? living.get(file)?.offsets.has(offset) === true
        : !(events.isSettled && startsWith(line, EVENT_START));
    compacted.push(await log.compact(numbers, keep));
  }
  return compacted;
}

/** Tells tables where lines are now. @param back Where they were before, because the copies are not used after all. */
export function moveLines(
  compacted: readonly CompactedLog[],
  tables: Iterable<DocumentTable>,
  back = false,
): void {
  const moved = new Map<number, Map<number, readonly [file: number, offset: number]>>();
  const add = (file: number, offset: number, to: readonly [file: number, offset: number]) => {
    const lines = moved.get(file) ?? new Map();
    moved.set(file, lines.set(offset, to));
  };
  for (const { copy, moved: lines } of compacted) {
    for (const [file, { from, to }] of lines) {
      from.forEach((offset, i) => {
        if (back) add(copy.number, to[i], [file, offset]);
        else add(file, offset, [copy.number, to[i]]);
      });
    }
  }
  for (const table of tables) {
    for (let number = 0; number < table.length; number++) {
      const { file, offset } = table.place(number);
      const to = moved.get(file)?.get(offset);
      if (to !== undefined) table.move(number, ...to);
    }
  }
}

/** The lines of living documents in every log file: where they begin, and their bytes. */
function livingLines(tables: readonly DocumentTable[]) {
  const files = new Map<number, { readonly offsets: Set<number>; bytes: number }>();
  for (const table of tables) {
    for (let number = 0; number < table.length; number++) {
      if (!table.isAlive(number)) continue;
      const { file, offset, length } = table.place(number);
      const found = files.get(file) ?? { offsets: new Set(), bytes: 0 };
      files.set(file, found);
      found.offsets.add(offset);
      found.bytes += length;
    }
  }
  return files;
}

/** Numbers of files that follow each other and are all chosen. */
function runsOf<F extends { readonly number: number }>(
  files: readonly F[],
  isChosen: (file: F) => boolean,
): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  for (const file of files) {
    if (isChosen(file)) run.push(file.number);
    else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

const ID_START = new TextEncoder().encode('{"id":');
const EVENT_START = new TextEncoder().encode('{"event":');

function startsWith(line: Uint8Array, start: Uint8Array): boolean {
  return start.every((byte, i) => line[i] === byte);
}
