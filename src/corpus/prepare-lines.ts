/**
 * Takes raw lines through the engine: a worker finds texts and ids and goes on to fingerprints. Lines that it calls odd are
 * read the plain way and their texts prepared as any others, so that no result depends on what a kernel can do.
 */
import { JsonlRecord, JsonlScan } from '../engines.ts';
import type { RawLines, ReadItem } from '../read.ts';
import { BatchBuilder, type BatchLimits } from './batch-builder.ts';
import { Blocks } from './blocks.ts';
import { type PreparedBatch, prepareBatch, resultRoom, type Steps, settle } from './prepare-batch.ts';

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

/** One scan after the other until all lines are done: one, unless lines are shorter than anybody writes them. */
export async function prepareLines(
  raw: RawLines,
  steps: Steps,
  limits: BatchLimits | undefined,
): Promise<PreparedLines[]> {
  const scans: PreparedLines[] = [];
  for (let done = 0; done < raw.bytes; done += scans.at(-1)!.bytes) {
    scans.push(await prepareScan(raw, done, steps, limits));
  }
  return scans;
}

async function prepareScan(
  raw: RawLines,
  from: number,
  steps: Steps,
  limits: BatchLimits | undefined,
): Promise<PreparedLines> {
  const { engine } = steps;
  const blocks = new Blocks(engine.heap);
  try {
    const fields = scanFields(raw, from, blocks);
    const room = resultRoom(blocks, steps, fields[JsonlScan.bytes], fields[JsonlScan.maxRecords]);
    const scan = blocks.place(fields);
    const { bytes } = await engine.run({ kind: 'scan', scan, ...room });

    const found = engine.heap.u32.slice(scan / 4, scan / 4 + JsonlScan.length);
    const [text, offsets, count] = [JsonlScan.text, JsonlScan.offsets, JsonlScan.documents].map(
      (i) => found[i],
    );
    const documents = await settle(bytes, { text, offsets, count }, room, blocks, steps);
    const oddItems = found[JsonlScan.recordCount] > count ? readOdd(raw, found, steps) : [];
    const oddDocuments = await prepareItems(oddItems, steps, limits);
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
        for (const batch of oddDocuments) batch.release();
        documents.release();
      },
    };
  } catch (error) {
    blocks.release();
    throw error;
  }
}

/** Lines of fewer bytes than this, on average, need more than one scan. */
const SHORT_LINE = 32;

/** A `JsonlScan` of the lines from byte `from` on, with room for what it finds. */
function scanFields(raw: RawLines, from: number, blocks: Blocks): Uint32Array {
  const { textName, idName, maxLine } = raw.format;
  const bytes = raw.bytes - from;
  const maxRecords = Math.ceil(bytes / SHORT_LINE) + 64;
  const fields = new Uint32Array(JsonlScan.length);
  fields[JsonlScan.lines] = raw.lines + from;
  fields[JsonlScan.bytes] = bytes;
  fields[JsonlScan.textName] = blocks.place(Buffer.from(textName));
  fields[JsonlScan.textNameBytes] = Buffer.byteLength(textName);
  fields[JsonlScan.idName] = blocks.place(Buffer.from(idName));
  fields[JsonlScan.idNameBytes] = Buffer.byteLength(idName);
  fields[JsonlScan.maxLine] = maxLine;
  fields[JsonlScan.maxRecords] = maxRecords;
  fields[JsonlScan.records] = blocks.allocate(4 * JsonlRecord.length * maxRecords);
  fields[JsonlScan.text] = blocks.allocate(bytes + 64);
  fields[JsonlScan.offsets] = blocks.allocate(4 * (maxRecords + 1));
  fields[JsonlScan.ids] = blocks.allocate(bytes + 64);
  fields[JsonlScan.idOffsets] = blocks.allocate(4 * (maxRecords + 1));
  fields[JsonlScan.idHashes] = blocks.allocate(4 * maxRecords);
  return fields;
}

function readOdd({ format }: RawLines, found: Uint32Array, { engine }: Steps): (ReadItem | undefined)[] {
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
