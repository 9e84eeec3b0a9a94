/** The columns of a corpus. */
import type { TextsKept } from '../collection.ts';
import type { Place } from '../document.ts';
import type { LineBlock } from '../read/index.ts';
import { growingNumbers, growingU32, growingU64 } from './growing.ts';
import { IdTable } from './id-table.ts';
import type { LineTexts } from './line-texts.ts';
import { Spool } from './spool.ts';

/** In front of the ids of the reference in the table: no id of the input begins with it. */
export const REFERENCE_MARK = '\0reference ';

/** The expected number of documents is a guess: no more than this is reserved. */
const MAX_RESERVED = 1 << 20;

export class Corpus {
  readonly ids = new IdTable();
  readonly spool: Spool;
  readonly fingerprints = growingU64();
  /** 64-bit hash of the canonical text. */
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
  readonly lines = growingU32();
  /** Documents whose id was given but taken, in ascending order: they have another one. */
  readonly renamed = growingU32();
  /** Keys of min-hash bands, `bands` of them for every document. */
  readonly bandKeys = growingU32();
  private bandCount = 0;
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
    this.lineTexts = lineTexts;
    const count = Math.min(expected, MAX_RESERVED);
    for (const column of [this.words, this.sources, this.lines]) column.reserve(count);
    if (this.keepsFingerprints) this.fingerprints.reserve(count);
    if (this.keepsTexts) {
      for (const column of [this.contents, this.positions, this.lengths]) column.reserve(count);
    }
    this.bandKeys.reserve(bands * count);
    this.ids.reserve(count);
  }

  /** All documents so far are the reference. */
  endReference(): void {
    this.referenceCount = this.length;
  }

  /** The id of a document. The reference may have ids that the input has, too. */
  id(number: number): string {
    const id = this.ids.get(number);
    return number < this.references ? id.slice(REFERENCE_MARK.length) : id;
  }

  isEmpty(number: number): boolean {
    return this.words.get(number) === 0;
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

  /** Adds the place of the next document. */
  addPlace(source: string, line = 0): void {
    this.addPlaces(source, 1)[0] = line;
  }

  /** Adds the places of the next documents, all of one source. The caller fills the array that it returns with their lines. */
  addPlaces(source: string, count: number): Uint32Array {
    if (this.sourceNames.at(-1) !== source) this.sourceNames.push(source);
    this.sources.extend(count).fill(this.sourceNames.length - 1);
    return this.lines.extend(count);
  }

  /** Begins a source of JSON lines. True if its texts can be made again from their lines and need not be in the spool. */
  beginLines(first: LineBlock): boolean {
    if (this.lineTexts?.canRead(first) !== true) return false;
    // a number of its own, even if the source before has the same name
    this.lineTexts.addSource(this.sourceNames.push(first.source.name) - 1, first);
    return true;
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

  async close(): Promise<void> {
    this.spool.close();
    await this.lineTexts?.close();
  }
}
