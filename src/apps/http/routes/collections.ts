/** Routes about collections as a whole. */
import { either } from '../../../answers/index.ts';
import { InCollectionSchema, SettingsSchema } from '../request-schemas.ts';
import { ok, type Route, route } from '../route.ts';
import { COLLECTIONS, NAMED_INFO, OWN_INFO } from '../service-answers.ts';
import { infoFor } from './own-documents.ts';

export const collectionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/collections',
    operation: 'listCollections',
    readers: 'alone',
    summary: 'All collections that the key reaches',
    scope: 'read',
    answers: {
      200: {
        meaning: 'The collections; those that are `broken` cannot be opened',
        schema: COLLECTIONS,
      },
    },
    handle: async ({ access }, { collections }) => {
      collections.needAll();
      const names = collections.names().filter((name) => access.mayReachSome(name));
      const broken = collections.broken().filter(({ name }) => access.mayReachSome(name));
      return ok({ collections: names.map((name) => infoFor(access, collections.info(name))), broken });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/collections/{name}',
    operation: 'getCollection',
    readers: 'alone',
    summary: 'How a collection is',
    scope: 'read',
    reach: 'documents',
    params: InCollectionSchema,
    answers: { 200: { meaning: 'The collection', schema: either(NAMED_INFO, OWN_INFO) } },
    handle: async ({ params: { name }, access }, { collections }) =>
      ok(infoFor(access, collections.info(name))),
  }),
  route({
    method: 'PUT',
    path: '/v1/collections/{name}',
    operation: 'putCollection',
    summary: 'Makes a collection, unless it exists',
    scope: 'admin',
    params: InCollectionSchema,
    body: SettingsSchema,
    answers: {
      200: { meaning: 'It was there', schema: NAMED_INFO },
      201: { meaning: 'It was made', schema: NAMED_INFO },
    },
    handle: async ({ params: { name }, body }, { collections }) => {
      const isNew = await collections.create(name, body);
      return ok(collections.info(name), isNew ? 201 : 200);
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/collections/{name}',
    operation: 'deleteCollection',
    summary: 'Removes a collection with its documents, tasks, groups, reviews and classes',
    scope: 'admin',
    params: InCollectionSchema,
    answers: { 204: { meaning: 'It is gone' } },
    handle: async ({ params: { name } }, { collections, tasks, groups, reviews, classes }) => {
      await collections.remove(name, async () => {
        await tasks.remove(name);
        for (const about of [groups, reviews, classes]) await about.removeAll(name);
      });
      return { status: 204 };
    },
  }),
];
