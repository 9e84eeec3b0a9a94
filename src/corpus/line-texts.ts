/**
 * Canonical texts that are made again from the lines of a file. Few texts are ever compared, so those of lines in a file are not
 * kept when they are read, but made again when they are needed. A text must have the hash that it had, or the file has changed.
 */
import { Canonicalizer } from '../canonicalize/index.ts';
import type { LoadTasks } from '../corpus.ts';
import { plus } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import { ordered } from '../ordered.ts';
import { inputChanged, type LineBlock } from '../read/index.ts';
import type { OpenFile } from '../read.ts';
import type { Corpus } from './corpus.ts';
import { endOfRun, NEAR_WINDOW } from './near-parts.ts';
import type { PreparedBatch } from './prepare-batch.ts';
import { type LineSteps, type ScannedLines, scanLines } from './scan-lines.ts';

/** Files that are kept open, so that a file that loses its name can still be read. Texts of other files go to the spool at once. */
const MAX_FILES = 32;

/** Lines that are read again together. With whole blocks `dedup` of 200,000 documents needs 60 MB more. */
const AGAIN_BYTES = 1 << 19;

const LF = 0x0a;

/** Takes the texts of some documents; they are on the heap until it returns, or until what it returns is done. */
export type TakeTexts = (numbers: Uint32Array, texts: PreparedBatch) => void | Promise<void>;

/** How texts were made canonical. Reading them again must use the same options. */
export type Treatment = Parameters<typeof Canonicalizer.open>[1] &
  Pick<LoadTasks, 'disguises'> & { readonly canonical: boolean };

export class LineTexts {
  private readonly keptOpen = new Set<OpenFile>();
  /** The first block of every source whose lines are in the corpus, by the number of the source. It says how to read a line. */
  private readonly blocks = new Map<number, LineBlock>();
  private readonly window = new Uint8Array(NEAR_WINDOW);
  private canonicalizer: Promise<Canonicalizer> | undefined;
  /** Resolves when all texts that were asked for are in the spool. */
  private fetching: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly corpus: Corpus,
    private readonly engine: Engine,
    private readonly treatment: Treatment,
  ) {}

  /** Keeps the file of a block open if it has one and there are not too many. Call it before the next block is asked for. */
  keepOpen({ file }: LineBlock): void {
    if (file === undefined || this.keptOpen.has(file) || this.keptOpen.size >= MAX_FILES) return;
    file.keepOpen();
    this.keptOpen.add(file);
  }

  canRead({ file }: LineBlock): boolean {
    return file !== undefined && this.keptOpen.has(file);
  }

  /** From now on texts of this source may be asked for. */
  addSource(number: number, first: LineBlock): void {
    this.blocks.set(number, first);
  }

  /** Writes the texts of these documents to the spool, unless they are there. Calls run one after the other: they may overlap. */
  fetch(numbers: Uint32Array): Promise<void> {
    const turn = this.fetching.then(() => this.fetchMissing(numbers));
    this.fetching = turn.catch(() => {});
    return turn;
  }

  async close(): Promise<void> {
    for (const file of this.keptOpen) await file.close();
    this.keptOpen.clear();
    this.blocks.clear();
    (await this.canonicalizer?.catch(() => undefined))?.close();
    this.canonicalizer = undefined;
  }

  /**
   * Makes the texts of these documents, which are ascending and not in the spool, and hands them on in this order.
   * @param items Blocks of lines that are scanned at a time.
   */
  async make(numbers: Uint32Array, take: TakeTexts, items: number): Promise<void> {
    const steps = await this.steps();
    const scanned = ordered(this.split(numbers), { items }, (lines) => this.scan(lines, steps));
    for await (const { lines, scans } of scanned) await this.takeScans(lines, scans, take);
  }

  private async fetchMissing(numbers: Uint32Array): Promise<void> {
    const missing = numbers.filter((number) => !this.corpus.isSpooled(number)).sort();
    const items = 2 * this.engine.threads;
    if (missing.length > 0) await this.make(missing, (some, texts) => this.spool(some, texts), items);
  }

  /** Splits the documents into groups of a few hundred lines, each from one file. */
  private *split(numbers: Uint32Array): Generator<WantedLines> {
    const { sources, lineBytes } = this.corpus;
    for (let first = 0, last = 0; first < numbers.length; first = last) {
      let bytes = 0;
      const source = sources.get(numbers[first]);
      for (; last < numbers.length && bytes < AGAIN_BYTES && sources.get(numbers[last]) === source; last++) {
        bytes += lineBytes.get(numbers[last]) + 1;
      }
      yield { source: this.blocks.get(source)!, numbers: numbers.subarray(first, last), bytes };
    }
  }

  private async scan(
    lines: WantedLines,
    steps: LineSteps,
  ): Promise<{ readonly lines: WantedLines; readonly scans: readonly ScannedLines[] }> {
    const { heap } = this.engine;
    const memory = heap.allocate(lines.bytes + 2);
    try {
      const address = plus(memory, 1);
      this.readTo(address, lines);
      return { lines, scans: await scanLines({ ...lines.source, address, bytes: lines.bytes }, steps) };
    } finally {
      heap.release(memory);
    }
  }

  /** Puts the lines one after the other, each between two LF. A line that the file no longer has is left empty. */
  private readTo(address: number, { source, numbers }: WantedLines): void {
    const { u8 } = this.engine.heap;
    const startOf = (line: number) => this.corpus.linePosition(numbers[line]);
    const endOf = (line: number) => startOf(line) + this.corpus.lineBytes.get(numbers[line]);
    let at = address;
    u8[at - 1] = LF;
    for (let first = 0, last = 0; first < numbers.length; first = last) {
      const from = startOf(first);
      last = endOfRun(first, numbers.length, startOf, endOf);
      const to = endOf(last - 1);
      // a line alone goes straight to its place
      const into = last - first === 1 ? u8 : this.window;
      const start = into === u8 ? at : 0;
      const got = readUpTo(source.file!, into, start, to - from, from);
      for (const number of numbers.subarray(first, last)) {
        const bytes = this.corpus.lineBytes.get(number);
        const offset = this.corpus.linePosition(number) - from;
        const found = Math.min(bytes, Math.max(0, got - offset));
        if (into !== u8) u8.set(into.subarray(offset, offset + found), at);
        u8.fill(LF, at + found, at + bytes + 1);
        at += bytes + 1;
      }
    }
  }

  /** Hands on the texts that scans found. They must be those of the documents that were asked for. */
  private async takeScans(
    { source, numbers }: WantedLines,
    scans: readonly ScannedLines[],
    take: TakeTexts,
  ): Promise<void> {
    let done = 0;
    for (const scan of scans) {
      const { count } = scan.documents;
      const isSame = scan.recordCount === count && this.haveHashes(numbers.subarray(done), scan);
      const some = numbers.subarray(done, done + count);
      if (isSame) {
        for (const [i, found] of scan.documents.disguises) this.corpus.disguises.add(some[i], found);
        await take(some, scan.documents);
      }
      scan.release();
      if (!isSame) throw inputChanged(source.source.name);
      done += count;
    }
    if (done < numbers.length) throw inputChanged(source.source.name);
  }

  /** True if the first of these documents had the hashes of the texts of this scan. */
  private haveHashes(numbers: Uint32Array, { documents }: ScannedLines): boolean {
    const { u64 } = this.engine.heap;
    const hashes = documents.contents / 8;
    if (documents.count > numbers.length) return false;
    for (let i = 0; i < documents.count; i++) {
      for (let half = 0; half < 2; half++) {
        if (u64[hashes + 2 * i + half] !== this.corpus.contents.get(2 * numbers[i] + half)) return false;
      }
    }
    return true;
  }

  private spool(numbers: Uint32Array, { text, offsets, bytes }: PreparedBatch): void {
    const { u8, u32 } = this.engine.heap;
    const position = this.corpus.spool.append(u8.subarray(text, text + bytes));
    numbers.forEach((number, i) => {
      this.corpus.positions.set(number, position + u32[offsets / 4 + i]);
    });
  }

  private async steps(): Promise<LineSteps> {
    const { engine, treatment } = this;
    this.canonicalizer ??= Canonicalizer.open(engine.heap, treatment);
    const canonicalizer = await this.canonicalizer;
    const { canonical, disguises } = treatment;
    const idSeed = this.corpus.ids.seed;
    const wanted = { fingerprints: false, contents: true, disguises };
    return { engine, canonicalizer, canonical, simhashMode: 0, ...wanted, idSeed };
  }
}

/** Reads until the part is whole or the file ends. Returns the bytes that it got. */
function readUpTo(file: OpenFile, into: Uint8Array, at: number, bytes: number, position: number): number {
  let done = 0;
  for (let got = -1; done < bytes && got !== 0; done += got) {
    got = file.read(into, at + done, bytes - done, position + done);
  }
  return done;
}

/** Lines of one file that are read again. */
interface WantedLines {
  readonly source: LineBlock;
  readonly numbers: Uint32Array;
  /** Bytes of the lines, each with its LF. */
  readonly bytes: number;
}
