/** The documents of an open collection: tables of numbers, and lookups from an id or a number to the stored document. */
import { type HeapText, PreparedTexts, type Steps } from '../../corpus/index.ts';
import { KnownSketches } from '../../duplicates/index.ts';
import type { Seed } from '../../engines/index.ts';
import { idHash } from '../../engines/scalar/id-hash.ts';
import { NeardupError } from '../../errors.ts';
import type { NumberedDocument } from '../indexes/text-index.ts';
import type { LogPlace } from '../store/log.ts';
import { idOfLine, parseDocument, type StoredDocument, type TouchRecord } from '../store/records.ts';
import type { StreamWindow } from '../window/stream-window.ts';
import type { DocumentTable } from './document-table.ts';
import { DocumentView } from './document-view.ts';

const encoder = new TextEncoder();
/** Documents that are read from the log together. */
const READ_TOGETHER = 256;

/** The canonical texts of documents on the heap, until they are released. */
export interface HeapTexts {
  text(i: number): HeapText;
  release(): void;
}

export class LivingDocuments {
  /** Full tables, oldest first, and the one that documents are added to. */
  private segments: readonly DocumentTable[] = [];
  private present: DocumentTable;
  private all: DocumentView;
  private used: WeakRef<DocumentTable>[] = [];
  /** The last count, and the second and documents it is for. */
  private counted = { now: -1, living: 0, view: undefined as DocumentView | undefined, documents: 0 };

  /**
   * @param idSeed Of the hashes of ids.
   * @param clock Gives the time in seconds since 1970.
   */
  constructor(
    delta: DocumentTable,
    readonly steps: Steps,
    private readonly log: { read(places: readonly LogPlace[]): Uint8Array[] },
    readonly idSeed: Seed,
    readonly clock: () => number,
    /** The window of a stream, which decides which documents have expired. */
    readonly window?: StreamWindow,
    /** Sketches of texts that were met in a crowd. */
    readonly sketches = new KnownSketches(),
  ) {
    this.present = delta;
    this.all = this.viewOf([]);
    this.replaceTables([], delta);
  }

  /** The moment by which documents have expired or not. */
  now(): number {
    return this.window?.end ?? this.clock();
  }

  get bands(): number {
    return this.steps.bands!.bands;
  }

  get view(): DocumentView {
    return this.all;
  }

  get delta(): DocumentTable {
    return this.present;
  }

  get tables(): readonly DocumentTable[] {
    return this.segments;
  }

  /** Puts other tables in place of the present ones. Questions under way go on with those they began with. */
  replaceTables(segments: readonly DocumentTable[], delta: DocumentTable): void {
    this.segments = segments;
    this.present = delta;
    this.all = this.viewOf([...segments, delta]);
    const used = new Set(this.usedTables());
    for (const table of [...segments, delta]) if (!used.has(table)) this.used.push(new WeakRef(table));
  }

  /** The tables of now, and those that questions under way still use. */
  usedTables(): DocumentTable[] {
    this.used = this.used.filter((table) => table.deref() !== undefined);
    return this.used.flatMap((table) => table.deref() ?? []);
  }

  /** A view of these tables. */
  viewOf(tables: readonly DocumentTable[]): DocumentView {
    return new DocumentView(tables, this.bands);
  }

  /** Living documents: those that answers can name now. */
  count(): number {
    const now = this.now();
    const tables = [...this.segments, this.present];
    const living = tables.reduce((sum, table) => sum + table.living, 0);
    const { counted } = this;
    if (counted.now === now && counted.living === living && counted.view === this.all)
      return counted.documents;
    const documents = living - tables.reduce((sum, table) => sum + expiredIn(table, now), 0);
    this.counted = { now, living, view: this.all, documents };
    return documents;
  }

  hashOf(id: string): number {
    const bytes = encoder.encode(id);
    return idHash(bytes, 0, bytes.length, this.idSeed);
  }

  /** The number of the document with this id, expired or not; -1 if there is none. */
  find(id: string, hash = this.hashOf(id)): number {
    for (const number of this.all.withIdHash(hash)) if (this.id(number) === id) return number;
    return -1;
  }

  /** The last living document that was stored before this many others; -1 if there is none. */
  livingBefore(count: number): number {
    const { tables } = this.all;
    let stored = 0;
    for (let t = tables.length - 1; t >= 0; t--) {
      for (let i = tables[t].length - 1; i >= 0; i--, stored++)
        if (stored >= count && tables[t].isAlive(i)) return this.all.numberOf(t, i);
    }
    return -1;
  }

  /** Forgets documents that are outside the window for good. They are in the log until that is copied. */
  forgetOutside(): void {
    if (this.window === undefined) return;
    const forgotten = this.window.forgotten(this);
    for (const table of this.all.tables) {
      const { expires } = table.columns;
      for (let i = 0; i < table.length; i++) if (expires[i] <= forgotten) table.remove(i);
    }
  }

  /** Removes a document. False if there is none with this id. */
  remove(id: string): boolean {
    const number = this.find(id);
    if (number === -1) return false;
    const { table, document } = this.all.locate(number);
    table.remove(document);
    return true;
  }

  /** A document was seen again. */
  touch(id: string, { seen, expires }: Pick<TouchRecord, 'seen' | 'expires'>): void {
    const number = this.find(id);
    if (number === -1) return;
    const { table, document } = this.all.locate(number);
    table.touch(document, seen, expires ?? table.columns.expires[document]);
  }

  /** When a document was last seen, and when it expires, if that is a time. */
  momentsOf(number: number, view = this.all): { readonly seen: Date; readonly expires?: Date } {
    const { table, document } = view.locate(number);
    const expires = table.columns.expires[document];
    const isTime = expires !== 0 && (this.window === undefined || this.window.timeField !== undefined);
    return {
      seen: new Date(1000 * table.columns.seen[document]),
      ...(isTime && { expires: new Date(1000 * expires) }),
    };
  }

  id(number: number, view = this.all): string {
    return idOfLine(this.lines([number], view)[0]);
  }

  document(number: number, view = this.all): StoredDocument {
    return this.storedDocuments([number], view)[0];
  }

  storedDocuments(numbers: readonly number[], view = this.all): StoredDocument[] {
    return this.lines(numbers, view).map((line) => parseDocument(line));
  }

  /** The documents of a table that are alive, from one number to before another, in their order. */
  *storedIn(table: DocumentTable, from: number, to: number): Generator<NumberedDocument> {
    for (let first = from; first < to; first += READ_TOGETHER) {
      const numbers: number[] = [];
      for (let i = first; i < Math.min(to, first + READ_TOGETHER); i++) if (table.isAlive(i)) numbers.push(i);
      const lines = this.log.read(numbers.map((number) => table.place(number)));
      for (const [i, line] of lines.entries()) {
        yield { ...parseDocument(line), number: numbers[i] };
      }
    }
  }

  /** The lines of documents in the log. */
  lines(numbers: readonly number[], view = this.all): Uint8Array[] {
    return this.log.read(
      numbers.map((number) => {
        const { table, document } = view.locate(number);
        return table.place(document);
      }),
    );
  }

  /** Bytes of a document's line. */
  bytes(number: number, view = this.all): number {
    const { table, document } = view.locate(number);
    return table.columns.bytes[document];
  }

  content(number: number, view = this.all): [bigint, bigint] {
    const { table, document } = view.locate(number);
    const { contents } = table.columns;
    return [contents[2 * document], contents[2 * document + 1]];
  }

  /** The canonical texts of documents, made again from their lines. They must have the hashes that they had. */
  async texts(numbers: readonly number[], view = this.all): Promise<HeapTexts> {
    const stored = this.storedDocuments(numbers, view);
    const prepared = await PreparedTexts.of(stored, { ...this.steps, bands: undefined });
    numbers.forEach((number, i) => {
      const [made, known] = [prepared.content(i), this.content(number, view)];
      if (made[0] === known[0] && made[1] === known[1]) return;
      prepared.release();
      throw new NeardupError(
        'BAD_COLLECTION',
        `The text of \`${stored[i].id}\` is not the one that the index was made for.`,
      );
    });
    return prepared;
  }
}

/** Documents of a table that are alive but have expired. */
function expiredIn(table: DocumentTable, now: number): number {
  const { expires } = table.columns;
  let expired = 0;
  for (let i = 0; i < table.length; i++) {
    if (expires[i] !== 0 && expires[i] <= now && table.isAlive(i)) expired++;
  }
  return expired;
}
