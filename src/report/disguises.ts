/** The disguises in a text, for people: `2 words have letters of another script: p\\u0430ypal (paypal)`. */
import type { Disguises } from '../answers/disguises.ts';
import { ENGLISH, type Sentences } from './pages/sentences/english.ts';

export function describeDisguises(
  { mixedWords, invisible, atLeast, examples }: Disguises,
  { mixedWords: mixed, invisibleInside, orMore }: Sentences = ENGLISH,
): string {
  const facts = [
    ...(mixedWords > 0 ? [mixed(mixedWords)] : []),
    ...(invisible > 0 ? [invisibleInside(invisible)] : []),
    ...(atLeast === true ? [orMore] : []),
  ];
  const words = examples.map(({ text, readAs }) => `${text} (${readAs})`).join(', ');
  return `${facts.join(', ')}${words === '' ? '' : `: ${words}`}`;
}
