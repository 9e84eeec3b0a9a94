/** What the comparison of two texts says, from the sizes of their shingle sets and of the intersection, and their fingerprints. */
import type { Evidence } from '../../duplicates.ts';

export function evidence(aSize: number, bSize: number, common: number, distance: number): Evidence {
  const resemblance = common / (aSize + bSize - common);
  return { resemblance, aInB: common / aSize, bInA: common / bSize, distance };
}

/** Two documents with the same canonical text. */
export const SAME_TEXT: Evidence = { resemblance: 1, aInB: 1, bInA: 1, distance: 0 };
