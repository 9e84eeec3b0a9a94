/** The route that finds what is most like a text. */
import { Type } from 'typebox';
import { OPTIONS } from '../../../index.ts';
import { needIndex } from '../collections.ts';
import { ok, type Route, route } from '../route.ts';
import { Count, Id, InCollection, Lang, optionOf, Share } from '../schemas.ts';
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
    summary: 'The documents that are most like a text, or like a stored document',
    scope: 'read',
    params: InCollection,
    body: Type.Union([
      Type.Object(
        { text: Type.String(), id: Type.Optional(Id), lang: Lang, ...searchFields },
        { additionalProperties: false },
      ),
      Type.Object({ id: Id, ...searchFields }, { additionalProperties: false }),
    ]),
    answers: {
      200: {
        meaning: 'The nearest first; `documents` is the number of those that were searched',
        schema: Type.Object({
          results: Type.Array(
            Type.Object({
              query: Type.String(),
              id: Type.String(),
              distance: Count,
              score: Share,
              rank: Count,
              shared: Type.Optional(Type.Array(Type.String())),
            }),
          ),
          documents: Count,
          commit: Count,
        }),
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
