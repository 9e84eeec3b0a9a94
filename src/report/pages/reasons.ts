/** Why a file could not be read, in the words and the language of the page. */
import { say } from './say.ts';

/** A reason that the page has no words for is shown as it is, without the options that it advises. */
export function reasonTold(reason: string): string {
  const [, told] = say.reasons.find(([pattern]) => pattern.test(reason)) ?? [];
  return told ?? reason.replace(/; (?:raise|name) [^;]*`[^`]*`[^;]*$/, '.');
}
