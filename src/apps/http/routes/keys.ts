/** Routes about keys. */
import { Type } from 'typebox';
import { ServiceError } from '../problems.ts';
import { NewKeySchema } from '../request-schemas.ts';
import { ok, type Route, route } from '../route.ts';
import { KEYS, NEW_KEY_ANSWER } from '../service-answers.ts';

export const keyRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/keys',
    operation: 'listKeys',
    summary: 'All keys, without their secrets',
    scope: 'admin',
    answers: { 200: { meaning: 'The keys', schema: KEYS } },
    handle: async (_, { keys }) => ok({ keys: keys.list() }),
  }),
  route({
    method: 'POST',
    path: '/v1/keys',
    operation: 'createKey',
    summary: 'Makes a key; its secret is shown this once',
    scope: 'admin',
    body: NewKeySchema,
    answers: { 201: { meaning: 'The key with its secret', schema: NEW_KEY_ANSWER } },
    handle: async ({ body }, { keys, needsKey }) => {
      // from then on every request needs a key: the first one must be able to make others
      if (!needsKey() && !body.scopes.includes('admin')) {
        throw new ServiceError('BAD_REQUEST', 'Expected the first key to have the scope `admin`.');
      }
      return ok(await keys.create(body), 201);
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/keys/{key}',
    operation: 'revokeKey',
    summary: 'Revokes a key',
    scope: 'admin',
    params: Type.Object({ key: Type.String({ pattern: '^[0-9a-f]{12}$' }) }),
    answers: { 204: { meaning: 'It is refused from now on' } },
    handle: async ({ params: { key } }, { keys }) => {
      if (await keys.revoke(key)) return { status: 204 };
      throw new ServiceError('NOT_FOUND', `There is no key \`${key}\`.`);
    },
  }),
];
