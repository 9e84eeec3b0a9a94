/** How the threads of a join share its chunks. */
import type { Heap } from '../../../engines/index.ts';
import { dealOut } from './join-shares.ts';
import type { JoinFields, JoinSpace } from './join-space.ts';

/** Bytes that `ChunkShare` needs for this number of chunks. */
export function shareBytes(chunks: number): number {
  return 4 + 4 * chunks;
}

/** Chunks that threads share: each takes the next one that is left, large ones first, so that all end together. */
export class ChunkShare {
  /** @param address Of `shareBytes`: the number that all threads move on, and the order of the chunks. */
  constructor(
    private readonly heap: Heap,
    private readonly address: number,
    private readonly order: readonly number[],
  ) {
    heap.u32.set(order, (address >>> 2) + 1);
  }

  async run(
    spaces: readonly JoinSpace[],
    kernel: 'joinPart' | 'joinAcross',
    fields: JoinFields,
  ): Promise<void> {
    this.heap.u32[this.address >>> 2] = spaces.length;
    const share = { next: this.address, order: this.address + 4, lastChunk: this.order.length };
    await dealOut(spaces.keys(), spaces, (space, chunk) => space.run(kernel, { ...fields, ...share, chunk }));
  }
}
