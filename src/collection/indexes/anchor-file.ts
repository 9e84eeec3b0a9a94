/**
 * The anchors of many documents in a file: pairs of hash and document, sorted, read through the page cache. Every 128th hash is in memory:
 * 4 bytes for a document of 350 words, whose anchors take 1,100 bytes on the disk.
 */

import { type Anchors, AnchorTable } from '../../passages/index.ts';
import type { Part, PartsFile, StreamedPart } from '../store/parts-file.ts';

/** Names the way from a text to its anchors. Anchors of another way are made again. */
export const ANCHOR_SCHEME = 'anchors 3: 5 words, window 4; sentences by 3 classes';

const PAIR_BYTES = 8;
/** Pairs between two hashes that are in memory. */
const STEP = 128;
/** Pairs that are read together if a hash has many. */
const MOST_READ = 4096;
/** Pairs that are merged together, on average. */
const MERGED_AT_ONCE = 1 << 18;

export class AnchorFile implements Anchors {
  readonly length: number;
  private readonly samples: Uint32Array;

  /** @param file It must have been written by `anchorParts`. */
  constructor(private readonly file: PartsFile) {
    this.length = file.lengthOf('anchors') / PAIR_BYTES;
    this.samples = file.numbers('samples', Uint32Array);
    if (!Number.isInteger(this.length) || this.samples.length !== Math.ceil(this.length / STEP))
      throw file.bad('its part `samples` has another length');
  }

  get memory(): number {
    return this.samples.byteLength;
  }

  find(hash: number, visit: (document: number) => boolean): void {
    let from = STEP * Math.max(0, this.samplesBelow(hash) - 1);
    for (let count = STEP; from < this.length; count = Math.min(2 * count, MOST_READ)) {
      const pairs = this.read(from, count);
      for (let at = 0; at < pairs.length; at += 2) {
        if (pairs[at] > hash || (pairs[at] === hash && !visit(pairs[at + 1]))) return;
      }
      from += count;
    }
  }

  /** All pairs, some at a time. */
  *pairs(): Generator<Uint32Array> {
    for (let from = 0; from < this.length; from += MOST_READ) yield this.read(from, MOST_READ);
  }

  /** The error for a damaged file. */
  bad(): Error {
    return this.file.bad('an anchor names a missing document');
  }

  close(): void {
    this.file.close();
  }

  private samplesBelow(hash: number): number {
    let [low, high] = [0, this.samples.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.samples[middle] < hash) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private read(from: number, count: number): Uint32Array {
    const length = PAIR_BYTES * Math.min(count, this.length - from);
    const bytes = this.file.slice('anchors', PAIR_BYTES * from, length);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, length / 4);
  }
}

/** Anchors, and the new number of each of their documents; GONE for one that is left out. */
export interface RenumberedAnchors {
  readonly anchors: AnchorFile | AnchorTable;
  readonly numbers: Uint32Array;
  readonly gone: number;
}

/** The parts of a file with all these anchors. The new numbers must ascend through all inputs. */
export function* anchorParts(inputs: readonly RenumberedAnchors[]): Generator<Part | StreamedPart> {
  const samples: number[] = [];
  yield { name: 'anchors', chunks: sampled(mergeByHash(inputs), samples) };
  // known when the anchors have been written
  yield { name: 'samples', bytes: new Uint8Array(Uint32Array.from(samples).buffer) };
}

function* sampled(chunks: Iterable<Uint32Array>, samples: number[]): Generator<Uint8Array> {
  let written = 0;
  for (const pairs of chunks) {
    for (let at = 0; at < pairs.length; at += 2) if (written++ % STEP === 0) samples.push(pairs[at]);
    yield new Uint8Array(pairs.buffer);
  }
}

/** The anchors of all inputs, one range of hashes after the other. */
function* mergeByHash(inputs: readonly RenumberedAnchors[]): Generator<Uint32Array> {
  const all = inputs.reduce((sum, { anchors }) => sum + anchors.length, 0);
  const ranges = Math.ceil(all / MERGED_AT_ONCE);
  const cursors = inputs.map(({ anchors, ...renumbered }) =>
    anchors instanceof AnchorFile
      ? new FileCursor(anchors, renumbered)
      : new TableCursor(anchors, renumbered),
  );
  for (let range = 1; range <= ranges; range++) {
    const end = range === ranges ? 2 ** 32 : Math.floor((2 ** 32 * range) / ranges);
    const joined = new AnchorTable();
    for (const cursor of cursors) cursor.takeBelow(end, joined);
    yield joined.pairs();
  }
}

type Renumbered = Omit<RenumberedAnchors, 'anchors'>;

/** Takes the anchors of a table, which need not be sorted for it. */
class TableCursor {
  /** Entries below this were taken. */
  private start = 0;

  constructor(
    private readonly table: AnchorTable,
    private readonly renumbered: Renumbered,
  ) {}

  takeBelow(end: number, into: AnchorTable): void {
    const { hashes, documents } = this.table.unsorted();
    const { numbers, gone } = this.renumbered;
    for (let i = 0; i < hashes.length; i++) {
      if (hashes[i] < this.start || hashes[i] >= end) continue;
      const number = numbers[documents[i]];
      if (number !== gone) into.add(hashes[i], number);
    }
    this.start = end;
  }
}

/** Reads the anchors of a file in their order. */
class FileCursor {
  private readonly chunks: Iterator<Uint32Array>;
  private chunk: Uint32Array | undefined;
  private at = 0;

  constructor(
    private readonly anchors: AnchorFile,
    private readonly renumbered: Renumbered,
  ) {
    this.chunks = anchors.pairs();
    this.chunk = this.chunks.next().value;
  }

  takeBelow(end: number, into: AnchorTable): void {
    const { numbers, gone } = this.renumbered;
    while (this.chunk !== undefined) {
      const { chunk } = this;
      for (; this.at < chunk.length && chunk[this.at] < end; this.at += 2) {
        const number: number | undefined = numbers[chunk[this.at + 1]];
        if (number === undefined) throw this.anchors.bad();
        if (number !== gone) into.add(chunk[this.at], number);
      }
      if (this.at < chunk.length) return;
      this.chunk = this.chunks.next().value;
      this.at = 0;
    }
  }
}

/** Joins the anchors of several tables into one; their documents must ascend from table to table. */
export function joinAnchors(tables: readonly AnchorTable[]): AnchorTable {
  const joined = new AnchorTable();
  for (const table of tables) {
    const { hashes, documents } = table.unsorted();
    for (let i = 0; i < hashes.length; i++) joined.add(hashes[i], documents[i]);
  }
  return joined;
}
