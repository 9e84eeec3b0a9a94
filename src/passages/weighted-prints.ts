/** Weighted simhash of parts of canonical text: sentences, paragraphs, documents. */
import type { Address } from '../engines/index.ts';
import { SimhashMode } from '../engines/layouts/modes.ts';
import type { Engine } from '../engines.ts';
import type { WordLevels } from '../fingerprint/index.ts';

export class WeightedPrints {
  private readonly weights: Address;

  /** @param mode Bits of `SimhashMode`: words as sets or counts, and ties. */
  constructor(
    private readonly engine: Engine,
    levels: WordLevels,
    private readonly mode: number = SimhashMode.mixed | SimhashMode.sets,
  ) {
    this.weights = engine.heap.place(levels.table);
  }

  /** The fingerprint of every part: part i is `bytes[offsets[i], offsets[i + 1])`, a separator at its end included. */
  of(bytes: Uint8Array, offsets: Uint32Array): BigUint64Array {
    const { heap, kernels } = this.engine;
    const count = offsets.length - 1;
    if (count < 1) return new BigUint64Array(0);
    const [text, starts, out] = [heap.place(bytes), heap.place(offsets), heap.allocate(8 * count)];
    kernels.weightedSimhash(text, starts, count, this.weights, this.mode, out);
    const found = heap.u64.slice(out / 8, out / 8 + count);
    for (const block of [text, starts, out]) heap.release(block);
    return found;
  }

  close(): void {
    this.engine.heap.release(this.weights);
  }
}

/** Where sentences begin in canonical text that has a NUL after each, and where the last one ends. */
export function sentenceOffsets(bytes: Uint8Array): Uint32Array {
  const offsets = [0];
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1)) offsets.push(at + 1);
  return Uint32Array.from(offsets);
}
