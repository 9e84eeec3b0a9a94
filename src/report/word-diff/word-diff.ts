/** Two texts as parts that are the same and parts that differ, word by word. Also runs in the pages. */
import { alignWords } from './align-words.ts';
import { hasWord, tokensOf } from './tokens.ts';

/** A part of both texts, as tokens with the white space after them: the same in both, or different (one side may be empty). */
export interface DiffPart {
  readonly same: boolean;
  readonly a: readonly string[];
  readonly b: readonly string[];
}

/**
 * Joining all `a` gives the first text, joining all `b` the second. With `comparedAs`, only words count: case and signs that
 * stand alone do not, and two words in lower case are the same if `comparedAs` gives the same for both.
 */
export function wordDiff(textA: string, textB: string, comparedAs?: (word: string) => string): DiffPart[] {
  const a = tokensOf(textA);
  const b = tokensOf(textB);
  const numbers = new Map<string, number>();
  const numberOf = (token: string): number => {
    const word = comparedAs === undefined ? token.trim() : comparedAs(token.trim().toLowerCase());
    const known = numbers.get(word) ?? numbers.size;
    numbers.set(word, known);
    return known;
  };
  const partners = alignWords(a.map(numberOf), b.map(numberOf));
  const parts = partsOf(a, b, partners);
  if (comparedAs === undefined) return parts;
  return joinParts(parts, (part) => part.same || ![...part.a, ...part.b].some(hasWord));
}

/** Decides anew which parts are the same, and joins neighbors that then agree. */
export function joinParts(
  parts: readonly DiffPart[],
  isSame: (part: DiffPart, place: number) => boolean,
): DiffPart[] {
  const joined = new PartList();
  parts.forEach((part, place) => {
    const same = isSame(part, place);
    // one by one: a call has room for some 100,000 arguments
    for (const token of part.a) joined.part(same).a.push(token);
    for (const token of part.b) joined.part(same).b.push(token);
  });
  return joined.parts;
}

function partsOf(a: readonly string[], b: readonly string[], partners: Int32Array): DiffPart[] {
  const list = new PartList();
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
class PartList {
  readonly parts: { same: boolean; a: string[]; b: string[] }[] = [];

  /** The last part if it is of this kind, otherwise a new one. */
  part(same: boolean): { a: string[]; b: string[] } {
    const last = this.parts.at(-1);
    if (last?.same === same) return last;
    const part = { same, a: [], b: [] };
    this.parts.push(part);
    return part;
  }
}
