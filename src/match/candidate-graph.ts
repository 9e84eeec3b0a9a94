/** The candidates as a graph: cells (the texts of one fingerprint) and which cells are near each other. */
import type { CandidateTexts } from './candidate-texts.ts';

export class CandidateGraph {
  readonly texts: CandidateTexts;
  /** Cell of every text. */
  readonly cellOf: Uint32Array;
  /** Cells near cell c: `near.subarray(nearStarts[c], nearStarts[c + 1])`, itself not among them. */
  readonly nearStarts: Uint32Array;
  readonly near: Uint32Array;

  constructor(texts: CandidateTexts) {
    this.texts = texts;
    const cells = texts.textStarts.length - 1;
    this.cellOf = new Uint32Array(texts.memberStarts.length - 1);
    for (let cell = 0; cell < cells; cell++) {
      this.cellOf.fill(cell, texts.textStarts[cell], texts.textStarts[cell + 1]);
    }
    // count, sum up, fill: the usual three steps to adjacency lists in one array
    this.nearStarts = new Uint32Array(cells + 1);
    for (let i = 0; i < texts.left.length; i++) {
      this.nearStarts[texts.left[i] + 1]++;
      this.nearStarts[texts.right[i] + 1]++;
    }
    for (let cell = 0; cell < cells; cell++) this.nearStarts[cell + 1] += this.nearStarts[cell];
    this.near = new Uint32Array(2 * texts.left.length);
    const next = this.nearStarts.slice();
    for (let i = 0; i < texts.left.length; i++) {
      this.near[next[texts.left[i]]++] = texts.right[i];
      this.near[next[texts.right[i]]++] = texts.left[i];
    }
  }

  /**
   * The connected components that hold at least two texts, as lists of cells. They cannot influence each other, so they
   * may be verified in parallel.
   */
  *components(): Generator<number[]> {
    const cells = this.nearStarts.length - 1;
    const seen = new Uint8Array(cells);
    for (let first = 0; first < cells; first++) {
      if (seen[first] !== 0) continue;
      seen[first] = 1;
      const component = [first];
      let size = 0;
      for (let i = 0; i < component.length; i++) {
        const cell = component[i];
        size += this.texts.textStarts[cell + 1] - this.texts.textStarts[cell];
        for (let n = this.nearStarts[cell]; n < this.nearStarts[cell + 1]; n++) {
          const other = this.near[n];
          if (seen[other] !== 0) continue;
          seen[other] = 1;
          component.push(other);
        }
      }
      if (size > 1) yield component;
    }
  }
}
