/** The route that finds the documents most like a text. */
import { Type } from 'typebox';
import { SEARCH_ANSWER } from '../../../answers/index.ts';
import { OPTIONS } from '../../../index.ts';
import { needIndex } from '../collections.ts';
import { IdSchema, InCollectionSchema, LangSchema, optionOf } from '../request-schemas.ts';
import { ok, type Route, route } from '../route.ts';
import { givenText } from './compare.ts';

const searchFields = {
  k: optionOf(OPTIONS['collection.search'].k, { maximum: 1000 }),
  explain: Type.Optional(Type.Boolean()),
};

export const searchRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/collections/{name}/search',
    operation: 'search',
    readers: 'always',
    summary: 'The documents that are most like a text, or like a stored document',
    scope: 'read',
    params: InCollectionSchema,
    body: Type.Union([
      Type.Object(
        { text: Type.String(), id: Type.Optional(IdSchema), lang: LangSchema, ...searchFields },
        { additionalProperties: false },
      ),
      Type.Object({ id: IdSchema, ...searchFields }, { additionalProperties: false }),
    ]),
    answers: {
      200: {
        meaning: 'The nearest first; `documents` is the number of those that were searched',
        schema: SEARCH_ANSWER,
      },
    },
    gate: 'ask',
    handle: async ({ params: { name }, body, signal }, { collections }) => {
      const collection = collections.get(name);
      needIndex(collection, 'search');
      const { k, explain, ...asked } = body;
      // a stored document is not among those that are like it
      const query = 'text' in asked ? asked : { id: (await givenText(asked, collection, '')).id };
      return ok(await collection.search(query, { k, explain, signal }));
    },
  }),
];
