/** What the two sides are called: a text and its sources, or two texts of which nobody knows which was first. */
import { say } from '../say.ts';

/** @param several Whether sources were searched for. */
export function namesOfSides(several: boolean): readonly [first: string, second: string] {
  return several ? [say.text, say.source] : [say.textA, say.textB];
}
