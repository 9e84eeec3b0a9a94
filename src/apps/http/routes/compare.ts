/** The route that compares a text with others, sentence by sentence. */
import { type Static, Type } from 'typebox';
import {
  type Collection,
  type Comparison as Compared,
  type ComparisonIn,
  compare,
  comparisonHtml,
  comparisonObjects,
  comparisonRows,
  OPTIONS,
} from '../../../index.ts';
import { needIndex } from '../collections.ts';
import { ServiceError } from '../problems.ts';
import {
  compareFields,
  GivenTextSchema,
  InCollectionSchema,
  optionOf,
  reviewFields,
} from '../request-schemas.ts';
import { type Answer, ok, type Route, route } from '../route.ts';
import { COMPARED_SOURCES } from '../service-answers.ts';

/** Characters of all texts of a comparison. */
const MOST_TEXT = 10_000_000;

/** A page to save, and the rows that the service's own page shows. */
const HTML = 'text/html';
const ROWS = 'application/vnd.neardup.page+json';

export const compareRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/collections/{name}/compare',
    operation: 'compare',
    readers: 'always',
    summary: 'What a text shares with one or more others; each is sent or stored',
    scope: 'read',
    params: InCollectionSchema,
    body: Type.Object(
      {
        a: GivenTextSchema,
        b: Type.Union([GivenTextSchema, Type.Array(GivenTextSchema, { minItems: 1, maxItems: 100 })]),
        mutual: optionOf(OPTIONS.compare.mutual),
        ...compareFields,
        review: Type.Optional(Type.Object(reviewFields, { additionalProperties: false })),
      },
      { additionalProperties: false },
    ),
    answers: {
      200: { meaning: 'The most similar one first', schema: COMPARED_SOURCES, others: [HTML, ROWS] },
    },
    gate: 'compare',
    handle: async ({ params: { name }, body: { a, b, review, ...given }, request, signal }, service) => {
      const collection = service.collections.get(name);
      const text = await givenText(a, collection, 'a');
      const others = [b].flat();
      const sources = [];
      for (const [i, each] of others.entries()) {
        sources.push(await givenText(each, collection, others.length === 1 ? 'b' : `b${i + 1}`));
      }
      const options = await compareOptions(given, collection);
      const comparison = await compare(text, sources, { ...options, threads: service.threads, signal });
      return comparisonAnswer(comparison, request.headers.accept, review);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/collections/{name}/sources',
    operation: 'sources',
    readers: 'always',
    summary: 'Which documents of the collection share passages with a text, or with a stored document',
    scope: 'read',
    params: InCollectionSchema,
    body: Type.Object(
      {
        a: GivenTextSchema,
        sources: optionOf(OPTIONS.compareIn.sources, { maximum: 100 }),
        boilerplate: optionOf(OPTIONS.compareIn.boilerplate, { maximum: 1_000_000 }),
        ...compareFields,
      },
      { additionalProperties: false },
    ),
    answers: {
      200: {
        meaning: 'A comparison with each of the best sources, and all candidates',
        schema: COMPARED_SOURCES,
        others: [HTML, ROWS],
      },
    },
    gate: 'compare',
    handle: async ({ params: { name }, body: { a, ...given }, request, signal }, { collections }) => {
      const collection = collections.get(name);
      needIndex(collection, 'passages');
      const options = await compareOptions(given, collection);
      // a stored document is not its own source
      const asked = !('text' in a)
        ? { id: (await givenText(a, collection, '')).id }
        : await givenText(a, collection, 'text');
      const comparison = await collection.sources(asked, { ...options, signal });
      return comparisonAnswer(comparison, request.headers.accept);
    },
  }),
];

type CompareFields = Static<Type.TObject<typeof compareFields>>;

/** Options of a comparison, with the texts that do not count. */
export async function compareOptions<T extends CompareFields>(
  { exclude = [], ...options }: T,
  collection: Collection,
) {
  const texts = [];
  for (const [i, each] of exclude.entries())
    texts.push(await givenText(each, collection, `excluded text ${i + 1}`));
  return { ...options, ...(texts.length > 0 && { exclude: texts }), maxText: MOST_TEXT };
}

/** A comparison in the form that `Accept` asks for. */
async function comparisonAnswer(
  comparison: Compared & Partial<ComparisonIn>,
  accept = '*/*',
  review?: Parameters<typeof comparisonHtml>[1],
): Promise<Answer> {
  if (accept.includes(HTML))
    return { status: 200, body: await comparisonHtml(comparison, review), type: `${HTML}; charset=utf-8` };
  if (accept.includes(ROWS)) return { ...ok(JSON.stringify(comparisonRows(comparison))), type: ROWS };
  const objects = comparisonObjects(comparison);
  const sources = objects.filter((object) => !('summary' in object));
  const last = objects.at(-1);
  return ok({ sources, ...(last !== undefined && 'summary' in last && last) });
}

/** A text that was sent, or that of a stored document. @param name Its id if it has none. */
export async function givenText(
  { id, text, lang }: { readonly id?: string; readonly text?: string; readonly lang?: string },
  collection: Collection,
  name: string,
): Promise<{ id: string; text: string; lang?: string }> {
  if (text !== undefined) return { id: id ?? name, text, ...(lang !== undefined && { lang }) };
  if (id === undefined) throw new ServiceError('BAD_REQUEST', 'Expected a `text` or an `id`, got neither.');
  const stored = await collection.get(id);
  if (stored === undefined) throw new ServiceError('NOT_FOUND', `There is no document \`${id}\`.`);
  return { id, text: stored.text, lang: lang ?? stored.lang };
}
