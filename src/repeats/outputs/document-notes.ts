/** What is noted about some documents, as JSON in a temporary file. */
import { utf8Bytes, utf8Text } from '../../platform/bytes.ts';
import { Spool } from '../../platform/spool.ts';

export class DocumentNotes<T> {
  private readonly spool: Spool;
  private readonly places = new Map<number, { readonly position: number; readonly bytes: number }>();

  constructor(temp: string | undefined) {
    this.spool = new Spool(temp);
  }

  /** Documents with a note. */
  get size(): number {
    return this.places.size;
  }

  add(document: number, note: T): void {
    const bytes = utf8Bytes(JSON.stringify(note));
    this.places.set(document, { position: this.spool.append(bytes), bytes: bytes.length });
  }

  has(document: number): boolean {
    return this.places.has(document);
  }

  of(document: number): T {
    const { position, bytes } = this.places.get(document)!;
    return JSON.parse(utf8Text(this.spool.read(position, bytes))) as T;
  }

  /** The documents with notes, in the order in which these were added. */
  documents(): Iterable<number> {
    return this.places.keys();
  }

  close(): void {
    this.spool.close();
  }
}
