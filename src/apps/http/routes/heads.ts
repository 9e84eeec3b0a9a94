/** Routes that name documents to people: titles, snippets, and a search in titles. */
import { setImmediate } from 'node:timers/promises';
import { Type } from 'typebox';
import type { Collection } from '../../../index.ts';
import { headTitle, snippetOf } from '../heads.ts';
import { IdSchema, InCollectionSchema, LIMIT } from '../request-schemas.ts';
import { ok, type Route, route } from '../route.ts';
import { HEADS, TITLED } from '../service-answers.ts';
import { isSought, soughtWords } from '../sought-words.ts';

/** Documents whose titles are looked at: a second of work. */
const MOST_TITLES = 100_000;

export const headRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/collections/{name}/documents/heads',
    operation: 'getHeads',
    readers: 'always',
    summary: 'Titles and snippets of documents; a snippet is around the words that are sought',
    scope: 'read',
    reach: 'documents',
    params: InCollectionSchema,
    body: Type.Object(
      {
        ids: Type.Array(IdSchema, { minItems: 1, maxItems: 200 }),
        words: Type.Optional(Type.String({ maxLength: 1000 })),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { meaning: 'Those that are there', schema: HEADS } },
    gate: 'ask',
    handle: async ({ params: { name }, body: { ids, words }, access }, { collections }) => {
      for (const id of ids) access.needDocument(name, id);
      const collection = collections.get(name);
      const found = await Promise.all(ids.map((id) => collection.get(id)));
      return ok({
        documents: found.flatMap((document) => {
          if (document === undefined) return [];
          const title = headTitle(document);
          const snippet = snippetOf(document.text, words);
          return [{ id: document.id, ...(title !== undefined && { title }), snippet }];
        }),
      });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/collections/{name}/titles',
    operation: 'searchTitles',
    readers: 'always',
    summary: 'Documents whose title has all of these words; the same title first',
    scope: 'read',
    params: InCollectionSchema,
    query: Type.Object(
      { words: Type.String({ minLength: 1, maxLength: 1000 }), limit: LIMIT(100) },
      { additionalProperties: false },
    ),
    answers: {
      200: { meaning: 'The documents, and how many titles were looked at', schema: TITLED },
    },
    gate: 'ask',
    handle: async ({ params: { name }, query: { words, limit = 20 }, signal }, { collections }) =>
      ok(await titled(collections.get(name), words, limit, signal)),
  }),
];

async function titled(collection: Collection, words: string, limit: number, signal: AbortSignal) {
  const sought = soughtWords(words);
  const same: { id: string; title: string }[] = [];
  const others: { id: string; title: string }[] = [];
  let looked = 0;
  let after: string | undefined;
  do {
    const page = collection.list({ limit: 1000, after });
    for (const document of page.documents) {
      const title = headTitle(document);
      if (title === undefined || sought.length === 0) continue;
      const has = new Set((title.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => isSought(word, sought)));
      if (!sought.every((word) => has.has(word))) continue;
      const list = plain(title) === plain(words) ? same : others;
      if (list.length < limit) list.push({ id: document.id, title });
    }
    looked += page.documents.length;
    after = page.next;
    // other requests are answered between two pages
    await setImmediate();
    signal.throwIfAborted();
  } while (after !== undefined && looked < MOST_TITLES && same.length < limit);
  const documents = [...same, ...others].slice(0, limit);
  return { documents, looked, ...(after !== undefined && { isPart: true as const }) };
}

/** Without case, marks and spaces. */
function plain(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
