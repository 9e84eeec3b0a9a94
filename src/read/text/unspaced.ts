/** Characters that have no space between them when a line ends there: scripts without spaces, and the punctuation of Chinese and Japanese. */
import { lazyPattern, UNSPACED_SCRIPTS } from '../../unspaced.ts';

/** One such character, in a regular expression with the flag `u`. */
export const JOINED = `[${UNSPACED_SCRIPTS}\\u3000-\\u303f\\uff00-\\uffef]`;

const ends = lazyPattern(`${JOINED}$`, 'u');
const begins = lazyPattern(`^${JOINED}`, 'u');

/** Whether two texts are joined without a space if a line ends between them. */
export function joinsLines(before: string, after: string): boolean {
  // the last two code units: a character of these scripts may be a surrogate pair
  return ends().test(before.slice(-2)) && begins().test(after.slice(0, 2));
}
