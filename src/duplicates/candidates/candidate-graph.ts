/** The candidates as a graph of cells: texts that have all their buckets in common. */
import type { Buckets } from '../../duplicates.ts';
import { bucketComponents } from './buckets.ts';
import type { CandidateTexts } from './candidate-texts.ts';

export class CandidateGraph {
  readonly texts: CandidateTexts;
  /** Cell of every text. */
  readonly cellOf: Uint32Array;
  private found: Uint32Array | undefined;

  constructor(texts: CandidateTexts) {
    this.texts = texts;
    const cells = texts.textStarts.length - 1;
    this.cellOf = new Uint32Array(texts.memberStarts.length - 1);
    for (let cell = 0; cell < cells; cell++) {
      this.cellOf.fill(cell, texts.textStarts[cell], texts.textStarts[cell + 1]);
    }
  }

  /** Where cells meet. */
  get buckets(): Buckets {
    return this.texts.buckets;
  }

  /** For every cell the first one of its connected component. */
  get firsts(): Uint32Array {
    this.found ??= bucketComponents(this.buckets, this.sameKeys());
    return this.found;
  }

  /**
   * The connected components that hold at least two texts, as lists of cells. They cannot influence each other, so they
   * may be verified in parallel.
   */
  *components(): Generator<number[]> {
    const { firsts } = this;
    const { textStarts } = this.texts;
    const sizes = new Uint32Array(firsts.length);
    for (let cell = 0; cell < firsts.length; cell++) sizes[firsts[cell]]++;
    // most cells are alone and never become a list
    const components = new Map<number, number[]>();
    for (let cell = 0; cell < firsts.length; cell++) {
      const first = firsts[cell];
      if (first !== cell) components.get(first)!.push(cell);
      else if (sizes[cell] > 1 || textStarts[cell + 1] - textStarts[cell] > 1) components.set(cell, [cell]);
    }
    yield* components.values();
  }

  /** Cells that have a key in common. */
  private *sameKeys(): Generator<readonly [cell: number, other: number]> {
    const { conditions, memberStarts, members } = this.texts;
    if (conditions?.keyOf === undefined) return;
    const firsts = new Map<number, number>();
    for (const [text, cell] of this.cellOf.entries()) {
      const key = conditions.keyOf(members[memberStarts[text]]);
      if (key === 0) continue;
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, cell);
      else yield [cell, first];
    }
  }
}
