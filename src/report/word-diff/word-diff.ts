/** Two texts as parts that are the same and parts that differ, word by word. Also runs in the pages. */
import { alignWords } from './align-words.ts';
import { type Token, tokensOf } from './tokens.ts';

/** A part of both texts, as tokens: the same in both, or different (one side may be empty). */
export interface DiffPart<T = string> {
  readonly same: boolean;
  readonly a: readonly T[];
  readonly b: readonly T[];
}

/** Tokens are the same if they differ in white space only. Joining all `a` gives the first text, joining all `b` the second. */
export function textDiff(a: string, b: string): DiffPart[] {
  return diff(tokensOf(a), tokensOf(b), (token) => token.trim());
}

/** Tokens are the same if their words are; signs and letters that belong to no word make no difference. */
export function wordDiff(a: readonly Token[], b: readonly Token[]): DiffPart[] {
  const parts = diff(a, b, ({ text, word }) => (word === '' ? text.trim() : word));
  const joined = joinParts(
    parts,
    (part) => part.same || ![...part.a, ...part.b].some(({ word }) => word !== ''),
  );
  return joined.map((part) => ({
    same: part.same,
    a: part.a.map(({ text }) => text),
    b: part.b.map(({ text }) => text),
  }));
}

function diff<T>(a: readonly T[], b: readonly T[], keyOf: (token: T) => string): DiffPart<T>[] {
  const numbers = new Map<string, number>();
  const numberOf = (token: T): number => {
    const key = keyOf(token);
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
  return partsOf(a, b, alignWords(a.map(numberOf), b.map(numberOf)));
}

/** Decides again which parts are the same, and joins neighbors that then agree. */
export function joinParts<T>(
  parts: readonly DiffPart<T>[],
  isSame: (part: DiffPart<T>, place: number) => boolean,
): DiffPart<T>[] {
  const joined = new PartList<T>();
  parts.forEach((part, place) => {
    const same = isSame(part, place);
    // one by one: a call takes at most some 100,000 arguments
    for (const token of part.a) joined.part(same).a.push(token);
    for (const token of part.b) joined.part(same).b.push(token);
  });
  return joined.parts;
}

function partsOf<T>(a: readonly T[], b: readonly T[], partners: Int32Array): DiffPart<T>[] {
  const list = new PartList<T>();
  let j = 0;
  a.forEach((token, i) => {
    if (partners[i] === -1) {
      list.part(false).a.push(token);
      return;
    }
    while (j < partners[i]) list.part(false).b.push(b[j++]);
    const part = list.part(true);
    part.a.push(token);
    part.b.push(b[j++]);
  });
  while (j < b.length) list.part(false).b.push(b[j++]);
  return list.parts;
}

/** Parts that are the same and parts that differ, in turn. */
class PartList<T> {
  readonly parts: { same: boolean; a: T[]; b: T[] }[] = [];

  /** The last part if it is of this kind, otherwise a new one. */
  part(same: boolean): { a: T[]; b: T[] } {
    const last = this.parts.at(-1);
    if (last?.same === same) return last;
    const part = { same, a: [] as T[], b: [] as T[] };
    this.parts.push(part);
    return part;
  }
}
