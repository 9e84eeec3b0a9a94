/**
 * The texts that were read, in `Blob`s, which a browser keeps on disk if they are large. In memory: an id, its language and two
 * numbers for each.
 */
import type { InputDocument } from '../../browser.ts';
import type { SavedText } from './messages.ts';

/** Bytes of text of one drop. More are not read. */
export const MOST_TEXT = 400 << 20;
/** Texts that wait to become a `Blob`. */
const PART = 4 << 20;

/** Where a text is, and its language if the document says it. */
interface Place {
  readonly part: number;
  readonly start: number;
  readonly end: number;
  readonly lang: string | undefined;
}

export class Documents {
  /** In the order in which they were read. */
  readonly ids: string[] = [];
  private readonly places = new Map<string, Place>();
  private readonly parts: Blob[] = [];
  private readonly lines: Blob[] = [];
  private waiting: Uint8Array<ArrayBuffer>[] = [];
  private waitingLines: string[] = [];
  private used = 0;
  bytes = 0;

  add(id: string, text: string, lang: string | undefined): void {
    const bytes = new TextEncoder().encode(text);
    const [start, end] = [this.used, this.used + bytes.length];
    this.places.set(id, { part: this.parts.length, start, end, lang });
    this.ids.push(id);
    this.waiting.push(bytes);
    this.waitingLines.push(`${JSON.stringify({ id, text, lang })}\n`);
    this.used += bytes.length;
    this.bytes += bytes.length;
    if (this.used > PART) this.flush();
  }

  /** Reads what `file` gave. */
  static async of(lines: Blob): Promise<Documents> {
    const documents = new Documents();
    for (const line of (await lines.text()).split('\n')) {
      if (line === '') continue;
      const { id, text, lang } = JSON.parse(line) as SavedText;
      documents.add(id, text, lang);
    }
    return documents;
  }

  /** All but one. */
  async without(id: string): Promise<Documents> {
    const others = new Documents();
    for (const other of this.ids)
      if (other !== id) others.add(other, await this.text(other), this.places.get(other)!.lang);
    return others;
  }

  has(id: string): boolean {
    return this.places.has(id);
  }

  /** All documents as JSON lines: an input that can be read several times. */
  file(): File {
    this.flush();
    return new File(this.lines, 'documents.jsonl');
  }

  async text(id: string): Promise<string> {
    this.flush();
    const place = this.places.get(id)!;
    return this.parts[place.part].slice(place.start, place.end).text();
  }

  /** A document as it was read. */
  async document(id: string): Promise<InputDocument> {
    return { id, text: await this.text(id), lang: this.places.get(id)!.lang };
  }

  async all(): Promise<SavedText[]> {
    const all: SavedText[] = [];
    for (const id of this.ids) all.push({ id, text: await this.text(id), lang: this.places.get(id)!.lang });
    return all;
  }

  /** The first documents, one after the other. */
  async *first(count: number): AsyncGenerator<InputDocument> {
    for (const id of this.ids.slice(0, count)) yield this.document(id);
  }

  /** How many of the first documents have no more bytes of text than this together. */
  fitting(bytes: number): number {
    let used = 0;
    const end = this.ids.findIndex((id) => {
      used += this.length(id);
      return used > bytes;
    });
    return end === -1 ? this.ids.length : end;
  }

  /** Bytes of a text. */
  length(id: string): number {
    const { start, end } = this.places.get(id)!;
    return end - start;
  }

  private flush(): void {
    if (this.waiting.length === 0) return;
    this.parts.push(new Blob(this.waiting));
    this.lines.push(new Blob(this.waitingLines));
    this.waiting = [];
    this.waitingLines = [];
    this.used = 0;
  }
}
