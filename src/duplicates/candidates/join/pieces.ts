/** The kernels' fingerprints: all in the heap at once, or one piece after the other. */
import type { Address, Heap } from '../../../engines/index.ts';

/** Fingerprints that need not be in memory at once, nor fit into it. */
export interface FingerprintSource {
  readonly count: number;
  /** Fills `into` with the fingerprints from number `start` on. Every round of a join reads all fingerprints again. */
  read(into: BigUint64Array, start: number): void | Promise<void>;
}

export function arraySource(fingerprints: BigUint64Array): FingerprintSource {
  return {
    count: fingerprints.length,
    read: (into, start) => into.set(fingerprints.subarray(start, start + into.length)),
  };
}

export class Pieces {
  private held: Address | undefined;

  /** Pieces of `size` fingerprints; if one piece holds all, `hold` loads it into the heap only once. */
  constructor(
    private readonly heap: Heap,
    private readonly source: FingerprintSource,
    readonly size: number,
  ) {}

  get count(): number {
    return this.source.count;
  }

  get areHeld(): boolean {
    return this.size === this.count;
  }

  async hold(): Promise<void> {
    if (!this.areHeld) return;
    this.held = this.heap.allocate(8 * this.count);
    await this.read(this.held, 0, this.count);
  }

  /** The memory that `each` needs. */
  get bufferBytes(): number {
    return this.areHeld ? 0 : 8 * this.size;
  }

  async each(
    buffer: Address,
    visit: (address: Address, count: number, start: number) => Promise<void>,
  ): Promise<void> {
    if (this.held !== undefined) return visit(this.held, this.count, 0);
    for (let start = 0; start < this.count; start += this.size) {
      const count = Math.min(this.size, this.count - start);
      await this.read(buffer, start, count);
      await visit(buffer, count, start);
    }
  }

  release(): void {
    if (this.held !== undefined) this.heap.release(this.held);
  }

  private async read(address: Address, start: number, count: number): Promise<void> {
    await this.source.read(this.heap.u64.subarray(address / 8, address / 8 + count), start);
  }
}
