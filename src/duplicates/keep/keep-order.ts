/** Keep policies: which document of a group stays. */
import type { Corpus } from '../../collection/index.ts';
import type { CandidateTexts } from '../candidates/candidate-texts.ts';
import type { KeepOrder } from '../proof/leaders.ts';

/** The values of the field that `max:FIELD` or `min:FIELD` names, by document number. */
export type FieldValues = readonly (number | string | undefined)[];

/** The field that a policy looks at, if it looks at one. */
export function keepField(keep: string): string | undefined {
  return /^(?:max|min):(.+)$/.exec(keep)?.[1];
}

/** A field's value as it is remembered: numbers and text; blank text and anything else is no value. */
export function fieldValue(value: unknown): number | string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** All as numbers where every value is one (also written as text), otherwise all as text, as for ISO dates. */
export function comparableValues(values: FieldValues): FieldValues {
  const isNumber = (value: number | string | undefined) =>
    value === undefined || /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(String(value));
  if (values.every(isNumber)) return values.map((value) => (value === undefined ? undefined : Number(value)));
  return values.map((value) => (value === undefined ? undefined : String(value)));
}

/** The order in which texts are taken: the reference first, then by policy, then by input. */
export function keepOrder(
  corpus: Corpus,
  texts: CandidateTexts,
  keep: string,
  values: FieldValues,
): KeepOrder {
  const byPolicy = policy(corpus, keep, comparableValues(values));
  const compare = (a: number, b: number): number => {
    const aReference = a < corpus.references;
    const bReference = b < corpus.references;
    if (aReference || bReference) return aReference && bReference ? a - b : aReference ? -1 : 1;
    return byPolicy(a, b) || a - b;
  };
  const count = texts.memberStarts.length - 1;
  const best = new Uint32Array(count);
  for (let text = 0; text < count; text++) {
    const end = texts.memberStarts[text + 1];
    let first = texts.members[texts.memberStarts[text]];
    for (let at = texts.memberStarts[text] + 1; at < end; at++) {
      if (compare(texts.members[at], first) < 0) first = texts.members[at];
    }
    best[text] = first;
  }
  const order = best.map((_, text) => text);
  // the usual policy finds them in order
  const isInOrder = best.every((document, text) => text === 0 || compare(best[text - 1], document) <= 0);
  if (!isInOrder) order.sort((a, b) => compare(best[a], best[b]));
  const rank = new Uint32Array(count);
  for (let place = 0; place < count; place++) rank[order[place]] = place;
  return { best, rank };
}

function policy(corpus: Corpus, keep: string, values: FieldValues): (a: number, b: number) => number {
  const length = (n: number) => corpus.words.get(n);
  switch (keep) {
    case 'first':
      return (a, b) => a - b;
    case 'last':
      return (a, b) => b - a;
    case 'longest':
      return (a, b) => length(b) - length(a);
    case 'shortest':
      return (a, b) => length(a) - length(b);
    default: {
      const direction = keep.startsWith('max:') ? -1 : 1;
      return (a, b) => compareValues(values[a], values[b], direction);
    }
  }
}

/** Documents without the field come last, whichever way the others are ordered. */
function compareValues(a: FieldValues[number], b: FieldValues[number], direction: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a === b ? 0 : a < b ? -direction : direction;
}
