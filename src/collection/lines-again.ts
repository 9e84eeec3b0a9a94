/**
 * Canonical texts of lines that lie in a file: few of them are ever compared, so they are not put into the spool when they are
 * read, but made again from the file when they are wanted. What comes must have the hash that it had, or the file has changed.
 */
import { Canonicalizer } from '../canonicalize/index.ts';
import type { Engine } from '../engines.ts';
import { NeardupError } from '../errors.ts';
import { ordered } from '../ordered.ts';
import type { LineFormat, SourcedLines, StoredBytes } from '../read.ts';
import type { Corpus } from './columns.ts';
import type { Steps } from './prepare-batch.ts';
import { type PreparedLines, prepareLines } from './prepare-lines.ts';
import { ScanRooms } from './scan-rooms.ts';

/** Files that are held open, so that one that loses its name is still there; the texts of others go to the spool. */
const MOST_FILES = 32;
/** What the system says when it lends no more files. */
const TOO_MANY = new Set(['EMFILE', 'ENFILE']);
/** Bytes of lines that are made canonical at a time. */
const CHUNK = 1 << 20;

/** How texts were made canonical: all that has to be the same again. */
export type Treatment = Parameters<typeof Canonicalizer.open>[1] & { readonly canonical: boolean };

export class LinesAgain {
  /** By the number of the source in the corpus. */
  private readonly files = new Map<number, LineFile>();
  /** All that were opened, also those whose lines never came into the corpus because the run failed. */
  private readonly opened: StoredBytes[] = [];
  /** How many more may be. */
  private left = MOST_FILES;
  private canonicalizer: Promise<Canonicalizer> | undefined;
  /** Over when all that was asked for is there. */
  private fetching: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly corpus: Corpus,
    private readonly engine: Engine,
    private readonly treatment: Treatment,
  ) {}

  /** Opens the file behind these lines, where it can be read again at any place. */
  async open({ source, raw }: SourcedLines): Promise<LineFile | undefined> {
    if (raw.position === undefined || this.left <= 0) return undefined;
    this.left--;
    const stored = await this.openStored(source);
    if (stored?.file !== undefined) {
      this.opened.push(stored);
      return { name: source.name, stored, format: raw.format };
    }
    await stored?.close();
    this.left++;
    return undefined;
  }

  private async openStored(source: SourcedLines['source']): Promise<StoredBytes | undefined> {
    try {
      return await source.openStored?.();
    } catch (error) {
      if (!TOO_MANY.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      this.left = 0;
      return undefined;
    }
  }

  /** Documents of this source may be asked for from now on. */
  add(sourceNumber: number, file: LineFile): void {
    this.files.set(sourceNumber, file);
  }

  /** Puts those texts of these documents into the spool that are not there. One call after the other: they may ask for the same. */
  fetch(numbers: Uint32Array): Promise<void> {
    const turn = this.fetching.then(() => this.fetchMissing(numbers));
    this.fetching = turn.catch(() => {});
    return turn;
  }

  async close(): Promise<void> {
    for (const stored of this.opened.splice(0)) await stored.close();
    this.files.clear();
    (await this.canonicalizer?.catch(() => undefined))?.close();
    this.canonicalizer = undefined;
  }

  private async fetchMissing(numbers: Uint32Array): Promise<void> {
    const missing = numbers.filter((number) => this.corpus.waits(number)).sort();
    if (missing.length === 0) return;
    const rooms = new ScanRooms(await this.steps());
    const limits = { items: 2 * this.engine.threads };
    try {
      for await (const enter of ordered(this.cut(missing), limits, (part) => this.prepare(part, rooms)))
        enter();
    } finally {
      rooms.close();
    }
  }

  /** Documents of one file each, with about as many bytes as a worker should get. */
  private *cut(numbers: Uint32Array): Generator<Part> {
    const { sources, lineBytes } = this.corpus;
    for (let first = 0, last = 0; first < numbers.length; first = last) {
      let bytes = 0;
      const source = sources.get(numbers[first]);
      for (; last < numbers.length && bytes < CHUNK && sources.get(numbers[last]) === source; last++) {
        bytes += lineBytes.get(numbers[last]) + 1;
      }
      yield { file: this.files.get(source)!, numbers: numbers.subarray(first, last), bytes };
    }
  }

  /** What it returns enters the texts, when their turn has come. */
  private async prepare({ file, numbers, bytes }: Part, rooms: ScanRooms): Promise<() => void> {
    const { heap } = this.engine;
    const block = heap.allocate(bytes + 2);
    try {
      const raw = { lines: block + 1, bytes, format: file.format };
      const positions = Float64Array.from(numbers, (number) => this.corpus.linePosition(number));
      const lengths = Uint32Array.from(numbers, (number) => this.corpus.lineBytes.get(number));
      const stored = { file: file.stored.file!, positions, lengths };
      const scans = await prepareLines(raw, rooms, undefined, stored);
      return () => {
        let from = 0;
        for (const scan of scans) from += this.take(file, numbers.subarray(from), scan);
        if (from < numbers.length) throw changed(file);
      };
    } finally {
      heap.release(block);
    }
  }

  /** Enters the texts of a scan, which are those of the first of these documents. Returns how many there are. */
  private take(file: LineFile, numbers: Uint32Array, scan: PreparedLines): number {
    const { contents, positions, spool } = this.corpus;
    const { u8, u32, u64 } = this.engine.heap;
    const { count, text, offsets, bytes, contents: hashes } = scan.documents;
    const isSame = (i: number) => u64[hashes / 8 + i] === contents.get(numbers[i]);
    let same = scan.recordCount === count && count <= numbers.length;
    for (let i = 0; same && i < count; i++) same = isSame(i);
    if (same) {
      const position = spool.append(u8.subarray(text, text + bytes));
      for (let i = 0; i < count; i++) positions.set(numbers[i], position + u32[offsets / 4 + i]);
    }
    scan.release();
    if (!same) throw changed(file);
    return count;
  }

  private async steps(): Promise<Steps> {
    const { engine, treatment } = this;
    this.canonicalizer ??= Canonicalizer.open(engine.heap, treatment);
    const canonicalizer = await this.canonicalizer;
    const { canonical } = treatment;
    return { engine, canonicalizer, canonical, simhashMode: 0, fingerprints: false, contents: true };
  }
}

interface Part {
  readonly file: LineFile;
  readonly numbers: Uint32Array;
  /** Of their lines, each with an LF. */
  readonly bytes: number;
}

/** A file with lines that stays open. */
export interface LineFile {
  readonly name: string;
  readonly stored: StoredBytes;
  readonly format: LineFormat;
}

function changed({ name }: LineFile): NeardupError {
  return new NeardupError('INPUT_CHANGED', `${name} is not the same as when it was first read.`);
}
