/**
 * Takes raw lines through the engine: a worker finds texts and ids and goes on to fingerprints. Lines that it calls odd are
 * read the plain way and their texts prepared as any others, so that no result depends on what a kernel can do.
 */

import type { BatchLimits } from '../collection.ts';
import { JsonlRecord, JsonlScan } from '../engines/index.ts';
import type { RawLines, ReadItem } from '../read.ts';
import { BatchBuilder } from './batch-builder.ts';
import { Blocks } from './blocks.ts';
import { type StoredLines, type StoredPiece, scanJob, UNREAD } from './jobs/scan.ts';
import { type PreparedBatch, prepareBatch, type Steps, settle } from './prepare-batch.ts';
import type { ScanRooms } from './scan-rooms.ts';

/** What one scan found, on the heap until `release`. */
export interface PreparedLines {
  /** Bytes and lines gone through. */
  readonly bytes: number;
  readonly lines: number;
  /** Address and number of `JsonlRecord`s. */
  readonly records: number;
  readonly recordCount: number;
  /** The documents among them, and their ids: bytes, u32[count + 1] offsets, u32[count] hashes. An empty id is none. */
  readonly documents: PreparedBatch;
  readonly ids: number;
  readonly idOffsets: number;
  readonly idHashes: number;
  /** What the odd ones are, in order (their lines are counted from this scan's first), and the texts of those that are documents. */
  readonly oddItems: readonly (ReadItem | undefined)[];
  readonly oddDocuments: readonly PreparedBatch[];
  release(): void;
}

/**
 * One scan after the other until all lines are done: one, unless lines are shorter than anybody writes them. None where they
 * are still in their file and cannot be read.
 * @param stored Where the worker finds the lines, if they are not there yet.
 */
export async function prepareLines(
  raw: Omit<RawLines, 'first' | 'release'>,
  rooms: ScanRooms,
  limits?: BatchLimits,
  stored: StoredLines | StoredPiece | undefined = pieceOf(raw),
): Promise<PreparedLines[]> {
  const scans: PreparedLines[] = [];
  for (let done = 0; done < raw.bytes; done += scans.at(-1)!.bytes) {
    const scan = await prepareScan(raw, done, rooms, limits, done === 0 ? stored : undefined);
    if (scan === undefined) {
      raw.unread?.fail();
      break;
    }
    scans.push(scan);
  }
  return scans;
}

function pieceOf({ unread, position }: Pick<RawLines, 'unread' | 'position'>): StoredPiece | undefined {
  return unread && position !== undefined ? { file: unread.file, position } : undefined;
}

async function prepareScan(
  raw: Omit<RawLines, 'first' | 'release'>,
  from: number,
  rooms: ScanRooms,
  limits: BatchLimits | undefined,
  stored: StoredLines | StoredPiece | undefined,
): Promise<PreparedLines | undefined> {
  const { steps } = rooms;
  const room = rooms.take(raw.format, raw.bytes - from);
  // what the room does not have
  const blocks = new Blocks(steps.engine.heap);
  const release = () => {
    blocks.release();
    rooms.give(room);
  };
  try {
    room.aim(raw.lines + from, raw.bytes - from);
    const { bytes } = await steps.engine.run(
      scanJob,
      stored === undefined ? room.job : { ...room.job, stored },
    );
    if (bytes === UNREAD) {
      release();
      return undefined;
    }
    const found = room.found();
    const batch = {
      text: found[JsonlScan.text],
      offsets: found[JsonlScan.offsets],
      count: found[JsonlScan.documents],
    };
    const documents = await settle(bytes, batch, room.results, blocks, steps);
    const isOdd = found[JsonlScan.recordCount] > batch.count;
    const oddItems = isOdd ? readOdd(raw, found, steps) : [];
    const oddDocuments = isOdd ? await prepareItems(oddItems, steps, limits) : [];
    return {
      bytes: found[JsonlScan.doneBytes],
      lines: found[JsonlScan.doneLines],
      records: found[JsonlScan.records],
      recordCount: found[JsonlScan.recordCount],
      documents,
      ids: found[JsonlScan.ids],
      idOffsets: found[JsonlScan.idOffsets],
      idHashes: found[JsonlScan.idHashes],
      oddItems,
      oddDocuments,
      release() {
        for (const odd of oddDocuments) odd.release();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function readOdd(
  { format }: Pick<RawLines, 'format'>,
  found: Uint32Array,
  { engine }: Steps,
): (ReadItem | undefined)[] {
  const { u8, u32 } = engine.heap;
  const items: (ReadItem | undefined)[] = [];
  for (let i = 0; i < found[JsonlScan.recordCount]; i++) {
    const record = found[JsonlScan.records] / 4 + JsonlRecord.length * i;
    if (u32[record + JsonlRecord.odd] === 0) continue;
    const start = found[JsonlScan.lines] + u32[record + JsonlRecord.start];
    // a copy: what decodes strings does not take shared memory
    const content = Buffer.from(u8.slice(start, start + u32[record + JsonlRecord.bytes]));
    items.push(format.read(content, u32[record + JsonlRecord.line]));
  }
  return items;
}

function prepareItems(
  items: readonly (ReadItem | undefined)[],
  steps: Steps,
  limits: BatchLimits | undefined,
): Promise<PreparedBatch[]> {
  const builder = new BatchBuilder(steps.engine.heap, limits);
  const batches = items.flatMap((item) =>
    item === undefined || item.problem !== undefined ? [] : builder.add(item.text, item.lang),
  );
  const last = builder.finish();
  if (last !== undefined) batches.push(last);
  return Promise.all(batches.map((batch) => prepareBatch(batch, steps)));
}
