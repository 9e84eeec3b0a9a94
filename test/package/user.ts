/** What a program that uses the package may write. It is type-checked and bundled by the tests, never run from here. */
import { compare, type Document, dedup, NeardupError, pairs, search } from 'neardup';
import { canonicalText } from 'neardup/canonicalize';
import * as client from 'neardup/client';
import { permutedPairs } from 'neardup/duplicates';
import { openEngine } from 'neardup/engines';
import { simhashOf } from 'neardup/fingerprint';
import * as nearest from 'neardup/nearest';
import * as passages from 'neardup/passages';
import { readDocuments } from 'neardup/read';

interface Article {
  id: string;
  text: string;
  title: string;
}

const articles: Article[] = [
  { id: 'a', text: 'The keeper climbs the stairs at dusk.', title: 'The lighthouse' },
  { id: 'b', text: 'The keeper climbs the stairs at dusk!', title: 'The lighthouse, again' },
];

const run = dedup(articles, { threshold: 0.9, keep: 'first' });
for await (const { id, keptId, resemblance } of run) console.log(id, keptId, resemblance);
const { documents } = await run.summary;
console.log(documents);

// fields beside id and text, in a literal
pairs([{ id: 1, text: 'One.', score: 3 }, { text: 'Two.' }]);

export const rooms = {
  compare,
  search,
  canonicalText,
  permutedPairs,
  openEngine,
  simhashOf,
  readDocuments,
  client,
  nearest,
  passages,
  NeardupError,
};
export type { Document };
