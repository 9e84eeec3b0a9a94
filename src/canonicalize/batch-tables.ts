/** The tables that the kernels need for the documents of one batch, by their languages. */
import type { Address, Heap } from '../engines/index.ts';
import type { StemGeneration, StemTable } from './stem-table.ts';

export class BatchTables {
  /** The `stops` of `Kernels.canonicalize`: address of u32[count], or 0. */
  readonly stops: Address;
  /** The `tables` of `Kernels.stemWords`: address of u32[count], or 0. */
  readonly stems: Address;
  private readonly held = new Map<StemTable, StemGeneration>();

  /** For every document the address of its stop-word table (or 0) and its stem table; undefined if none are used. */
  constructor(
    private readonly heap: Heap,
    stops: Uint32Array | undefined,
    private readonly stemTables: readonly (StemTable | undefined)[] | undefined,
  ) {
    this.stops = stops === undefined ? 0 : heap.place(stops);
    this.stems = stemTables === undefined ? 0 : heap.allocate(4 * stemTables.length);
    for (const table of stemTables ?? []) {
      if (table !== undefined && !this.held.has(table)) this.held.set(table, table.acquire());
    }
    this.writeStems();
  }

  /** Learns the words that `stemWords` listed; then it can be called again. */
  learn(text: Address, missing: Address, count: number): void {
    for (const [table, held] of this.held) this.held.set(table, table.learn(held, text, missing, count));
    this.writeStems();
  }

  release(): void {
    if (this.stops !== 0) this.heap.release(this.stops);
    if (this.stems !== 0) this.heap.release(this.stems);
    for (const [table, held] of this.held) table.release(held);
    this.held.clear();
  }

  private writeStems(): void {
    const { stemTables = [], held, heap } = this;
    // not forEach, which skips the holes of documents without a language
    for (let i = 0; i < stemTables.length; i++) {
      const table = stemTables[i];
      heap.u32[(this.stems >>> 2) + i] = table === undefined ? 0 : held.get(table)!.address;
    }
  }
}
