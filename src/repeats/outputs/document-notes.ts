/** What is noted about some documents, as JSON in a temporary file. */
import { utf8Bytes, utf8Text } from '../../platform/bytes.ts';
import { RecordFile } from '../record-file.ts';

export class DocumentNotes<T> {
  private readonly file: RecordFile;
  private readonly places = new Map<number, { readonly position: number; readonly bytes: number }>();

  constructor(temp: string | undefined) {
    this.file = new RecordFile(temp);
  }

  /** Documents with a note. */
  get size(): number {
    return this.places.size;
  }

  add(document: number, note: T): void {
    const bytes = utf8Bytes(JSON.stringify(note));
    this.places.set(document, { position: this.file.append(bytes), bytes: bytes.length });
  }

  has(document: number): boolean {
    return this.places.has(document);
  }

  of(document: number): T {
    const { position, bytes } = this.places.get(document)!;
    return JSON.parse(utf8Text(this.file.read(position, bytes))) as T;
  }

  /** The documents with notes, in the order in which these were added. */
  documents(): Iterable<number> {
    return this.places.keys();
  }

  close(): void {
    this.file.close();
  }
}
