/** Routes about people's reviews of pairs. */
import { Type } from 'typebox';
import { ServiceError } from '../problems.ts';
import { IdSchema, InCollectionSchema, reviewFields, TextHashesSchema } from '../request-schemas.ts';
import { ok, type Route, route } from '../route.ts';
import { REMOVED_REVIEW, REVIEW, REVIEWS } from '../service-answers.ts';

const exactly = { additionalProperties: false };
const pair = { a: IdSchema, b: IdSchema, texts: Type.Optional(TextHashesSchema) };
const reviewed = { ...pair, ...reviewFields };

export const reviewRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/collections/{name}/reviews',
    operation: 'listReviews',
    summary: 'Reviews: all, those of a document, or those of a pair',
    scope: 'read',
    params: InCollectionSchema,
    query: Type.Object({ a: Type.Optional(IdSchema), b: Type.Optional(IdSchema) }, exactly),
    answers: {
      200: {
        meaning: 'The reviews, and how many were lost because their lines on the disk are `damaged`',
        schema: REVIEWS,
      },
    },
    handle: async ({ params: { name }, query: { a, b } }, { collections, reviews }) => {
      collections.get(name);
      const { length: damaged } = await reviews.damaged(name);
      return ok({ reviews: await reviews.list(name, a, b), damaged });
    },
  }),
  route({
    method: 'PUT',
    path: '/v1/collections/{name}/reviews',
    operation: 'putReview',
    summary: 'Writes the review of a pair, in place of an older one',
    scope: 'write',
    params: InCollectionSchema,
    body: Type.Object(reviewed, exactly),
    answers: { 200: { meaning: 'The review', schema: REVIEW } },
    gate: 'write',
    handle: async ({ params: { name }, body }, { collections, reviews }) => {
      collections.get(name);
      const review = { ...body, time: new Date().toISOString() };
      await reviews.put(name, review);
      return ok(review);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/collections/{name}/reviews/remove',
    operation: 'removeReview',
    summary: 'Removes the review of a pair',
    scope: 'write',
    params: InCollectionSchema,
    body: Type.Object(pair, exactly),
    answers: {
      200: { meaning: 'It is gone', schema: REMOVED_REVIEW },
    },
    gate: 'write',
    handle: async ({ params: { name }, body }, { collections, reviews }) => {
      collections.get(name);
      if (!(await reviews.remove(name, body))) throw new ServiceError('NOT_FOUND', 'The pair has no review.');
      return ok({ ...body, state: 'removed' });
    },
  }),
];
