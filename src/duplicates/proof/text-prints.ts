/** Fingerprints of texts that a job has on the heap one at a time, and in how many bits they differ. */
import { type Address, type Heap, plus, popcount } from '../../engines/index.ts';
import type { Kernels } from '../../engines.ts';

export class TextPrints {
  /** Bytes of work space. */
  static readonly bytes = 64;
  /** Two halves each. */
  private readonly halves: Uint32Array;
  private readonly known: Uint8Array;

  /** @param mode Of `Kernels.simhash`. */
  constructor(
    texts: number,
    private readonly mode: number,
    private readonly kernels: Kernels,
    private readonly heap: Heap,
    private readonly work: Address,
  ) {
    this.halves = new Uint32Array(2 * texts);
    this.known = new Uint8Array(texts);
  }

  has(i: number): boolean {
    return this.known[i] === 1;
  }

  /** Takes text i, `length` bytes at `text` with a NUL after them, unless it was taken before. */
  take(i: number, text: Address, length: number): void {
    if (this.known[i] === 1) return;
    this.known[i] = 1;
    const { heap, work } = this;
    const out = plus(work, 16);
    heap.u32[work / 4] = 0;
    heap.u32[work / 4 + 1] = length + 1;
    this.kernels.simhash(text, work, 1, this.mode, out);
    this.halves.set(heap.u32.subarray(out / 4, out / 4 + 2), 2 * i);
  }

  /** Differing bits of two texts that were taken. */
  distance(a: number, b: number): number {
    const { halves } = this;
    return popcount(halves[2 * a] ^ halves[2 * b]) + popcount(halves[2 * a + 1] ^ halves[2 * b + 1]);
  }
}
