/** The documents of an open collection: tables of numbers, and how to get from an id or a number to what is stored. */
import {
  type DocumentLog,
  type DocumentTable,
  DocumentView,
  idOfLine,
  PreparedTexts,
  parseRecord,
  type Steps,
  type StoredDocument,
  type TouchRecord,
} from '../collection/index.ts';
import { idHash, type Seed } from '../engines/index.ts';
import { NeardupError } from '../errors.ts';

const encoder = new TextEncoder();

export class LivingDocuments {
  /** Full tables, oldest first, and the one that documents are added to. */
  private segments: readonly DocumentTable[] = [];
  private present: DocumentTable;
  private all: DocumentView;

  /**
   * @param idSeed Of the hashes of ids.
   * @param clock Gives the time in seconds since 1970.
   */
  constructor(
    delta: DocumentTable,
    readonly steps: Steps,
    private readonly log: DocumentLog,
    readonly idSeed: Seed,
    readonly clock: () => number,
  ) {
    this.present = delta;
    this.all = this.viewOf([delta]);
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
  }

  /** A view of these tables. */
  viewOf(tables: readonly DocumentTable[]): DocumentView {
    return new DocumentView(tables, this.bands);
  }

  /** Documents that are in the answers now. */
  count(): number {
    const now = this.clock();
    return [...this.segments, this.present].reduce((sum, table) => sum + livingIn(table, now), 0);
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

  id(number: number, view = this.all): string {
    return idOfLine(this.lines([number], view)[0]);
  }

  document(number: number, view = this.all): StoredDocument {
    return this.storedDocuments([number], view)[0];
  }

  storedDocuments(numbers: readonly number[], view = this.all): StoredDocument[] {
    return this.lines(numbers, view).map((line) => parseRecord(line) as StoredDocument);
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
  async texts(numbers: readonly number[], view = this.all): Promise<PreparedTexts> {
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

/** Documents of a table that are in the answers at a time. */
function livingIn(table: DocumentTable, now: number): number {
  const { expires } = table.columns;
  let expired = 0;
  for (let i = 0; i < table.length; i++) {
    if (expires[i] !== 0 && expires[i] <= now && table.isAlive(i)) expired++;
  }
  return table.living - expired;
}
