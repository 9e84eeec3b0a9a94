/** The documents of a collection as they are searched: all signatures one after the other, and the texts of those that are alive as rows. */

import type { Engine } from '../../engines.ts';
import {
  type CanonicalTexts,
  type CountTerm,
  type Neighbor,
  newSignatureIndex,
  type SearchedParts,
  type SearchSettings,
  type SignatureIndex,
  SignatureStore,
  type SoughtTerm,
  type StructureOptions,
} from '../../nearest/index.ts';
import { joinBytes } from '../../platform/join-bytes.ts';
import { type SearchPiece, WIDTH } from '../indexes/search-index.ts';
import { Samples, TermCounter } from '../indexes/word-lookup.ts';
import type { DocumentTable } from '../tables/document-table.ts';
import { type DocumentView, isLivingIn } from '../tables/document-view.ts';

/** The documents of a piece, whose signatures follow each other in the store. */
interface Section {
  /** The place of its table in the view. */
  readonly t: number;
  readonly table: DocumentTable;
  readonly piece: SearchPiece;
  /** The position of the first in the store. */
  readonly base: number;
}

/** In place of the row of a document that is not alive. */
const NO_ROW = 0xffffffff;

export class SearchedDocuments {
  private readonly store: SignatureStore;
  private readonly index: SignatureIndex;
  /** Structures that were asked for, by their name and bits. */
  private readonly built = new Map<string, SignatureIndex>();
  private sections: Section[] = [];
  /** Positions of the living documents, the row of every position, and where the text of each row begins. */
  private positions = new Uint32Array(0);
  private rows = new Uint32Array(0);
  private starts = new Float64Array(1);

  constructor(private readonly engine: Engine) {
    this.store = new SignatureStore(engine.heap, WIDTH);
    this.index = newSignatureIndex(engine, this.store, 'scan');
  }

  /**
   * Adds the documents of a table, after those of earlier tables. The last table may get more: then its pieces are given again, and some may
   * have become one. Returns how many documents are new.
   */
  add(t: number, table: DocumentTable, pieces: readonly SearchPiece[]): number {
    const { size } = this.store;
    let base = this.sections.find((section) => section.t === t)?.base ?? size;
    this.sections = this.sections.filter((section) => section.t !== t);
    for (const piece of pieces) {
      const { length } = piece.numbers;
      if (length === 0) continue;
      const known = Math.min(length, this.store.size - base);
      if (known < length) this.store.append(piece.signatures().subarray((WIDTH / 8) * known));
      this.sections.push({ t, table, piece, base });
      base += length;
    }
    return this.store.size - size;
  }

  /** Finds out which documents are alive. False if one came back to life: then all has to be made again. */
  refresh(now: number): boolean {
    const { size } = this.store;
    const rows = new Uint32Array(size).fill(NO_ROW);
    const positions: number[] = [];
    const starts = [0];
    for (const { table, piece, base } of this.sections) {
      for (let i = 0; i < piece.numbers.length; i++) {
        const position = base + i;
        const wasAlive = position >= this.rows.length || this.rows[position] !== NO_ROW;
        if (!isLivingIn(table, piece.numbers[i], now)) {
          if (wasAlive) this.store.remove(position);
          continue;
        }
        if (!wasAlive) return false;
        rows[position] = positions.length;
        positions.push(position);
        starts.push(starts[starts.length - 1] + lengthIn(piece, i));
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

  /** The data for a search of the living documents. Positions are rows. */
  async parts(
    options: StructureOptions,
  ): Promise<Pick<SearchedParts, 'store' | 'index' | 'texts' | 'textOf'>> {
    const { store } = this;
    const index = await this.structure(options);
    const toRows = (found: readonly Neighbor[]) =>
      found.map(({ position, distance }) => ({ position: this.rows[position], distance }));
    const texts: CanonicalTexts = {
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
    const built = [...this.built.values()].reduce((sum, { bytes }) => sum + bytes - this.index.bytes, 0);
    return (
      this.index.bytes + built + this.positions.byteLength + this.rows.byteLength + this.starts.byteLength
    );
  }

  close(): void {
    for (const index of [this.index, ...this.built.values()]) index.close();
    this.store.close();
  }

  /** The structure that is asked for: made of all signatures when it is first wanted, and kept. */
  private async structure({ structure, sliceBits }: StructureOptions): Promise<SignatureIndex> {
    if (structure === 'auto' || structure === 'scan') return this.index;
    const name = `${structure} ${sliceBits}`;
    const known = this.built.get(name);
    if (known !== undefined) {
      await known.update();
      return known;
    }
    const made = newSignatureIndex(this.engine, this.store, structure, { sliceBits });
    await made.build();
    this.built.set(name, made);
    return made;
  }

  /** Looks the words of a query up in the blocks of all pieces. */
  private findTerms(terms: readonly SoughtTerm[], add: CountTerm): void {
    const counter = new TermCounter();
    for (const { piece, base } of this.sections) {
      for (const block of piece.blocks()) {
        const samples = new Samples(block);
        for (const [t, term] of terms.entries()) {
          counter.count(term, block, samples, (document, exact, forms) => {
            const row = this.rows[base + block.first + document];
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
    return { section, i: position - section.base };
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
        i + count < section.piece.numbers.length &&
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
