/** The route that gives the groups that the last task found. */
import { Type } from 'typebox';
import { ServiceError } from '../problems.ts';
import { InCollectionSchema, LIMIT } from '../request-schemas.ts';
import { ok, type Route, route } from '../route.ts';
import { GROUP_PAGE } from '../service-answers.ts';

export const groupRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/collections/{name}/groups',
    operation: 'listGroups',
    summary: 'Groups of near-duplicates that the last task `groups` found',
    scope: 'read',
    params: InCollectionSchema,
    query: Type.Object(
      {
        after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 })),
        limit: LIMIT(1000),
        least: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 })),
        resemblance: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
        order: Type.Optional(Type.Enum(['first', 'largest'])),
      },
      { additionalProperties: false },
    ),
    answers: {
      200: {
        meaning: 'A page of groups, and totals',
        schema: GROUP_PAGE,
      },
    },
    gate: 'ask',
    handle: async ({ params: { name }, query }, { collections, groups }) => {
      collections.get(name);
      const { after = 0, limit = 100, least = 1, resemblance = 0, order = 'first' } = query;
      const page = await groups.page(name, { after, limit, least, resemblance, order });
      if (page !== undefined) return ok(page);
      throw new ServiceError('NOT_FOUND', `The documents of \`${name}\` were not grouped yet.`, {
        advice: 'Start a task: POST {"type":"groups"} to …/tasks.',
      });
    },
  }),
];
