/**
 * Sketches in blocks of 16, byte by byte side by side, with the number of the signature in every place. Blocks can be
 * added; the places of a block are filled one after the other.
 */

import { BLOCK_SIGNATURES, MAX_SKETCH_BYTES, NO_SIGNATURE } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';

import { badOption } from '../../errors.ts';
import type { SignatureStore } from './signature-store.ts';

/** Blocks that one job makes. */
const JOB_BLOCKS = 16_384;

export class SketchBlocks {
  readonly sketchBytes: number;
  /** Blocks in use, and addresses: sketches, and u32[16 * blocks] of numbers. */
  blocks = 0;
  sketches = 0;
  slots = 0;
  private capacity = 0;

  constructor(
    private readonly engine: Engine,
    private readonly store: SignatureStore,
    sketchBits = 8 * MAX_SKETCH_BYTES,
  ) {
    if (![64, 128, 192].includes(sketchBits)) throw badOption('sketchBits', '64, 128 or 192', sketchBits);
    this.sketchBytes = Math.min(sketchBits / 8, store.bytes);
  }

  get blockBytes(): number {
    return BLOCK_SIGNATURES * this.sketchBytes;
  }

  get bytes(): number {
    return this.blocks * (this.blockBytes + 4 * BLOCK_SIGNATURES);
  }

  /** Makes all sketches anew, on all threads: place i is for the signature numbered `numbers[i]`, or for none. */
  async fill(numbers: Uint32Array): Promise<void> {
    this.release();
    this.reserve(numbers.length / BLOCK_SIGNATURES);
    this.blocks = this.capacity;
    this.engine.heap.u32.set(numbers, this.slots / 4);
    const jobs: Promise<unknown>[] = [];
    for (let first = 0; first < this.blocks; first += JOB_BLOCKS) {
      const count = Math.min(JOB_BLOCKS, this.blocks - first);
      jobs.push(this.engine.call('buildSketches', ...this.args(first, count)));
    }
    await Promise.all(jobs);
  }

  /** One more block, with no signature in it; its number. */
  addBlock(): number {
    if (this.blocks === this.capacity) this.reserve(Math.ceil(1.25 * this.capacity) + 64);
    const block = this.blocks++;
    const at = this.slots / 4 + BLOCK_SIGNATURES * block;
    this.engine.heap.u32.fill(NO_SIGNATURE, at, at + BLOCK_SIGNATURES);
    this.engine.kernels.buildSketches(...this.args(block, 1));
    return block;
  }

  /** Puts a signature at a place. */
  put(slot: number, number: number): void {
    this.engine.heap.u32[this.slots / 4 + slot] = number;
    this.engine.kernels.buildSketches(...this.args(Math.floor(slot / BLOCK_SIGNATURES), 1));
  }

  /** The sketches and the numbers as they lie in memory. */
  views(): { sketches: Uint8Array; slots: Uint8Array } {
    const { u8 } = this.engine.heap;
    return {
      sketches: u8.subarray(this.sketches, this.sketches + this.blocks * this.blockBytes),
      slots: u8.subarray(this.slots, this.slots + 4 * BLOCK_SIGNATURES * this.blocks),
    };
  }

  restore(sketches: Uint8Array, slots: Uint8Array): void {
    this.release();
    this.sketches = this.engine.heap.place(sketches);
    this.slots = this.engine.heap.place(slots);
    this.blocks = slots.length / (4 * BLOCK_SIGNATURES);
    this.capacity = this.blocks;
  }

  release(): void {
    if (this.sketches !== 0) this.engine.heap.release(this.sketches);
    if (this.slots !== 0) this.engine.heap.release(this.slots);
    this.sketches = 0;
    this.slots = 0;
    this.blocks = 0;
    this.capacity = 0;
  }

  private args(first: number, count: number) {
    const { store, slots, sketchBytes, sketches } = this;
    return [store.address, store.bytes, slots, first, count, sketchBytes, sketches] as const;
  }

  private reserve(blocks: number): void {
    const { heap } = this.engine;
    const { blockBytes } = this;
    const sketches = heap.allocate(blocks * blockBytes);
    const slots = heap.allocate(4 * BLOCK_SIGNATURES * blocks);
    if (this.sketches !== 0) {
      heap.u8.copyWithin(sketches, this.sketches, this.sketches + this.blocks * blockBytes);
      heap.u8.copyWithin(slots, this.slots, this.slots + 4 * BLOCK_SIGNATURES * this.blocks);
      heap.release(this.sketches);
      heap.release(this.slots);
    }
    this.sketches = sketches;
    this.slots = slots;
    this.capacity = blocks;
  }
}
