/** Copies of signatures in blocks of 16, side by side as the lists of an index have them, with their numbers. */

import type { Address, Heap } from '../../engines/index.ts';
import { BLOCK_SIGNATURES, NO_SIGNATURE } from '../../engines/layouts/signature-search.ts';
import type { SignatureStore } from './signature-store.ts';

export class SignatureBlocks {
  /** Address of the signatures, and of u32 for every place: the signature's number, or NO_SIGNATURE. */
  signatures: Address = 0;
  slots: Address = 0;
  blocks = 0;
  private capacity = 0;
  private readonly heap: Heap;

  constructor(private readonly store: SignatureStore) {
    this.heap = store.heap;
  }

  get bytes(): number {
    return this.blocks * BLOCK_SIGNATURES * (this.store.bytes + 4);
  }

  /** Fills all blocks anew: place i is for the signature numbered `numbers[i]`, or for none. */
  fill(numbers: Uint32Array): void {
    this.release();
    this.reserve(numbers.length / BLOCK_SIGNATURES);
    this.blocks = this.capacity;
    for (let slot = 0; slot < numbers.length; slot++) this.put(slot, numbers[slot]);
  }

  /** One more block, with no signature in it; its number. */
  addBlock(): number {
    if (this.blocks === this.capacity) this.reserve(Math.ceil(1.25 * this.capacity) + 64);
    const block = this.blocks++;
    for (let lane = 0; lane < BLOCK_SIGNATURES; lane++)
      this.put(BLOCK_SIGNATURES * block + lane, NO_SIGNATURE);
    return block;
  }

  /** Puts a signature at a place; an empty place has zeros. */
  put(slot: number, number: number): void {
    const { bytes, address } = this.store;
    const { u8, u32 } = this.heap;
    const at = this.signatures + slot * bytes;
    u32[this.slots / 4 + slot] = number;
    if (number === NO_SIGNATURE) u8.fill(0, at, at + bytes);
    else u8.copyWithin(at, address + number * bytes, address + (number + 1) * bytes);
  }

  /** The numbers as they are in memory. */
  numbers(): Uint8Array {
    return this.heap.u8.subarray(this.slots, this.slots + 4 * BLOCK_SIGNATURES * this.blocks);
  }

  release(): void {
    for (const block of [this.signatures, this.slots]) if (block !== 0) this.heap.release(block);
    this.signatures = 0;
    this.slots = 0;
    this.blocks = 0;
    this.capacity = 0;
  }

  private reserve(blocks: number): void {
    const { heap } = this;
    const blockBytes = BLOCK_SIGNATURES * this.store.bytes;
    const signatures = heap.allocate(blocks * blockBytes);
    const slots = heap.allocate(4 * BLOCK_SIGNATURES * blocks);
    if (this.signatures !== 0) {
      heap.u8.copyWithin(signatures, this.signatures, this.signatures + this.blocks * blockBytes);
      heap.u8.copyWithin(slots, this.slots, this.slots + 4 * BLOCK_SIGNATURES * this.blocks);
      heap.release(this.signatures);
      heap.release(this.slots);
    }
    this.signatures = signatures;
    this.slots = slots;
    this.capacity = blocks;
  }
}
