/** The disguises in a text, for people: `2 words have letters of another script: p\\u0430ypal (paypal)`. */
import type { Disguises } from '../results.ts';
import { ENGLISH, type Sentences } from './pages/sentences/english.ts';

export function describeDisguises(
  { mixedWords, invisible, examples }: Disguises,
  { mixedWords: mixed, invisibleInside }: Sentences = ENGLISH,
): string {
  const facts = [
    ...(mixedWords > 0 ? [mixed(mixedWords)] : []),
    ...(invisible > 0 ? [invisibleInside(invisible)] : []),
  ];
  return `${facts.join(', ')}: ${examples.map(({ text, readAs }) => `${text} (${readAs})`).join(', ')}`;
}

/** Whether a value that is shown of a document is this. */
export function isDisguises(value: unknown): value is Disguises {
  return typeof value === 'object' && value !== null && 'mixedWords' in value && 'examples' in value;
}
