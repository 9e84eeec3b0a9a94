/** The route that compares a text with others, sentence by sentence. */
import { type Static, Type } from 'typebox';
import {
  type Collection,
  type Comparison as Compared,
  type ComparisonIn,
  compare,
  comparisonHtml,
  comparisonObjects,
} from '../../../index.ts';
import { ServiceError } from '../problems.ts';
import { type Answer, ok, type Route, route } from '../route.ts';
import { Comparison, ComparisonSummary, compareFields, GivenText, InCollection } from '../schemas.ts';

/** Characters of all texts of a comparison. */
const MOST_TEXT = 10_000_000;

export const ComparedSources = Type.Object({
  sources: Type.Array(Comparison),
  summary: Type.Optional(ComparisonSummary),
});
export const HTML = 'text/html';

export const compareRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/collections/{name}/compare',
    operation: 'compare',
    summary: 'What a text shares with one or more others; each is sent or stored',
    scope: 'read',
    params: InCollection,
    body: Type.Object(
      {
        a: GivenText,
        b: Type.Union([GivenText, Type.Array(GivenText, { minItems: 1, maxItems: 100 })]),
        ...compareFields,
      },
      { additionalProperties: false },
    ),
    answers: {
      200: { meaning: 'The most similar one first', schema: ComparedSources, others: [HTML] },
    },
    gate: 'compare',
    handle: async ({ params: { name }, body: { a, b, ...options }, request, signal }, service) => {
      const collection = service.collections.get(name);
      const text = await givenText(a, collection, 'a');
      const others = [b].flat();
      const sources = [];
      for (const [i, each] of others.entries()) {
        sources.push(await givenText(each, collection, others.length === 1 ? 'b' : `b${i + 1}`));
      }
      const comparison = await compare(text, sources, {
        ...options,
        maxText: MOST_TEXT,
        threads: service.threads,
        signal,
      });
      return comparisonAnswer(comparison, request.headers.accept);
    },
  }),
];

/** A comparison in the form that `Accept` asks for. */
export async function comparisonAnswer(
  comparison: Compared & Partial<ComparisonIn>,
  accept = '*/*',
): Promise<Answer> {
  if (accept.includes(HTML))
    return { status: 200, body: await comparisonHtml(comparison), type: `${HTML}; charset=utf-8` };
  const objects = comparisonObjects(comparison);
  const sources = objects.filter((object) => !('summary' in object));
  const last = objects.at(-1);
  return ok({ sources, ...(last !== undefined && 'summary' in last && last) });
}

/** A text that was sent, or that of a stored document. @param name Its id if it has none. */
export async function givenText(
  { id, text, lang }: Static<typeof GivenText>,
  collection: Collection,
  name: string,
): Promise<{ id: string; text: string; lang?: string }> {
  if (text !== undefined) return { id: id ?? name, text, ...(lang !== undefined && { lang }) };
  if (id === undefined) throw new ServiceError('BAD_REQUEST', 'Expected a `text` or an `id`, got neither.');
  const stored = await collection.get(id);
  if (stored === undefined) throw new ServiceError('NOT_FOUND', `There is no document \`${id}\`.`);
  return { id, text: stored.text, lang: lang ?? stored.lang };
}
