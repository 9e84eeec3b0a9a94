/** The order of a query's answer: nearest first, then by position. */
import type { Hit } from '../../duplicates.ts';

export function byDistance(a: Hit, b: Hit): number {
  return a.distance - b.distance || a.position - b.position;
}
