/** The disguises in a text, for people: `2 words have letters of another script: p\\u0430ypal (paypal)`. */
import type { Disguises } from '../answers/disguises.ts';
import { ENGLISH, type Sentences } from './pages/sentences/english.ts';

export function describeDisguises(disguises: Disguises, say: Sentences = ENGLISH): string {
  const words = disguises.examples.map(({ text, readAs }) => `${text} (${readAs})`).join(', ');
  return `${factsOf(disguises, say)}${words === '' ? '' : `: ${words}`}`;
}

/** The same without the numbers of letters: `2 words have letters of another script, such as “paypal”` */
export function disguisesInWords(disguises: Disguises, say: Sentences): string {
  const words = disguises.examples.map(({ readAs }) => readAs);
  return `${factsOf(disguises, say)}${words.length === 0 ? '' : `, ${say.readAs(words)}`}`;
}

function factsOf(
  { mixedWords, invisible, atLeast }: Disguises,
  { mixedWords: mixed, invisibleInside, orMore }: Sentences,
): string {
  const facts = [
    ...(mixedWords > 0 ? [mixed(mixedWords)] : []),
    ...(invisible > 0 ? [invisibleInside(invisible)] : []),
    ...(atLeast === true ? [orMore] : []),
  ];
  return facts.join(', ');
}
