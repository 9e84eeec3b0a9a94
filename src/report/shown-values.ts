/** Values that are shown of a document beside its id, for people: `Re: minutes · 2002-05-31`. */
import type { ShownValues } from '../document.ts';

export function shownValues(fields: ShownValues): string {
  return Object.values(fields)
    .map((value) => (typeof value === 'string' ? value.trim() : JSON.stringify(value)))
    .filter((value) => value !== '')
    .join(' · ');
}
