/** Blocks of the heap that are given back together. */
import type { Heap } from '../engines.ts';

export class Blocks {
  private readonly heap: Heap;
  private readonly addresses: number[];

  /** @param owned Blocks that somebody else allocated and that go with these. */
  constructor(heap: Heap, owned: readonly number[] = []) {
    this.heap = heap;
    this.addresses = [...owned];
  }

  allocate(bytes: number): number {
    return this.own(this.heap.allocate(bytes));
  }

  place(data: ArrayBufferView): number {
    return this.own(this.heap.place(data));
  }

  own(address: number): number {
    this.addresses.push(address);
    return address;
  }

  release(): void {
    for (const address of this.addresses.splice(0)) this.heap.release(address);
  }
}
