/** All documents of a lasting collection as one sequence: segments, oldest first, then the delta. */
import { growingU32 } from '../../corpus/index.ts';
import type { SharedBands, StoredTables } from '../../duplicates/index.ts';
import type { DocumentTable } from './document-table.ts';

/** Documents that one key may lead to, apart from those that are gone. What more there are is not looked at, and the answer says so. */
const MOST_VISITED = 16_384;

const shared = growingU32();
/** Which table has the key of a band. */
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

  /** For every band the documents alive at `now` that have this key of it, in their order, without those that are not accepted. */
  shareBands(keys: Uint32Array, now: number, accepts: (number: number) => boolean): SharedBands {
    const starts = new Uint32Array(this.bands + 1);
    let isWhole = true;
    let table = this.tables[0];
    let [base, most, isFull] = [0, 0, false];
    const visit = (document: number) => {
      const number = base + document;
      if (!isLivingIn(table, document, now) || !accepts(number)) return true;
      isFull = shared.length === most;
      if (!isFull) shared.push(number);
      return !isFull;
    };
    // most keys lead to no document: to look for all of them first is quicker, because the processor waits for memory less often
    if (marks.length < this.tables.length * this.bands)
      marks = new Uint8Array(2 * this.tables.length * this.bands);
    for (let t = 0; t < this.tables.length; t++)
      this.tables[t].keys.mark(keys, this.bands, marks, t * this.bands);
    shared.clear();
    for (let band = 0; band < this.bands; band++) {
      most = starts[band] + MOST_VISITED;
      isFull = false;
      for (let t = 0; t < this.tables.length && !isFull; t++) {
        if (marks[t * this.bands + band] === 0) continue;
        table = this.tables[t];
        base = this.bases[t];
        table.keys.find(band, keys[band], visit);
      }
      if (isFull) isWhole = false;
      starts[band + 1] = shared.length;
    }
    return { starts, numbers: shared.view(), isWhole };
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
