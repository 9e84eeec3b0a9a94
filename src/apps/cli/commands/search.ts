/** `neardup search` */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Collection,
  formatSearchResult,
  type InputDocument,
  NeardupError,
  nearestSignatures,
  OPTIONS,
  openCollection,
  type Queries,
  queriesFrom,
  type SearchResult,
  search,
  visible,
} from '../../../index.ts';
import { flagName } from '../flag-names.ts';
import type { Action, LibraryOptions, OwnOptions } from '../program.ts';
import { pick, THREADS } from './collection/options.ts';
import { type Listing, listResults } from './list-results.ts';

export const searchCommand: Action = async (words, options, own) => {
  if (own.signatures !== undefined) return searchSignatures(own.signatures, words, options, own);
  const queries = await readQueries(words, options, own);
  const collection = await searchableCollection(queries, options);
  if (collection === undefined)
    return list(own, options.measure === true, (callbacks) => search(queries, { ...options, ...callbacks }));
  try {
    return await list(own, false, () => collection.searchAll(queries, pick(options, ASKING)));
  } finally {
    await collection.close();
  }
};

/** Queries and documents are signatures in files. */
function searchSignatures(
  files: readonly string[],
  words: readonly string[],
  options: LibraryOptions,
  own: OwnOptions,
): Promise<number> {
  const useless = Object.keys(options).find(
    (name) => options[name] !== undefined && !(name in OPTIONS.nearestSignatures),
  );
  if (useless !== undefined || words.length > 0 || own.queries !== undefined) {
    const what = useless === undefined ? 'A query of text' : flagName({ option: useless });
    throw new NeardupError('BAD_OPTION', `${what} has no effect: with \`--signatures\` there are no texts.`, {
      option: useless,
      advice: 'Leave it out, or leave out --signatures.',
    });
  }
  return list(own, options.measure === true, (callbacks) =>
    nearestSignatures(files, { ...options, ...callbacks }),
  );
}

/** Options of a search that an index of a collection answers as well. */
const ASKING = OPTIONS['collection.search'];

/** For this many queries, and more, a batch search makes an index of its own, which may miss something. */
const MANY_QUERIES = 2000;

/** The collection, if one is searched that has an index, and the index gives the answer that reading all documents would give. */
async function searchableCollection(
  queries: Queries,
  options: LibraryOptions,
): Promise<Collection | undefined> {
  const given = Object.keys(options).filter((name) => options[name] !== undefined);
  const [path, ...more] = (options.in ?? []) as readonly string[];
  const isPlain = given.every((name) => ['in', 'threads', ...Object.keys(ASKING)].includes(name));
  const isFew = [...queries].length < MANY_QUERIES;
  if (!isPlain || !isFew || path === undefined || more.length > 0) return undefined;
  if (!existsSync(join(path, 'collection.json'))) return undefined;
  const collection = await openCollection(path, { readOnly: true, ...pick(options, THREADS) });
  if (collection.searchesAsBatch) return collection;
  await collection.close();
  return undefined;
}

/** @param summary Whether people see the summary. */
function list(own: OwnOptions, summary: boolean, start: Listing<SearchResult>['start']): Promise<number> {
  let last: string | undefined;
  return listResults<SearchResult>(own, {
    start,
    toText: (result, format) => {
      const title = result.query === last ? '' : `▸ ${shorten(result.query)}\n`;
      last = result.query;
      return title + formatSearchResult(result, format);
    },
    summary,
    foundAny: () => false,
  });
}

/** Options that say how the files of queries are read. */
const READING = [
  ...['textField', 'idField', 'format', 'encoding', 'markup', 'maxDocument', 'main'],
  ...['attachments', 'documentSeconds', 'documentMemory', 'temp'],
];

/** Texts from the command line, the texts of files (`@FILE`), and the documents of `--queries`. */
async function readQueries(
  words: readonly string[],
  options: LibraryOptions,
  own: OwnOptions,
): Promise<Queries> {
  const queries: (string | InputDocument)[] = [];
  // one by one: a call with too many arguments fails
  const add = async (files: readonly string[]) => {
    for (const query of await queriesFrom(files, reading)) queries.push(query);
  };
  const reading = Object.fromEntries(READING.map((name) => [name, options[name]]));
  for (const word of words) {
    if (word.startsWith('@')) await add([word.slice(1)]);
    else queries.push(word);
  }
  if (own.queries !== undefined) await add(own.queries);
  if (queries.length === 0) {
    throw new NeardupError('BAD_OPTION', 'Expected at least one query, got none.', {
      advice: 'Give a text, @FILE, or --queries FILE.',
    });
  }
  return queries;
}

function shorten(query: string): string {
  const line = query.replaceAll(/[\s\p{Cc}]+/gu, ' ');
  return visible(line.length > 100 ? `${line.slice(0, 99)}…` : line);
}
