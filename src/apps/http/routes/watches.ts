/** Routes about watches: texts that every arriving document is compared with. */
import { Type } from 'typebox';
import { REMOVE_ANSWER, WATCH_ANSWER } from '../../../answers/index.ts';
import { NeardupError, OPTIONS } from '../../../index.ts';
import { ServiceError } from '../problems.ts';
import {
  InCollectionSchema,
  InDocumentSchema,
  MetaSchema,
  optionOf,
  ShareSchema,
  WhenSchema,
} from '../request-schemas.ts';
import { ok, type Route, route } from '../route.ts';
import { WATCHES } from '../service-answers.ts';

const watchFields = {
  texts: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 100 })),
  keywords: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 100 }),
  ),
  needs: Type.Optional(
    Type.Union([Type.Literal('any'), Type.Literal('all'), Type.Integer({ minimum: 1, maximum: 100 })]),
  ),
  where: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 10_000 }), { minItems: 1, maxItems: 20 }),
  ),
  lang: Type.Optional(Type.String({ minLength: 2, maxLength: 35 })),
  near: Type.Optional(Type.Union([ShareSchema, Type.Literal(false)])),
  passage: optionOf(OPTIONS['collection.watch'].passage),
  like: optionOf(OPTIONS['collection.watch'].like),
  meta: Type.Optional(MetaSchema),
};

export const watchRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/collections/{name}/watches',
    operation: 'listWatches',
    summary: 'All watches',
    scope: 'watch',
    params: InCollectionSchema,
    answers: { 200: { meaning: 'The watches', schema: WATCHES } },
    gate: 'ask',
    handle: async ({ params: { name } }, { collections }) => {
      const watches = [];
      for await (const watch of collections.get(name).watches()) watches.push(watch);
      return ok({ watches });
    },
  }),
  route({
    method: 'PUT',
    path: '/v1/collections/{name}/watches/{id}',
    operation: 'putWatch',
    summary: 'Watches for documents that resemble a text, in place of an older watch of this name',
    scope: 'watch',
    params: InDocumentSchema,
    body: Type.Object(
      { ...watchFields, expires: Type.Optional(WhenSchema) },
      { additionalProperties: false },
    ),
    answers: {
      200: {
        meaning: 'What became of it',
        schema: WATCH_ANSWER,
      },
    },
    gate: 'write',
    handle: async ({ params: { name, id }, body }, { collections }) => {
      const collection = collections.get(name);
      const { threshold } = collection.settings;
      if (typeof body.near === 'number' && body.near < threshold)
        throw new ServiceError('TOO_LOW', `Expected \`near\` to be at least ${threshold}, got ${body.near}.`);
      const others = [body.passage, body.like, body.keywords, body.where];
      if (body.near === false && others.every((kind) => kind === undefined))
        throw new ServiceError(
          'TOO_LOW',
          'Expected `near`, `passage`, `like`, `keywords` or `where`, got none of them.',
        );
      const [answer] = await collection.watch({ id, ...body, texts: body.texts ?? [] }).catch(refuse);
      return ok(answer);
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/collections/{name}/watches/{id}',
    operation: 'deleteWatch',
    summary: 'Ends a watch; its events stay',
    scope: 'watch',
    params: InDocumentSchema,
    answers: {
      200: { meaning: 'It has ended', schema: REMOVE_ANSWER },
    },
    gate: 'write',
    handle: async ({ params: { name, id } }, { collections }) => {
      const [answer] = await collections.get(name).unwatch([id]);
      if (answer.state === 'missing') throw new ServiceError('NOT_FOUND', `There is no watch \`${id}\`.`);
      return ok(answer);
    },
  }),
];

/** What a schema cannot say: a condition that is none, keywords without words, more of them needed than there are. */
function refuse(error: unknown): never {
  if (!(error instanceof NeardupError) || error.code !== 'BAD_OPTION') throw error;
  throw new ServiceError('BAD_WATCH', error.message, { advice: error.advice });
}
