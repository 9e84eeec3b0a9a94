/** One canonical text against others that come one at a time and are in memory: the proof of an index that is asked document by document. */
import type { Evidence, VerifyOptions } from '../../duplicates.ts';
import { sameBytes, shingleRoom } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';
import { simhashMode, textShape } from '../../fingerprint/index.ts';
import { evidence, isProved, SAME_TEXT } from './evidence.ts';
import { TextPrints } from './text-prints.ts';

/** Kernels read a little beyond a text. */
const SLACK = 64;

export class TextProof {
  private readonly shape: number;
  /** The shingles of the text, on the heap, made when they are first needed. */
  private own: { readonly list: number; readonly size: number } | undefined;

  constructor(
    private readonly text: Uint8Array,
    private readonly engine: Engine,
    private readonly options: VerifyOptions,
  ) {
    this.shape = textShape(options);
  }

  /** What the comparison says, with this text as A; undefined if it proves nothing. */
  against(other: Uint8Array): Evidence | undefined {
    if (sameBytes(this.text, other)) return SAME_TEXT;
    const { heap, kernels } = this.engine;
    const [work, list] = this.allocate(other);
    try {
      const prints = new TextPrints(2, simhashMode(this.options), kernels, heap, work);
      this.own ??= this.takeOwn();
      const size = this.shinglesOf(other, work, list, prints, 1);
      const common = kernels.intersect(this.own.list, this.own.size, list, size);
      const { resemblance, aInB, bInA } = evidence(this.own.size, size, common, 0);
      if (!isProved(resemblance, Math.max(aInB, bInA), this.options)) return undefined;
      this.put(this.text, work);
      prints.take(0, work + TextPrints.bytes, this.text.length);
      return evidence(this.own.size, size, common, prints.distance(0, 1));
    } finally {
      heap.release(work);
      heap.release(list);
    }
  }

  /** Releases the memory. */
  close(): void {
    if (this.own !== undefined) this.engine.heap.release(this.own.list);
    this.own = undefined;
  }

  private takeOwn(): { list: number; size: number } {
    const { heap } = this.engine;
    const [work, list] = this.allocate(this.text);
    try {
      return { list, size: this.shinglesOf(this.text, work, list) };
    } finally {
      heap.release(work);
    }
  }

  /** Room for a text (either of the two) and for the shingles of `text`. */
  private allocate(text: Uint8Array): number[] {
    const longest = Math.max(text.length, this.text.length);
    return this.engine.heap.allocateAll([
      TextPrints.bytes + longest + 2 * SLACK,
      2 * 8 * shingleRoom(text.length, this.shape),
    ]);
  }

  private shinglesOf(text: Uint8Array, work: number, list: number, prints?: TextPrints, i = 0): number {
    const { kernels, seed } = this.engine;
    this.put(text, work);
    const at = work + TextPrints.bytes;
    prints?.take(i, at, text.length);
    return kernels.shingles(at, text.length, this.shape, seed.low, seed.high, list);
  }

  private put(text: Uint8Array, work: number): void {
    const { u8 } = this.engine.heap;
    u8.set(text, work + TextPrints.bytes);
    u8[work + TextPrints.bytes + text.length] = 0;
  }
}
