/** Records of a few numbers for some documents, in a temporary file: those of one document are read at a time. */
import { RecordFile } from '../record-file.ts';

/** Numbers of documents that stay in memory after they were read, and what each document takes besides, in numbers. */
const HELD_NUMBERS = 1 << 20;
const OWN_NUMBERS = 48;

export class DocumentRecords {
  private readonly file: RecordFile;
  private readonly positions: Float64Array;
  private readonly lengths: Uint32Array;
  private held = new Map<number, Uint32Array>();
  private heldNumbers = 0;

  constructor(documents: number, folder?: string) {
    this.file = new RecordFile(folder);
    this.positions = new Float64Array(documents);
    this.lengths = new Uint32Array(documents);
  }

  /** Sets the numbers of a document, which had none. */
  set(document: number, numbers: Uint32Array): void {
    this.positions[document] = this.file.append(
      new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
    );
    this.lengths[document] = numbers.length;
  }

  has(document: number): boolean {
    return this.lengths[document] > 0;
  }

  /** The numbers of a document; none if it has none. */
  of(document: number): Uint32Array {
    const length = this.lengths[document];
    if (length === 0) return NONE;
    const known = this.held.get(document);
    if (known !== undefined) return known;
    const bytes = this.file.read(this.positions[document], 4 * length);
    const numbers = new Uint32Array(bytes.buffer, bytes.byteOffset, length);
    if (this.heldNumbers + length + OWN_NUMBERS > HELD_NUMBERS) {
      this.held = new Map();
      this.heldNumbers = 0;
    }
    this.held.set(document, numbers);
    this.heldNumbers += length + OWN_NUMBERS;
    return numbers;
  }

  close(): void {
    this.file.close();
  }
}

const NONE = new Uint32Array(0);
