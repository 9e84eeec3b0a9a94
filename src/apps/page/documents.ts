/**
 * The texts that were read, in `Blob`s, which a browser keeps on disk if there is much of them. In memory: an id and two numbers for each.
 */

/** Bytes of text of one drop. More are not read. */
export const MOST_TEXT = 400 << 20;
/** Texts that wait to become a `Blob`. */
const PART = 4 << 20;

export class Documents {
  /** In the order in which they were read. */
  readonly ids: string[] = [];
  private readonly places = new Map<string, { part: number; start: number; end: number }>();
  private readonly parts: Blob[] = [];
  private readonly lines: Blob[] = [];
  private waiting: Uint8Array<ArrayBuffer>[] = [];
  private waitingLines: string[] = [];
  private used = 0;
  bytes = 0;

  add(id: string, text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.places.set(id, { part: this.parts.length, start: this.used, end: this.used + bytes.length });
    this.ids.push(id);
    this.waiting.push(bytes);
    this.waitingLines.push(`${JSON.stringify({ id, text })}\n`);
    this.used += bytes.length;
    this.bytes += bytes.length;
    if (this.used > PART) this.flush();
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
