/** Memory of the heap that is released together. */
import type { Address, Heap } from '../engines/index.ts';

export class Allocations {
  private readonly heap: Heap;
  private readonly addresses: Address[];
  private readonly others: { release(): void }[] = [];

  /** @param adopted Addresses that were allocated elsewhere and are released with these. */
  constructor(heap: Heap, adopted: readonly Address[] = []) {
    this.heap = heap;
    this.addresses = [...adopted];
  }

  allocate(bytes: number): Address {
    return this.adopt(this.heap.allocate(bytes));
  }

  /** Allocates memory that holds these bytes. */
  place(data: ArrayBufferView): Address {
    return this.adopt(this.heap.place(data));
  }

  adopt(address: Address): Address {
    this.addresses.push(address);
    return address;
  }

  /** Something that has memory of its own and is released with these. */
  releaseWith(other: { release(): void }): void {
    this.others.push(other);
  }

  release(): void {
    for (const address of this.addresses.splice(0)) this.heap.release(address);
    for (const other of this.others.splice(0)) other.release();
  }
}
