/** The columns of a corpus. */
import type { TextsKept } from '../collection.ts';
import type { Place } from '../document.ts';
import { growingNumbers, growingU32, growingU64 } from './growing.ts';
import { IdTable } from './id-table.ts';
import type { LinesAgain } from './lines-again.ts';
import { Spool } from './spool.ts';

/** In front of the ids of the reference in the table: no id of the input begins like that. */
export const REFERENCE_MARK = '\0reference ';

/** What is expected is a guess: more than this is not made room for. */
const MOST_EXPECTED = 1 << 20;

export class Corpus {
  readonly ids = new IdTable();
  readonly spool: Spool;
  readonly fingerprints = growingU64();
  /** 64-bit hash of the canonical text. */
  readonly contents = growingU64();
  /** Words of the canonical text. */
  readonly words = growingU32();
  /** Position and length of the canonical text in the spool. Negative: it is not there yet (`waits`). */
  readonly positions = growingNumbers();
  readonly lengths = growingU32();
  /** Bytes of the line that it comes from, where texts are made again from their lines. */
  readonly lineBytes = growingU32();
  linesAgain: LinesAgain | undefined;
  /** Place of every document: index of its source, and line (0 = none). */
  readonly sourceNames: string[] = [];
  readonly sources = growingU32();
  readonly lines = growingU32();
  /** Keys of min-hash bands, `bands` of them for every document; 0 where none were asked for. */
  readonly bandKeys = growingU32();
  bands = 0;
  /** Documents below this number are the reference (`against`). */
  references = 0;

  /** False where nobody will look at the texts again: then `contents`, `positions` and `lengths` stay empty. */
  readonly keepsTexts: boolean;

  /** True where texts need not be in the spool before `needTexts`. */
  readonly mayWait: boolean;

  /** False where candidates are found without them: then `fingerprints` stays empty. */
  readonly keepsFingerprints: boolean;

  constructor(
    folder?: string,
    { texts = 'all', fingerprints = true }: { texts?: TextsKept; fingerprints?: boolean } = {},
  ) {
    this.spool = new Spool(folder);
    this.keepsTexts = texts !== 'none';
    this.mayWait = texts === 'compared';
    this.keepsFingerprints = fingerprints;
  }

  get length(): number {
    return this.ids.length;
  }

  /** Makes room for about so many documents, so that the columns need not grow on the way. */
  expect(documents: number): void {
    const count = Math.min(documents, MOST_EXPECTED);
    for (const column of [this.words, this.sources, this.lines]) column.reserve(count);
    if (this.keepsFingerprints) this.fingerprints.reserve(count);
    if (this.keepsTexts) {
      for (const column of [this.contents, this.positions, this.lengths]) column.reserve(count);
    }
    this.bandKeys.reserve(this.bands * count);
    this.ids.reserve(count);
  }

  /** The id of a document. Those of the reference are a world of their own: an id may stand in both. */
  id(number: number): string {
    const id = this.ids.get(number);
    return number < this.references ? id.slice(REFERENCE_MARK.length) : id;
  }

  isEmpty(number: number): boolean {
    return this.words.get(number) === 0;
  }

  place(number: number): Place {
    const line = this.lines.get(number);
    const source = this.sourceNames[this.sources.get(number)];
    return line === 0 ? { source } : { source, line };
  }

  /** Remembers where the next document stands. */
  addPlace(source: string, line = 0): void {
    this.addPlaces(source, 1)[0] = line;
  }

  /** The same for several documents of one source. What it returns is to be filled with their lines. */
  addPlaces(source: string, count: number): Uint32Array {
    if (this.sourceNames.at(-1) !== source) this.sourceNames.push(source);
    this.sources.extend(count).fill(this.sourceNames.length - 1);
    return this.lines.extend(count);
  }

  /** Must have been called, and be over, before these documents' texts are looked at, unless all were kept. */
  async needTexts(numbers: Uint32Array): Promise<void> {
    await this.linesAgain?.fetch(numbers);
  }

  /** Remembers where the line of the next document stands, from which its text can be made again. */
  addLine(position: number, bytes: number): void {
    this.positions.push(-1 - position);
    this.lineBytes.push(bytes);
  }

  /** Whether the text of a document is not in the spool yet; and where the line begins that it comes from. */
  waits(number: number): boolean {
    return this.positions.get(number) < 0;
  }

  linePosition(number: number): number {
    return -1 - this.positions.get(number);
  }

  canonicalText(number: number): Uint8Array {
    return this.spool.read(this.positions.get(number), this.lengths.get(number));
  }

  async close(): Promise<void> {
    this.spool.close();
    await this.linesAgain?.close();
  }
}
