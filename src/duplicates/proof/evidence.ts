/** The evidence from comparing two texts, and the rule for when it proves a copy. The rule is nowhere else. */
import type { Evidence, ProofOptions } from '../../duplicates.ts';

/**
 * The sizes of two shingle sets and of their intersection say all but the distance, which is that of the fingerprints. Only
 * distinct texts are compared, so they are never identical.
 */
export function evidence(aSize: number, bSize: number, common: number, distance: number): Evidence {
  const resemblance = resemblanceOf(aSize, bSize, common);
  return { resemblance, aInB: common / aSize, bInA: common / bSize, distance, identical: false };
}

/** Two documents with the same canonical text. */
export const SAME_TEXT: Evidence = { resemblance: 1, aInB: 1, bInA: 1, distance: 0, identical: true };

/** |A ∩ B| / |A ∪ B| */
export function resemblanceOf(aSize: number, bSize: number, common: number): number {
  return common / (aSize + bSize - common);
}

/**
 * True if two texts are alike as a whole, or if enough of one is in the other.
 * @param contained The share of the text that may be inside: of the one that would go, or, if either may, of the one with the larger share.
 */
export function isProved(resemblance: number, contained: number, options: ProofOptions): boolean {
  if (resemblance >= options.threshold) return true;
  return options.containment !== undefined && contained >= options.containment;
}

/** False if the sizes of two shingle sets alone say that nothing can be proved. */
export function mayBeProved(aSize: number, bSize: number, options: ProofOptions): boolean {
  if (options.containment !== undefined) return true;
  const less = Math.min(aSize, bSize);
  return resemblanceOf(less, Math.max(aSize, bSize), less) >= options.threshold;
}
