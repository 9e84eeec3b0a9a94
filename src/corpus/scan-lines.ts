/**
 * Scans blocks of JSON lines: a worker finds texts and ids and goes on to fingerprints. It calls lines odd if the kernel does not
 * read them. They are read without a kernel here and prepared like other texts, so that no result depends on the abilities of a kernel.
 */
import type { BatchLimits } from '../corpus.ts';
import { addressIn, JsonlRecordFields, JsonlScanFields, type Seed } from '../engines/index.ts';
import { utf8Bytes, utf8Length } from '../platform/bytes.ts';
import type { LineBlock } from '../read/index.ts';
import type { ReadItem } from '../read.ts';
import { Allocations } from './allocations.ts';
import { BatchBuilder } from './batch-builder.ts';
import { scanJob } from './jobs/scan.ts';
import {
  allocateResults,
  finishBatch,
  type PreparedBatch,
  prepareBatch,
  type Steps,
} from './prepare-batch.ts';

/** The results of one scan, on the heap until `release`. */
export interface ScannedLines {
  /** Bytes and lines that were scanned. */
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
  /** The odd lines in order (counted from the first line of this scan), and the texts of those that are documents. */
  readonly oddItems: readonly (ReadItem | undefined)[];
  readonly oddDocuments: readonly PreparedBatch[];
  release(): void;
}

/** The lines that are scanned, and how they are read. */
export type LinesToScan = Pick<
  LineBlock,
  'address' | 'bytes' | 'textField' | 'idField' | 'maxLine' | 'readLine'
>;

/** The tools that prepare texts of lines, which have ids beside them. */
export interface LineSteps extends Steps {
  /** The seed of id hashes. */
  readonly idSeed: Seed;
  /** Disguised words are looked for only in odd lines: the texts of others will be made again. */
  readonly disguisesLater?: boolean;
}

/** Lines of fewer bytes than this, on average, need more than one scan. */
const SHORT_LINE = 32;

/** Scans a block. One scan is enough unless its lines are very short. */
export async function scanLines(
  block: LinesToScan,
  steps: LineSteps,
  limits?: BatchLimits,
): Promise<ScannedLines[]> {
  const scans: ScannedLines[] = [];
  for (let done = 0; done < block.bytes; done += scans.at(-1)!.bytes) {
    scans.push(await scanFrom(done, block, steps, limits));
  }
  return scans;
}

async function scanFrom(
  start: number,
  block: LinesToScan,
  steps: LineSteps,
  limits: BatchLimits | undefined,
): Promise<ScannedLines> {
  const { engine } = steps;
  const bytes = block.bytes - start;
  const memory = new Allocations(engine.heap);
  try {
    const fields = scanFields(block, block.address + start, bytes, steps.idSeed, memory);
    const scan = memory.place(fields);
    const lineSteps = steps.disguisesLater === true ? { ...steps, disguises: false } : steps;
    const results = allocateResults(memory, lineSteps, bytes, fields[JsonlScanFields.maxRecords]);
    const done = await engine.run(scanJob, { scan, ...results });
    const found = engine.heap.u32.slice(scan / 4, scan / 4 + JsonlScanFields.length);
    const batch = {
      text: addressIn(found, JsonlScanFields.text),
      offsets: addressIn(found, JsonlScanFields.offsets),
      count: found[JsonlScanFields.documents],
    };
    const documents = await finishBatch(done.bytes, batch, results, memory, steps);
    const hasOdd = found[JsonlScanFields.recordCount] > batch.count;
    const oddItems = hasOdd ? readOddLines(block, found, steps) : [];
    const oddDocuments = hasOdd ? await prepareItems(oddItems, steps, limits) : [];
    for (const odd of oddDocuments) memory.releaseWith(odd);
    return {
      bytes: found[JsonlScanFields.doneBytes],
      lines: found[JsonlScanFields.doneLines],
      records: found[JsonlScanFields.records],
      recordCount: found[JsonlScanFields.recordCount],
      documents,
      ids: found[JsonlScanFields.ids],
      idOffsets: found[JsonlScanFields.idOffsets],
      idHashes: found[JsonlScanFields.idHashes],
      oddItems,
      oddDocuments,
      release: () => memory.release(),
    };
  } catch (error) {
    memory.release();
    throw error;
  }
}

/** The fields of a scan, with memory for its results. */
function scanFields(
  { textField, idField, maxLine }: LinesToScan,
  address: number,
  bytes: number,
  idSeed: Seed,
  memory: Allocations,
): Uint32Array {
  const maxRecords = Math.ceil(bytes / SHORT_LINE) + 64;
  const fields = new Uint32Array(JsonlScanFields.length);
  fields[JsonlScanFields.lines] = address;
  fields[JsonlScanFields.bytes] = bytes;
  fields[JsonlScanFields.textName] = memory.place(utf8Bytes(textField));
  fields[JsonlScanFields.textNameBytes] = utf8Length(textField);
  fields[JsonlScanFields.idName] = memory.place(utf8Bytes(idField));
  fields[JsonlScanFields.idNameBytes] = utf8Length(idField);
  fields[JsonlScanFields.maxLine] = maxLine;
  fields[JsonlScanFields.maxRecords] = maxRecords;
  fields[JsonlScanFields.records] = memory.allocate(4 * JsonlRecordFields.length * maxRecords);
  fields[JsonlScanFields.text] = memory.allocate(bytes + 64);
  fields[JsonlScanFields.offsets] = memory.allocate(4 * (maxRecords + 1));
  fields[JsonlScanFields.ids] = memory.allocate(bytes + 64);
  fields[JsonlScanFields.idOffsets] = memory.allocate(4 * (maxRecords + 1));
  fields[JsonlScanFields.idHashes] = memory.allocate(4 * maxRecords);
  fields[JsonlScanFields.idSeedLow] = idSeed.low;
  fields[JsonlScanFields.idSeedHigh] = idSeed.high;
  return fields;
}

function readOddLines(
  { readLine }: LinesToScan,
  found: Uint32Array,
  { engine }: Steps,
): (ReadItem | undefined)[] {
  const { u8, u32 } = engine.heap;
  const items: (ReadItem | undefined)[] = [];
  for (let i = 0; i < found[JsonlScanFields.recordCount]; i++) {
    const record = found[JsonlScanFields.records] / 4 + JsonlRecordFields.length * i;
    if (u32[record + JsonlRecordFields.odd] === 0) continue;
    const start = found[JsonlScanFields.lines] + u32[record + JsonlRecordFields.start];
    // a copy: decoding a string from shared memory is not allowed
    const content = u8.slice(start, start + u32[record + JsonlRecordFields.bytes]);
    items.push(readLine(content, u32[record + JsonlRecordFields.line]));
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
