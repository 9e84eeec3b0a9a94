/** What is noted about some documents, as JSON in a temporary file. */
import { growingNumbers, growingU32 } from '../../corpus/index.ts';
import { utf8Bytes, utf8Text } from '../../platform/bytes.ts';
import { RecordFile } from '../record-file.ts';

export class DocumentNotes<T> {
  private readonly file: RecordFile;
  /** The documents with notes, ascending. */
  private readonly numbers = growingU32();
  private readonly positions = growingNumbers();
  private readonly lengths = growingU32();

  constructor(temp: string | undefined) {
    this.file = new RecordFile(temp);
  }

  /** Documents with a note. */
  get size(): number {
    return this.numbers.length;
  }

  /** Adds the note of a document after those with lower numbers. */
  add(document: number, note: T): void {
    const bytes = utf8Bytes(JSON.stringify(note));
    this.numbers.push(document);
    this.positions.push(this.file.append(bytes));
    this.lengths.push(bytes.length);
  }

  has(document: number): boolean {
    const place = this.placeOf(document);
    return place < this.size && this.numbers.get(place) === document;
  }

  of(document: number): T {
    const place = this.placeOf(document);
    const bytes = this.file.read(this.positions.get(place), this.lengths.get(place));
    return JSON.parse(utf8Text(bytes)) as T;
  }

  /** The documents with notes, in their order. */
  documents(): Iterable<number> {
    return this.numbers.view();
  }

  close(): void {
    this.file.close();
  }

  /** Where a document is among those with notes, or would be. */
  private placeOf(document: number): number {
    let low = 0;
    let high = this.numbers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.numbers.get(middle) < document) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
