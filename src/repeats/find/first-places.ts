/**
 * Groups windows by their words, one by one or those of an anchor together: which stand at several places, and where each stands first. Windows are numbered in the order of the corpus;
 * they wait in a file, divided by key, and what is found waits in another, divided by number.
 */
import { doubled, KeyNumbers } from './key-numbers.ts';
import { PartedRecords } from './parted-records.ts';

/** A window, or some that follow each other and stand together everywhere: a key of their words, and the place at which they stand. */
export interface Windows {
  readonly low: number;
  readonly high: number;
  readonly document: number;
  readonly from: number;
  /** The first word of the last window. */
  readonly last: number;
  readonly to: number;
}

/** Windows that are repeats, and an earlier place with the same key. */
export interface RepeatedWindows {
  readonly document: number;
  readonly from: number;
  readonly last: number;
  readonly to: number;
  readonly sourceDocument: number;
  readonly sourceFrom: number;
}

export interface PlaceRule {
  /** Places at which a window stands at least. */
  readonly copies: number;
  /** Whether the first place stays. If not, its source is the second. */
  readonly keepsFirst: boolean;
  /** The rank of a document: its places come before those of documents with a higher one. @default its number */
  readonly ranks?: Uint32Array;
  /** Documents below this number are the reference: nothing of them is a repeat. */
  readonly references: number;
  /** Documents from this number on are known passages: nothing of them is a repeat either. */
  readonly documents: number;
}

/** Windows that are grouped at a time, on average. */
const PART_WINDOWS = 1 << 18;
/** Windows whose sources are put in order at a time. */
const RANGE = 1 << 18;
/** Numbers of a record: two of the key, the number of the windows, document, first word, first word of the last window, and the word after it. */
const WIDTH = 7;
const MAX_WINDOWS = 2 ** 32;

export class FirstPlaces {
  private readonly windows: PartedRecords;
  private found: PartedRecords | undefined;
  private count = 0;

  /** @param expected About how many windows will be added. */
  constructor(
    expected: number,
    private readonly rule: PlaceRule,
    private readonly temp?: string,
  ) {
    const parts = Math.min(1024, Math.max(1, Math.ceil(expected / PART_WINDOWS)));
    this.windows = new PartedRecords(parts, WIDTH, temp);
  }

  get length(): number {
    return this.count;
  }

  /** Adds windows in the order of the corpus. */
  add({ low, high, document, from, last, to }: Windows): void {
    if (this.count === MAX_WINDOWS) throw new Error(`repeats: more than ${MAX_WINDOWS} windows`);
    const block = this.windows.take((low ^ high) % this.windows.parts);
    const { at } = this.windows;
    block[at] = low;
    block[at + 1] = high;
    block[at + 2] = this.count++;
    block[at + 3] = document;
    block[at + 4] = from;
    block[at + 5] = last;
    block[at + 6] = to;
  }

  /** Gives the windows that are repeats, in the order of the corpus, many at a time. `pause` hears how much is done. */
  async *repeats(
    pause: (share: number) => Promise<void> | undefined,
  ): AsyncGenerator<Iterable<RepeatedWindows>> {
    this.found = new PartedRecords(Math.max(1, Math.ceil(this.count / RANGE)), WIDTH, this.temp);
    for (let part = 0; part < this.windows.parts; part++) {
      this.groupPart(part, this.found);
      await pause((0.5 * (part + 1)) / this.windows.parts);
    }
    const ordered = new Uint32Array(Math.min(RANGE, this.count) * WIDTH);
    for (let part = 0; part < this.found.parts; part++) {
      yield inOrder(this.found.read(part), part * RANGE, ordered);
      await pause(0.5 + (0.5 * (part + 1)) / this.found.parts);
    }
  }

  close(): void {
    this.windows.close();
    this.found?.close();
  }

  private groupPart(part: number, found: PartedRecords): void {
    const { copies, keepsFirst, references, documents } = this.rule;
    const keys = new KeyNumbers();
    const places = new PlaceTable(this.rule.ranks);
    for (const block of this.windows.read(part)) {
      for (let at = 0; at < block.length; at += WIDTH)
        places.add(keys.numberOf(block[at], block[at + 1]), block[at + 3], block[at + 4]);
    }
    for (const block of this.windows.read(part)) {
      for (let at = 0; at < block.length; at += WIDTH) {
        const key = keys.numberOf(block[at], block[at + 1]);
        const [document, from] = [block[at + 3], block[at + 4]];
        if (places.counts[key] < copies || document < references || document >= documents) continue;
        const isFirst = places.documents[key] === document && places.froms[key] === from;
        if (isFirst && keepsFirst) continue;
        const number = block[at + 2];
        const target = found.take(Math.floor(number / RANGE));
        const place = found.at;
        target[place] = number;
        target[place + 1] = document;
        target[place + 2] = from;
        target[place + 3] = block[at + 5];
        target[place + 4] = block[at + 6];
        target[place + 5] = isFirst ? places.otherDocuments[key] : places.documents[key];
        target[place + 6] = isFirst ? places.otherFroms[key] : places.froms[key];
      }
    }
  }
}

/** How often each key was met, and its first two places. */
class PlaceTable {
  counts = new Uint32Array(1 << 12);
  documents = new Uint32Array(1 << 12);
  froms = new Uint32Array(1 << 12);
  otherDocuments = new Uint32Array(1 << 12);
  otherFroms = new Uint32Array(1 << 12);

  constructor(private readonly ranks: Uint32Array | undefined) {}

  /** Adds a place of a key. */
  add(key: number, document: number, from: number): void {
    if (key === this.counts.length) this.grow();
    const count = this.counts[key]++;
    if (count === 0 || this.isBefore(document, from, this.documents[key], this.froms[key])) {
      this.otherDocuments[key] = this.documents[key];
      this.otherFroms[key] = this.froms[key];
      this.documents[key] = document;
      this.froms[key] = from;
    } else if (count === 1 || this.isBefore(document, from, this.otherDocuments[key], this.otherFroms[key])) {
      this.otherDocuments[key] = document;
      this.otherFroms[key] = from;
    }
  }

  private isBefore(document: number, from: number, otherDocument: number, otherFrom: number): boolean {
    if (document === otherDocument) return from < otherFrom;
    const { ranks } = this;
    return ranks === undefined ? document < otherDocument : ranks[document] < ranks[otherDocument];
  }

  private grow(): void {
    this.counts = doubled(this.counts);
    this.documents = doubled(this.documents);
    this.froms = doubled(this.froms);
    this.otherDocuments = doubled(this.otherDocuments);
    this.otherFroms = doubled(this.otherFroms);
  }
}

/** The records of a range of numbers, put in their order. @param ordered Room for all of them. */
function* inOrder(
  blocks: Iterable<Uint32Array>,
  first: number,
  ordered: Uint32Array,
): Generator<RepeatedWindows> {
  ordered.fill(0);
  for (const block of blocks) {
    for (let from = 0; from < block.length; from += WIDTH) {
      const at = WIDTH * (block[from] - first);
      for (let i = 1; i < WIDTH; i++) ordered[at + i] = block[from + i];
    }
  }
  for (let at = 0; at < ordered.length; at += WIDTH) {
    // every window has a word
    const to = ordered[at + 4];
    if (to === 0) continue;
    yield {
      document: ordered[at + 1],
      from: ordered[at + 2],
      last: ordered[at + 3],
      to,
      sourceDocument: ordered[at + 5],
      sourceFrom: ordered[at + 6],
    };
  }
}
