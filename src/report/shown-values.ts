/** Values that are shown of a document beside its id, for people: `Re: minutes · 2002-05-31`. */
import type { ShownValues } from '../results.ts';
import { describeDisguises, isDisguises } from './disguises.ts';

export function shownValues(fields: ShownValues): string {
  return Object.values(fields)
    .map((value) => {
      if (typeof value === 'string') return value.trim();
      return isDisguises(value) ? describeDisguises(value) : JSON.stringify(value);
    })
    .filter((value) => value !== '')
    .join(' · ');
}
