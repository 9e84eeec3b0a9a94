/**
 * The heap: one WebAssembly memory, shared by all threads, in which all kernels work, and the allocation of its parts.
 * Only the thread that made the heap allocates; workers get addresses.
 */
import { NeardupError } from '../errors.ts';
import { sharesMemory } from '../platform/host.ts';

/** Where something begins in the heap, in bytes; 0 is nothing. The compiler takes no other number for one. */
export type Address = 0 | (number & { readonly of: 'heap' });

/** The address that many bytes after another; before it, if they are negative. */
export function plus(address: Address, bytes: number): Address {
  return (address + bytes) as Address;
}

/** As `plus`, at the next multiple of 8. */
export function aligned(address: Address, bytes: number): Address {
  return (8 * Math.ceil((address + bytes) / 8)) as Address;
}

/** An address that was stored among numbers. */
export function addressIn(numbers: Uint32Array | Float64Array, place: number): Address {
  return numbers[place] as Address;
}

const PAGE = 65_536;
const MAX_PAGES = 65_536;
/** Kernels may read this far before and after a block. */
const PADDING = 64;
/** From this size on blocks are rounded up to `LARGE_STEP` only. */
const LARGE = 1 << 24;
const LARGE_STEP = 1 << 20;
/** The first page belongs to the wasm module (and makes 0 a safe "nothing"). */
const FIRST = PAGE;

export class Heap {
  readonly memory: WebAssembly.Memory;
  private top = FIRST;
  private readonly sizes = new Map<Address, number>();
  private readonly free = new Map<number, Address[]>();
  /** Free blocks by the address at which they end. */
  private readonly freeEnds = new Map<number, Address>();
  private bytes: Uint8Array;
  private words32: Uint32Array;
  private words64: BigUint64Array;

  /** A new heap, or the view of a worker on the heap of its pool. */
  constructor(memory?: WebAssembly.Memory) {
    this.memory = memory ?? new WebAssembly.Memory({ initial: 16, maximum: MAX_PAGES, shared: sharesMemory });
    this.bytes = new Uint8Array(this.memory.buffer);
    this.words32 = new Uint32Array(this.memory.buffer);
    this.words64 = new BigUint64Array(this.memory.buffer);
  }

  /** All memory as bytes. Get it again after every call that may allocate. */
  get u8(): Uint8Array {
    if (this.bytes.length !== this.memory.buffer.byteLength) this.refresh();
    return this.bytes;
  }

  get u32(): Uint32Array {
    if (this.bytes.length !== this.memory.buffer.byteLength) this.refresh();
    return this.words32;
  }

  get u64(): BigUint64Array {
    if (this.bytes.length !== this.memory.buffer.byteLength) this.refresh();
    return this.words64;
  }

  /** Bytes up to the end of the last block that is not free. */
  get used(): number {
    return this.top;
  }

  /** Bytes that could still be allocated as one block. */
  get available(): number {
    return MAX_PAGES * PAGE - this.top - LARGE_STEP - 2 * PADDING;
  }

  /** A block of at least `size` bytes, aligned to 64, with 64 readable bytes on either side. Its content is undefined. */
  allocate(size: number): Address {
    const rounded = sizeClass(size + 2 * PADDING);
    const pooled = this.free.get(rounded)?.pop();
    if (pooled !== undefined) {
      this.freeEnds.delete(pooled - PADDING + rounded);
      return pooled;
    }
    const block = this.top;
    this.grow(block + rounded);
    this.top += rounded;
    const address = (block + PADDING) as Address;
    this.sizes.set(address, rounded);
    return address;
  }

  /** Blocks of these sizes, all or none: if one cannot be allocated, those before it are released. */
  allocateAll(sizes: readonly number[]): Address[] {
    const blocks: Address[] = [];
    try {
      for (const size of sizes) blocks.push(this.allocate(size));
    } catch (error) {
      for (const block of blocks) this.release(block);
      throw error;
    }
    return blocks;
  }

  /** Releases a block. */
  release(address: Address): void {
    const size = this.sizes.get(address);
    if (size === undefined) throw new Error(`heap: ${address} was not allocated`);
    const list = this.free.get(size);
    if (list?.includes(address)) throw new Error(`heap: ${address} was released twice`);
    if (list === undefined) this.free.set(size, [address]);
    else list.push(address);
    this.freeEnds.set(address - PADDING + size, address);
    this.lowerTop();
  }

  /** Free blocks at the top are dissolved, so that their memory can be used for other sizes. */
  private lowerTop(): void {
    for (let last = this.freeEnds.get(this.top); last !== undefined; last = this.freeEnds.get(this.top)) {
      const size = this.sizes.get(last)!;
      const list = this.free.get(size)!;
      list.splice(list.indexOf(last), 1);
      this.freeEnds.delete(this.top);
      this.sizes.delete(last);
      this.top -= size;
    }
  }

  /**
   * Makes the views of this thread reach this far. A thread that is sent the memory while another one grows it can miss that: V8 makes its
   * buffer first and lists it among those to be told of growth later. Writes beyond the end of a view are lost without an error.
   */
  reach(bytes: number): void {
    if (this.u8.length >= bytes) return;
    // to grow by nothing gives this thread the buffer of today
    this.memory.grow(0);
    if (this.u8.length < bytes) throw new Error(`heap: this thread sees ${this.u8.length} of ${bytes} bytes`);
  }

  /** A block that holds these bytes. */
  place(data: ArrayBufferView): Address {
    const address = this.allocate(data.byteLength);
    this.u8.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), address);
    return address;
  }

  private grow(end: number): void {
    const have = this.memory.buffer.byteLength;
    if (end <= have) return;
    const pages = Math.ceil((end - have) / PAGE);
    try {
      this.memory.grow(pages);
    } catch (cause) {
      const wanted = Math.round(end / 2 ** 20);
      throw new NeardupError('OUT_OF_MEMORY', `The heap cannot grow to ${wanted} MB (4,096 MB at most).`, {
        cause,
      });
    }
  }

  private refresh(): void {
    this.bytes = new Uint8Array(this.memory.buffer);
    this.words32 = new Uint32Array(this.memory.buffer);
    this.words64 = new BigUint64Array(this.memory.buffer);
  }
}

/**
 * Sizes are rounded up to a quarter of a power of two, so that blocks are reused and at most 25 % is wasted; large
 * ones, which are few, by less.
 */
function sizeClass(size: number): number {
  if (size <= 4096) return 4096;
  if (size >= LARGE) return Math.ceil(size / LARGE_STEP) * LARGE_STEP;
  const step = 2 ** (Math.floor(Math.log2(size - 1)) - 2);
  return Math.ceil(size / step) * step;
}
