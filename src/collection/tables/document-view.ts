/** All documents of a lasting collection as one sequence: segments, oldest first, then the delta. */
import type { StoredTables } from '../../duplicates/index.ts';
import type { DocumentTable } from './document-table.ts';

/** Which bands have a key. */
let marks = new Uint8Array(256);

export class DocumentView implements StoredTables {
  /** The number of the first document of every table. */
  private readonly bases: number[];

  /** @param bands Lists of keys by which candidates are found; the list after them has the hashes of ids. */
  constructor(
    readonly tables: readonly DocumentTable[],
    readonly bands: number,
  ) {
    let base = 0;
    this.bases = tables.map((table) => {
      const first = base;
      base += table.capacity;
      return first;
    });
  }

  /** The number of a document among all, from its table and its number there. */
  numberOf(table: number, document: number): number {
    return this.bases[table] + document;
  }

  /** The table of a document, and its number there. */
  locate(number: number): { readonly table: DocumentTable; readonly document: number } {
    let [low, high] = [0, this.bases.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.bases[middle] <= number) low = middle;
      else high = middle;
    }
    return { table: this.tables[low], document: number - this.bases[low] };
  }

  /** Whether a document is in the answers at a time, in seconds since 1970. */
  isLiving(number: number, now: number): boolean {
    const { table, document } = this.locate(number);
    return isLivingIn(table, document, now);
  }

  /** Which bands have a document with this key, whether it is alive or not: a mark for each, only lent. */
  bandsWith(keys: Uint32Array): Uint8Array {
    // most keys lead to no document: looking them all up first is quicker, because the processor waits for memory less often
    if (marks.length < this.bands) marks = new Uint8Array(this.bands);
    marks.fill(0);
    for (const table of this.tables) table.keys.mark(keys, this.bands, marks);
    return marks;
  }

  /** Calls back with the documents alive at `now` that have this key of a band, in their order, until the callback returns false. */
  withKey(band: number, key: number, now: number, visit: (number: number) => boolean): void {
    let [table, base, goesOn] = [this.tables[0], 0, true];
    const visitLiving = (document: number) => {
      goesOn = !isLivingIn(table, document, now) || visit(base + document);
      return goesOn;
    };
    for (let t = 0; t < this.tables.length && goesOn; t++) {
      table = this.tables[t];
      base = this.bases[t];
      table.keys.find(band, key, visitLiving);
    }
  }

  /** The living documents with this hash of an id, whether expired or not. */
  withIdHash(hash: number): number[] {
    const found: number[] = [];
    this.tables.forEach((table, t) => {
      table.keys.find(this.bands, hash, (document) => {
        if (table.isAlive(document)) found.push(this.bases[t] + document);
        return true;
      });
    });
    return found;
  }

  /** The numbers of all documents that are in the answers at a time, in their order. @param from The first number. */
  *living(now: number, from = 0): Generator<number> {
    for (const [t, table] of this.tables.entries()) {
      for (let document = Math.max(0, from - this.bases[t]); document < table.length; document++) {
        if (isLivingIn(table, document, now)) yield this.bases[t] + document;
      }
    }
  }
}

/** Whether a document of a table is in the answers at a time. */
export function isLivingIn(table: DocumentTable, document: number, now: number): boolean {
  if (!table.isAlive(document)) return false;
  const expires = table.columns.expires[document];
  return expires === 0 || expires > now;
}
