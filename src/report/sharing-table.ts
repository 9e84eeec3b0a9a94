/** The pairs of a class as rows of a table. The page of the service has the same columns and two more. */
import type { JsonComparison } from '../answers/comparisons.ts';
import { sharedWords } from './comparison/json.ts';

/** The facts in the row of a pair. */
export interface SharingFacts extends Pick<JsonComparison, 'a' | 'b' | 'similarity' | 'words' | 'identical'> {
  readonly passages: readonly { readonly a: { readonly words: number } }[];
  /** True if B is a document of the collection. */
  readonly inCollection?: boolean;
}

export const SHARING_COLUMNS = [
  ...['a', 'b', 'shareOfA', 'shareOfB', 'passages', 'words', 'wordsOfA', 'wordsOfB'],
  ...['identical', 'inCollection'],
];

export function sharingRow(pair: SharingFacts): readonly unknown[] {
  const { a, b, similarity, passages, words, identical, inCollection = false } = pair;
  const extent = [passages.length, sharedWords(passages), words.a, words.b];
  return [a, b, similarity.a, similarity.b, ...extent, identical, inCollection];
}
