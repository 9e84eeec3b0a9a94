/** The documents of a collection as they are searched: all signatures one after the other, and the texts of those that are alive as rows. */
import { type DocumentTable, type DocumentView, isLivingIn } from '../collection/index.ts';
import { joinBytes } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import {
  type CountTerm,
  type Neighbor,
  newSignatureIndex,
  type SearchedParts,
  type SearchSettings,
  SignatureStore,
  type SoughtTerm,
  type TextRows,
} from '../nearest/index.ts';
import { type SearchPiece, WIDTH } from './search-index.ts';
import { Samples, TermCounter } from './word-lookup.ts';

/** Documents of a piece whose signatures follow each other in the store. */
interface Section {
  /** The place of its table in the view. */
  readonly t: number;
  readonly table: DocumentTable;
  readonly piece: SearchPiece;
  /** The first of them in the piece, how many they are, and the position of the first in the store. */
  readonly from: number;
  readonly count: number;
  readonly base: number;
}

/** In place of the row of a document that is not alive. */
const NO_ROW = 0xffffffff;

export class SearchedDocuments {
  private readonly store: SignatureStore;
  private readonly index: ReturnType<typeof newSignatureIndex>;
  private readonly sections: Section[] = [];
  /** Positions of the living documents, the row of every position, and where the text of each row begins. */
  private positions = new Uint32Array(0);
  private rows = new Uint32Array(0);
  private starts = new Float64Array(1);

  constructor(engine: Engine) {
    this.store = new SignatureStore(engine.heap, WIDTH);
    this.index = newSignatureIndex(engine, this.store, 'scan');
  }

  /** Adds documents of a piece, from the one with this number on. Returns how many there were. */
  add(t: number, table: DocumentTable, piece: SearchPiece, fromNumber: number): number {
    const from = piece.numbers.findIndex((number) => number >= fromNumber);
    const count = from === -1 ? 0 : piece.numbers.length - from;
    if (count === 0) return 0;
    const base = this.store.append(piece.signatures().subarray((WIDTH / 8) * from));
    this.sections.push({ t, table, piece, from, count, base });
    return count;
  }

  /** Finds out which documents are alive. False if one came back to life: then all has to be made again. */
  refresh(now: number): boolean {
    const { size } = this.store;
    const rows = new Uint32Array(size).fill(NO_ROW);
    const positions: number[] = [];
    const starts = [0];
    for (const { table, piece, from, count, base } of this.sections) {
      for (let i = 0; i < count; i++) {
        const position = base + i;
        const wasAlive = position >= this.rows.length || this.rows[position] !== NO_ROW;
        if (!isLivingIn(table, piece.numbers[from + i], now)) {
          if (wasAlive) this.store.remove(position);
          continue;
        }
        if (!wasAlive) return false;
        rows[position] = positions.length;
        positions.push(position);
        starts.push(starts[starts.length - 1] + lengthIn(piece, from + i));
      }
    }
    this.rows = rows;
    this.positions = Uint32Array.from(positions);
    this.starts = Float64Array.from(starts);
    return true;
  }

  /** The number of a row's document in the view. */
  numberOf(row: number, view: DocumentView): number {
    const { section, i } = this.locate(row);
    return view.numberOf(section.t, section.piece.numbers[i]);
  }

  /** What a search of the living documents needs. Positions are rows. */
  parts(): Pick<SearchedParts, 'store' | 'index' | 'texts' | 'textOf'> {
    const { store, index } = this;
    const toRows = (found: readonly Neighbor[]) =>
      found.map(({ position, distance }) => ({ position: this.rows[position], distance }));
    const texts: TextRows = {
      count: this.positions.length,
      start: (row) => this.starts[row],
      end: (row) => this.starts[row + 1],
      read: (position, length) => this.read(position, length),
      words: (row) => {
        const { section, i } = this.locate(row);
        return section.table.columns.words[section.piece.numbers[i]];
      },
      findTerms: (terms, add) => this.findTerms(terms, add),
    };
    return {
      store: {
        ...{ width: store.width, bytes: store.bytes, close: () => {} },
        get: (row) => store.get(this.positions[row]),
      },
      index: {
        nearest: (query: Uint8Array, k: number, settings?: SearchSettings) =>
          toRows(index.nearest(query, k, settings)),
        nearestAll: async (queries: Uint8Array, k: number, settings?: SearchSettings) =>
          (await index.nearestAll(queries, k, settings)).map(toRows),
        close: () => {},
      },
      texts,
      textOf: (row) => texts.read(texts.start(row), texts.end(row) - texts.start(row)),
    };
  }

  /** Bytes of memory, signatures included. */
  get memory(): number {
    return this.index.bytes + this.positions.byteLength + this.rows.byteLength + this.starts.byteLength;
  }

  close(): void {
    this.index.close();
    this.store.close();
  }

  /** Looks the words of a query up in the blocks of all pieces. */
  private findTerms(terms: readonly SoughtTerm[], add: CountTerm): void {
    const counter = new TermCounter();
    for (const { piece, from, count, base } of this.sections) {
      for (const block of piece.blocks()) {
        if (block.first + block.documents <= from || block.first >= from + count) continue;
        const samples = new Samples(block);
        for (const [t, term] of terms.entries()) {
          counter.count(term, block, samples, (document, exact, forms) => {
            const i = block.first + document;
            const row = i < from ? NO_ROW : this.rows[base + i - from];
            if (row !== NO_ROW) add(t, row, exact, forms);
          });
        }
      }
    }
  }

  private locate(row: number): { readonly section: Section; readonly i: number } {
    const position = this.positions[row];
    const next = this.sections.findIndex(({ base }) => base > position);
    const section = this.sections.at(next === -1 ? -1 : next - 1)!;
    return { section, i: section.from + position - section.base };
  }

  /** Texts that follow each other in a piece are read together. */
  private read(position: number, length: number): Uint8Array {
    const parts: Uint8Array[] = [];
    let row = this.rowAt(position);
    const end = position + length;
    while (row < this.positions.length && this.starts[row] < end) {
      const { section, i } = this.locate(row);
      let count = 1;
      while (
        this.starts[row + count] < end &&
        i + count < section.from + section.count &&
        this.positions[row + count] === this.positions[row] + count
      )
        count++;
      const { ends } = section.piece;
      const start = i === 0 ? 0 : ends[i - 1];
      parts.push(section.piece.texts(start, ends[i + count - 1] - start));
      row += count;
    }
    return parts.length === 1 ? parts[0] : joinBytes(parts);
  }

  /** The first row whose text begins here and is not empty. */
  private rowAt(position: number): number {
    let [low, high] = [0, this.positions.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.starts[middle] < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function lengthIn({ ends }: SearchPiece, i: number): number {
  return ends[i] - (i === 0 ? 0 : ends[i - 1]);
}
