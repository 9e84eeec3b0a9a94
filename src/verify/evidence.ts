/** What the comparison of two texts says, from the sizes of their shingle sets and of the intersection. */
import type { Evidence } from '../verify.ts';

export function evidence(aSize: number, bSize: number, common: number): Evidence {
  return { resemblance: common / (aSize + bSize - common), aInB: common / aSize, bInA: common / bSize };
}

/** Two documents with the same canonical text. */
export const SAME_TEXT: Evidence = { resemblance: 1, aInB: 1, bInA: 1 };
