/**
 * Gives back the space of documents that are gone: files of the log with many dead lines are copied without them. Lines that remove
 * documents stay if there are earlier files, in which an older line of the same document may be. Of the lines that say when a document was
 * seen, the last one stays.
 */
import type { CompactedLog } from '../store/compact.ts';
import type { CollectionFolder } from '../store/folder.ts';
import type { LogPlace } from '../store/log.ts';
import { parseRecord, type TouchRecord, touchLines } from '../store/records.ts';
import type { DocumentTable } from './document-table.ts';
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
  const tables = [...documents.tables, documents.delta];
  const bytesOf = livingBytes(tables);
  const isSparse = ({ number, bytes }: { number: number; bytes: number }) =>
    number !== without && (bytesOf.get(number) ?? 0) < LIVING_SHARE * bytes;
  const compacted: CompactedLog[] = [];
  for (const numbers of runsOf(log.closedFiles, isSparse)) {
    const living = livingLines(tables, new Set(numbers));
    const isFirst = numbers[0] === log.closedFiles[0].number;
    const keep = (line: Uint8Array, { file, offset }: { file: number; offset: number }) => {
      if (startsWith(line, ID_START)) return living.get(file)?.has(offset) === true;
      if (startsWith(line, REMOVE_START)) return !isFirst;
      if (startsWith(line, TOUCH_START)) return lastSights(line, documents);
      return !(events.isSettled && startsWith(line, EVENT_START));
    };
    try {
      compacted.push(await log.compact(numbers, keep));
    } catch (error) {
      log.drop(compacted);
      throw error;
    }
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

/** The bytes of living documents in every log file. */
function livingBytes(tables: readonly DocumentTable[]): Map<number, number> {
  const files = new Map<number, number>();
  for (const { file, length } of livingPlaces(tables)) files.set(file, (files.get(file) ?? 0) + length);
  return files;
}

/** Where the lines of living documents begin in some log files. */
function livingLines(tables: readonly DocumentTable[], chosen: Set<number>): Map<number, Set<number>> {
  const files = new Map([...chosen].map((file) => [file, new Set<number>()]));
  for (const { file, offset } of livingPlaces(tables)) files.get(file)?.add(offset);
  return files;
}

function* livingPlaces(tables: readonly DocumentTable[]): Generator<LogPlace> {
  for (const table of tables) {
    for (let number = 0; number < table.length; number++)
      if (table.isAlive(number)) yield table.place(number);
  }
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
const REMOVE_START = new TextEncoder().encode('{"remove":');
const TOUCH_START = new TextEncoder().encode('{"touch":');
const EVENT_START = new TextEncoder().encode('{"event":');

function startsWith(line: Uint8Array, start: Uint8Array): boolean {
  return start.every((byte, i) => line[i] === byte);
}

/** The line with those of its ids that were not seen again since; false if there are none. */
function lastSights(line: Uint8Array, documents: LivingDocuments): Uint8Array | false {
  const { touch, seen, expires } = parseRecord(line) as TouchRecord;
  const ids = touch.filter((id) => {
    const number = documents.find(id);
    if (number === -1) return false;
    const { table, document } = documents.view.locate(number);
    const { columns } = table;
    return (
      columns.seen[document] === seen && (expires === undefined || columns.expires[document] === expires)
    );
  });
  return ids.length === 0 ? false : touchLines(ids, seen, expires)[0];
}
