/** The columns of a corpus. */
import type { TextsKept } from '../corpus.ts';
import type { Place } from '../document.ts';
import { Spool } from '../platform/spool.ts';
import type { LineBlock } from '../read/index.ts';
import { FoundDisguises } from './found-disguises.ts';
import { growingNumbers, growingU32, growingU64 } from './growing.ts';
import { IdTable } from './id-table.ts';
import type { LineTexts, TakeTexts } from './line-texts.ts';
import { ReadAhead } from './read-ahead.ts';

/** In front of the ids of the reference in the table: no id of the input begins with it. */
export const REFERENCE_MARK = '\0reference ';

/**
 * From this many documents on whole band keys of 64 bits are kept. With fewer the low half is enough: two unrelated documents have one
 * of 24 bands in common with a probability of 24 / 2^32, so that even the last document meets one other in eleven cases, which costs one
 * comparison. With whole keys a document takes 96 bytes more.
 */
const WIDE_KEYS_FROM = 2 ** 24;

/** The expected number of documents is a guess: no more than this is reserved. */
const MAX_RESERVED = 1 << 20;

const NO_DIGEST = [0n, 0n];

export class Corpus {
  readonly ids = new IdTable();
  readonly spool: Spool;
  readonly fingerprints = growingU64();
  /** The 128-bit hash of the canonical text: two numbers for every document. */
  readonly contents = growingU64();
  /** Words of the canonical text. */
  readonly words = growingU32();
  /** Position and length of the canonical text in the spool. A negative position says where its line begins; see `isSpooled`. */
  readonly positions = growingNumbers();
  readonly lengths = growingU32();
  /** Bytes of the line of a document, if texts can be made again from their lines. */
  readonly lineBytes = growingU32();
  /** Place of every document: index of its source, and line (0 = none). */
  readonly sourceNames: string[] = [];
  readonly sources = growingU32();
  /** Digests of every source that is one document, two numbers each; 0 for other sources. */
  private readonly digests = growingU64();
  readonly lines = growingU32();
  /** Documents whose id was given but taken, in ascending order: they have another one. */
  readonly renamed = growingU32();
  /** Min-hash band keys: `bands` per document, each of `keyWords` numbers: low half, high half. */
  readonly bandKeys = growingU32();
  /** The disguised words of documents whose texts were read to be compared. */
  readonly disguises = new FoundDisguises();
  private bandCount = 0;
  private bandKeyWords: 1 | 2 = 1;
  private referenceCount = 0;
  private lineTexts: LineTexts | undefined;

  /** False if no text is read again: then `contents`, `positions` and `lengths` stay empty. */
  readonly keepsTexts: boolean;

  /** True if only texts that `needTexts` was called for must be in the spool. */
  readonly needsFewTexts: boolean;

  /** False if candidates are found without fingerprints: then `fingerprints` stays empty. */
  readonly keepsFingerprints: boolean;

  constructor(
    folder?: string,
    { texts = 'all', fingerprints = true }: { texts?: TextsKept; fingerprints?: boolean } = {},
  ) {
    this.spool = new Spool(folder);
    this.keepsTexts = texts !== 'none';
    this.needsFewTexts = texts === 'compared';
    this.keepsFingerprints = fingerprints;
  }

  get length(): number {
    return this.ids.length;
  }

  /** Band keys of every document; 0 if there are none. */
  get bands(): number {
    return this.bandCount;
  }

  /** Numbers of a band key that are kept: its low half, or both. */
  get keyWords(): 1 | 2 {
    return this.bandKeyWords;
  }

  /** Documents below this number are the reference of `--against`. */
  get references(): number {
    return this.referenceCount;
  }

  /**
   * Called once before the first document.
   * @param expected About how many documents will come, so that the columns need not grow on the way.
   * @param lineTexts Makes texts from their lines, if that is possible.
   */
  begin(expected: number, bands: number, lineTexts: LineTexts | undefined): void {
    this.bandCount = bands;
    this.bandKeyWords = expected >= WIDE_KEYS_FROM ? 2 : 1;
    this.lineTexts = lineTexts;
    const count = Math.min(expected, MAX_RESERVED);
    for (const column of [this.words, this.sources, this.lines]) column.reserve(count);
    if (this.keepsFingerprints) this.fingerprints.reserve(count);
    if (this.keepsTexts) {
      for (const column of [this.positions, this.lengths]) column.reserve(count);
      this.contents.reserve(2 * count);
    }
    this.bandKeys.reserve(bands * this.keyWords * count);
    this.ids.reserve(count);
  }

  /** Ends the reference: all documents so far belong to it. */
  endReference(): void {
    this.referenceCount = this.length;
  }

  /** The id of a document. The reference may have the same ids as the input. */
  id(number: number): string {
    const id = this.ids.get(number);
    return number < this.references ? id.slice(REFERENCE_MARK.length) : id;
  }

  isEmpty(number: number): boolean {
    return this.words.get(number) === 0;
  }

  /** How many documents of the input have no word. */
  countEmpty(): number {
    let empty = 0;
    for (let number = this.references; number < this.length; number++) if (this.isEmpty(number)) empty++;
    return empty;
  }

  /** Takes documents of fewer words for empty ones, because they say too little to be compared. Returns how many they are in the input. */
  passOverShort(minWords: number): number {
    let short = 0;
    for (let number = 0; number < this.length; number++) {
      const words = this.words.get(number);
      if (words === 0 || words >= minWords) continue;
      this.words.set(number, 0);
      if (number >= this.references) short++;
    }
    return short;
  }

  place(number: number): Place {
    const line = this.lines.get(number);
    const source = this.sourceNames[this.sources.get(number)];
    return line === 0 ? { source } : { source, line };
  }

  /** Whether two documents are files with the same bytes; undefined unless both are files of their own. */
  sameBytes(a: number, b: number): boolean | undefined {
    const [ofA, ofB] = [this.sources.get(a), this.sources.get(b)].map((source) => {
      return this.digests.view().subarray(2 * source, 2 * source + 2);
    });
    if ((ofA[0] === 0n && ofA[1] === 0n) || (ofB[0] === 0n && ofB[1] === 0n)) return undefined;
    return ofA[0] === ofB[0] && ofA[1] === ofB[1];
  }

  /** Adds the place of the next document. @param digest Of the source's bytes, if the document is the whole source. */
  addPlace(source: string, line = 0, digest?: BigUint64Array): void {
    if (digest !== undefined) this.addSource(source, digest);
    this.addPlaces(source, 1)[0] = line;
  }

  /** Adds the places of the next documents, all of one source. The caller fills the array that it returns with their lines. */
  addPlaces(source: string, count: number): Uint32Array {
    if (this.sourceNames.at(-1) !== source) this.addSource(source);
    this.sources.extend(count).fill(this.sourceNames.length - 1);
    return this.lines.extend(count);
  }

  /** Adds the band keys of the next documents, low half and high half of each. */
  addBandKeys(halves: Uint32Array): void {
    if (this.keyWords === 2) {
      this.bandKeys.append(halves);
      return;
    }
    const keys = this.bandKeys.extend(halves.length / 2);
    for (let i = 0; i < keys.length; i++) keys[i] = halves[2 * i];
  }

  /** The hash of a canonical text as one number. */
  content(number: number): bigint {
    return this.contents.get(2 * number) | (this.contents.get(2 * number + 1) << 64n);
  }

  /** Begins a source of JSON lines. True if its texts can be made again from their lines and need not be in the spool. */
  beginLines(first: LineBlock): boolean {
    if (this.lineTexts?.canRead(first) !== true) return false;
    // a number of its own, even if the source before has the same name
    this.lineTexts.addSource(this.addSource(first.source.name), first);
    return true;
  }

  /** Returns the index of a new source. */
  private addSource(name: string, digest: ArrayLike<bigint> = NO_DIGEST): number {
    this.digests.append(digest);
    return this.sourceNames.push(name) - 1;
  }

  /** Adds the line of the next document, from which its text can be made again. */
  addLine(position: number, bytes: number): void {
    this.positions.push(-1 - position);
    this.lineBytes.push(bytes);
  }

  /** Must have finished before the texts of these documents are read, unless all texts were kept. */
  async needTexts(numbers: Uint32Array): Promise<void> {
    await this.lineTexts?.fetch(numbers);
  }

  /**
   * Makes the texts of documents that are not in the spool, ascending, without putting them there.
   * @param blocks Blocks of lines at a time. One, if many jobs ask for their texts.
   */
  async makeTexts(numbers: Uint32Array, take: TakeTexts, blocks = 1): Promise<void> {
    await this.lineTexts?.make(numbers, take, blocks);
  }

  isSpooled(number: number): boolean {
    return this.positions.get(number) >= 0;
  }

  /** Where the line of a document begins in its file, as long as its text is not in the spool. */
  linePosition(number: number): number {
    return -1 - this.positions.get(number);
  }

  canonicalText(number: number): Uint8Array {
    return this.spool.read(this.positions.get(number), this.lengths.get(number));
  }

  /**
   * Gives canonical texts that are asked for in about their order. Each is valid until the next.
   * @param places Places of the corpus that are asked for in turn.
   */
  textsInOrder(places?: number): (number: number) => Uint8Array {
    const ahead = new ReadAhead(this.spool, places);
    return (number) => ahead.read(this.positions.get(number), this.lengths.get(number));
  }

  async close(): Promise<void> {
    this.spool.close();
    await this.lineTexts?.close();
  }
}
