/** The signatures of a collection, one after the other on the heap, in the order in which they came. */
import { type Address, type Heap, plus } from '../../engines/index.ts';
import { badOption } from '../../errors.ts';

export class SignatureStore {
  readonly heap: Heap;
  /** Bits of a signature, and its bytes. */
  readonly width: number;
  readonly bytes: number;
  private count = 0;
  private capacity = 0;
  private block: Address = 0;
  /** Address of u8 for every signature there is room for: 1 if it was removed; 0 while none was. */
  private marks: Address = 0;

  constructor(heap: Heap, width = 1024) {
    if (!Number.isInteger(width) || width < 64 || width > 4096 || width % 64 !== 0) {
      throw badOption('width', 'a multiple of 64 from 64 to 4096', width);
    }
    this.heap = heap;
    this.width = width;
    this.bytes = width / 8;
  }

  get size(): number {
    return this.count;
  }

  /** Where the signatures begin; changes when signatures are appended. */
  get address(): Address {
    return this.block;
  }

  /** Where it is marked which signatures were removed; 0 if none was. Changes like `address`. */
  get removed(): Address {
    return this.marks;
  }

  /** No search finds this signature any more. Its position is not used again. */
  remove(position: number): void {
    if (!(Number.isInteger(position) && position >= 0 && position < this.count)) {
      throw badOption('position', `an integer from 0 to ${this.count - 1}`, position);
    }
    if (this.marks === 0) this.marks = this.heap.place(new Uint8Array(this.capacity));
    this.heap.u8[this.marks + position] = 1;
  }

  /** Makes room, so that signatures to come are appended without copying those that are there. */
  reserve(signatures: number): void {
    if (signatures <= this.capacity) return;
    const larger = this.heap.allocate(signatures * this.bytes);
    if (this.block !== 0) {
      this.heap.u8.copyWithin(larger, this.block, this.block + this.count * this.bytes);
      this.heap.release(this.block);
    }
    if (this.marks !== 0) {
      const marks = new Uint8Array(signatures);
      marks.set(this.heap.u8.subarray(this.marks, this.marks + this.count));
      this.heap.release(this.marks);
      this.marks = this.heap.place(marks);
    }
    this.block = larger;
    this.capacity = signatures;
  }

  /** Appends signatures, one after the other in `signatures`, and returns the position of the first. */
  append(signatures: Uint8Array): number {
    const more = signatures.length / this.bytes;
    const address = this.extend(more);
    this.heap.u8.set(signatures, address);
    return this.count - more;
  }

  /** Makes room for `more` signatures, to be written by the caller, and returns their address. */
  extend(more: number): Address {
    if (!Number.isInteger(more)) throw new Error(`signature store: expected whole signatures, got ${more}`);
    const wanted = this.count + more;
    if (wanted > this.capacity) this.reserve(Math.max(wanted, Math.min(2 * this.capacity, wanted + 262_144)));
    const address = plus(this.block, this.count * this.bytes);
    this.count = wanted;
    return address;
  }

  /** All signatures, without a copy; valid until the next allocation on the heap. */
  view(): Uint8Array {
    return this.heap.u8.subarray(this.block, this.block + this.count * this.bytes);
  }

  /** One signature, copied. */
  get(position: number): Uint8Array {
    return this.heap.u8.slice(this.block + position * this.bytes, this.block + (position + 1) * this.bytes);
  }

  close(): void {
    for (const block of [this.block, this.marks]) if (block !== 0) this.heap.release(block);
    this.block = 0;
    this.marks = 0;
    this.count = 0;
    this.capacity = 0;
  }
}
