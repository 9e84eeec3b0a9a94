/** Brings the tables of a collection up to its log: documents, removals and sights that are in the log only. */
import { PreparedTexts } from '../../corpus/index.ts';
import { linesOf } from '../store/compact.ts';
import type { CollectionFolder } from '../store/folder.ts';
import type { LogBatch, LogPlace, LogPosition } from '../store/log.ts';
import { type CollectionRecord, parseRecord, type StoredDocument } from '../store/records.ts';
import { type FoundEvent, foundEvent } from '../watches/event-log.ts';
import { DocumentTable } from './document-table.ts';
import type { LivingDocuments } from './living-documents.ts';

/** Batches are applied together up to this many bytes. */
const BYTES_AT_ONCE = 4 << 20;

/** A line of the log, and where it is. */
interface Line {
  readonly commit: number;
  readonly record: CollectionRecord;
  readonly place: LogPlace;
}

/**
 * @param from The commit that the tables have.
 * @param makeRoom Called before documents are added if they may not fit, with the position that the tables have reached.
 */
export async function replayLog(
  { log }: CollectionFolder,
  documents: LivingDocuments,
  from: LogPosition | undefined,
  makeRoom: (count: number, reached: LogPosition | undefined) => Promise<void>,
  onProgress: (bytes: number) => void,
  onEvents: (commit: number, events: readonly FoundEvent[]) => void,
): Promise<LogPosition | undefined> {
  let reached = from;
  let done = 0;
  for (const batches of together(log.replay(from))) {
    const lines = batches.flatMap((batch) => linesIn(batch));
    const count = lines.reduce((sum, { record }) => sum + ('text' in record ? 1 : 0), 0);
    if (documents.delta.length + count > documents.delta.capacity) await makeRoom(count, reached);
    await apply(lines, documents);
    tellEvents(lines, onEvents);
    const { commit, file, end } = batches.at(-1)!;
    reached = { commit, file, offset: end };
    done += batches.reduce((sum, { bytes }) => sum + bytes.length, 0);
    onProgress(done);
  }
  return reached;
}

function* together(batches: Iterable<LogBatch>): Generator<LogBatch[]> {
  let some: LogBatch[] = [];
  let bytes = 0;
  for (const batch of batches) {
    if (some.length > 0 && bytes + batch.bytes.length > BYTES_AT_ONCE) {
      yield some;
      [some, bytes] = [[], 0];
    }
    some.push(batch);
    bytes += batch.bytes.length;
  }
  if (some.length > 0) yield some;
}

function linesIn(batch: LogBatch): Line[] {
  const { commit } = batch;
  return Array.from(linesOf(batch), ({ line, place }) => ({ commit, record: parseRecord(line), place }));
}

async function apply(lines: readonly Line[], documents: LivingDocuments): Promise<void> {
  const added = lines.flatMap(({ record }) => ('text' in record ? [record] : []));
  const prepared = await PreparedTexts.of(added, documents.steps);
  try {
    let next = 0;
    for (const { record, place } of lines) {
      if ('remove' in record) for (const id of record.remove) documents.remove(id);
      else if ('touch' in record) for (const id of record.touch) documents.touch(id, record);
      else if ('text' in record) addStored(record, place, next++, prepared, documents);
    }
  } finally {
    prepared.release();
  }
}

function tellEvents(
  lines: readonly Line[],
  onEvents: (commit: number, events: readonly FoundEvent[]) => void,
): void {
  const byCommit = new Map<number, FoundEvent[]>();
  for (const { commit, record } of lines) {
    if (!('event' in record)) continue;
    const events = byCommit.get(commit) ?? [];
    byCommit.set(commit, events);
    events.push(foundEvent(record.event));
  }
  for (const [commit, events] of byCommit) onEvents(commit, events);
}

function addStored(
  { id, expires = 0, seen }: StoredDocument,
  place: LogPlace,
  i: number,
  prepared: PreparedTexts,
  documents: LivingDocuments,
): void {
  const keys = prepared.bandKeys(i, new Uint32Array(documents.bands + 1));
  keys[documents.bands] = documents.hashOf(id);
  documents.remove(id);
  documents.delta.add({ words: prepared.words(i), content: prepared.content(i), expires, seen, keys }, place);
}

/** An empty table for at least this many documents. */
export function emptyDelta(documents: Pick<LivingDocuments, 'bands'>, capacity: number): DocumentTable {
  return DocumentTable.empty(documents.bands + 1, capacity);
}
