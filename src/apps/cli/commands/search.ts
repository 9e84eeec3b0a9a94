/** `neardup search` */
import {
  formatSearchResult,
  type InputDocument,
  NeardupError,
  type Queries,
  queriesFrom,
  type SearchResult,
  search,
  visible,
} from '../../../index.ts';
import type { Action, LibraryOptions, OwnOptions } from '../program.ts';
import { listResults } from './list-results.ts';

export const searchCommand: Action = async (words, options, own) => {
  const hasFiles = own.queries !== undefined || words.some((word) => word.startsWith('@'));
  const queries = await readQueries(words, options, own);
  // with an index, they are about the files of queries
  const used = hasFiles && options.index !== undefined ? READING : [];
  const others = Object.fromEntries(Object.entries(options).filter(([name]) => !used.includes(name)));
  let last: string | undefined;
  return listResults<SearchResult>(own, {
    start: (callbacks) => search(queries, { ...others, ...callbacks }),
    toText: (result, format) => {
      const title = result.query === last ? '' : `▸ ${shorten(result.query)}\n`;
      last = result.query;
      return title + formatSearchResult(result, format);
    },
    summary: false,
    foundAny: () => false,
  });
};

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
