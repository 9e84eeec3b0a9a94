/** Blocks of the heap that are given back together. */
import type { Heap } from '../engines/index.ts';

export class Blocks {
  private readonly heap: Heap;
  private readonly addresses: number[];
  private readonly attached: { release(): void }[] = [];

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

  /** Something with blocks of its own that goes with these. */
  attach(part: { release(): void }): void {
    this.attached.push(part);
  }

  release(): void {
    for (const address of this.addresses.splice(0)) this.heap.release(address);
    for (const part of this.attached.splice(0)) part.release();
  }
}
