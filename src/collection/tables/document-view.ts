/** All documents of a lasting collection as one sequence: segments, oldest first, then the delta. */
import type { DocumentTable } from './document-table.ts';

/** Documents that one key may lead to. What more there are is not looked at, and the answer says so. */
const MOST_VISITED = 16_384;

export class DocumentView {
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

  /**
   * Documents alive at `now` that share a band key with a text, and in how many bands. False if a key led to more documents than are
   * looked at.
   * @param shared Gets the number of shared bands by document.
   */
  shareBands(keys: Uint32Array, now: number, shared: Map<number, number>): boolean {
    let isWhole = true;
    for (let band = 0; band < this.bands; band++) {
      let visited = 0;
      this.tables.forEach((table, t) => {
        table.keys.find(band, keys[band], (document) => {
          if (visited++ >= MOST_VISITED) {
            isWhole = false;
            return false;
          }
          if (!isLivingIn(table, document, now)) return true;
          const number = this.bases[t] + document;
          shared.set(number, (shared.get(number) ?? 0) + 1);
          return true;
        });
      });
    }
    return isWhole;
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
