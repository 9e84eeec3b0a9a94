/** The anchors of known passages that stand in the texts of a run as well. */
import { growingU32 } from '../../corpus/index.ts';

export class MetAnchors {
  /** The stretches that have one, ascending. */
  stretches = new Uint32Array(0);
  /** Anchor and stretch of each. */
  private readonly records = growingU32();
  private sorted = new Uint32Array(0);
  /** Where the anchors of each stretch begin. */
  private firsts: number[] = [];

  add(stretch: number, anchor: number): void {
    this.records.push(anchor);
    this.records.push(stretch);
  }

  /** Puts them in order, once all are added. */
  sort(): this {
    const sorted = this.records.view().slice();
    // as one number of 64 bits the stretch leads: little-endian, as kernels and files have it
    new BigUint64Array(sorted.buffer).sort();
    const stretches: number[] = [];
    for (let at = 0; at < sorted.length; at += 2) {
      if (stretches.at(-1) === sorted[at + 1]) continue;
      stretches.push(sorted[at + 1]);
      this.firsts.push(at);
    }
    this.firsts.push(sorted.length);
    this.stretches = Uint32Array.from(stretches);
    this.sorted = sorted;
    return this;
  }

  /** The numbers of the anchors of the stretch that comes as the `i`th. */
  of(i: number): Set<number> {
    const numbers = new Set<number>();
    for (let at = this.firsts[i]; at < this.firsts[i + 1]; at += 2) numbers.add(this.sorted[at]);
    return numbers;
  }
}
