/** Routes about single documents and lists of documents. */
import { type Static, Type } from 'typebox';
import { STORED_DOCUMENT } from '../../../answers/index.ts';
import type { Access } from '../guard.ts';
import { ServiceError } from '../problems.ts';
import {
  AddQuerySchema,
  IdSchema,
  InCollectionSchema,
  InDocumentSchema,
  LIMIT,
  NewTextSchema,
  WhenSchema,
} from '../request-schemas.ts';
import { type Answer, ok, type Route, route } from '../route.ts';
import type { Service } from '../service.ts';
import { DELETE_ANSWER, DOCUMENT_PAGE, PUT_ANSWER, REMOVALS, SOME_DOCUMENTS } from '../service-answers.ts';
import { addOptions, commitOf, listed, ownPage } from './own-documents.ts';

const Ids = Type.Array(IdSchema, { minItems: 1, maxItems: 1000 });

export const documentRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/collections/{name}/documents',
    operation: 'listDocuments',
    summary: 'Documents, oldest first',
    scope: 'read',
    reach: 'documents',
    params: InCollectionSchema,
    query: Type.Object(
      {
        after: Type.Optional(Type.String({ minLength: 1 })),
        limit: LIMIT(1000),
        prefix: Type.Optional(Type.String()),
      },
      { additionalProperties: false },
    ),
    answers: {
      200: {
        meaning: 'A page of documents; `next` is the `after` of the next page',
        schema: DOCUMENT_PAGE,
      },
    },
    gate: 'ask',
    handle: async ({ params: { name }, query, access, signal }, { collections }) => {
      const collection = collections.get(name);
      // a key for some documents sees only those
      const own = access.idPrefix(name);
      const { prefix = own ?? '' } = query;
      access.needDocument(name, prefix);
      if (own !== undefined) return ok(await ownPage(collection, { ...query, prefix }, signal));
      const page = listed(() => collection.list({ ...query, prefix }));
      return ok({ ...page, total: collection.info().documents, commit: collection.commit });
    },
  }),
  route({
    method: 'PUT',
    path: '/v1/collections/{name}/documents/{id}',
    operation: 'putDocument',
    summary: 'Stores a document; the same one again changes nothing',
    scope: 'write',
    reach: 'document',
    params: InDocumentSchema,
    query: AddQuerySchema,
    body: NewTextSchema,
    answers: {
      200: { meaning: 'It was there, or was left out as a duplicate', schema: PUT_ANSWER },
      201: { meaning: 'It is new', schema: PUT_ANSWER },
    },
    gate: 'write',
    handle: async ({ params: { name, id }, query, body, access }, service) => {
      if (body.id !== undefined && body.id !== id)
        throw new ServiceError('TWO_IDS', 'Expected the same id in the address and the body, got two.');
      return putOne(service, name, { ...body, id }, query, access);
    },
  }),
  route({
    method: 'GET',
    path: '/v1/collections/{name}/documents/{id}',
    operation: 'getDocument',
    readers: 'always',
    summary: 'A stored document',
    scope: 'read',
    reach: 'document',
    params: InDocumentSchema,
    answers: { 200: { meaning: 'The document', schema: STORED_DOCUMENT } },
    handle: async ({ params: { name, id } }, { collections }) => {
      const document = await collections.get(name).get(id);
      if (document === undefined) throw noDocument(id);
      return ok(document);
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/collections/{name}/documents/{id}',
    operation: 'deleteDocument',
    summary: 'Removes a document',
    scope: 'write',
    reach: 'document',
    params: InDocumentSchema,
    answers: {
      200: {
        meaning: 'It is gone',
        schema: DELETE_ANSWER,
      },
    },
    gate: 'write',
    handle: async ({ params: { name, id }, access }, { collections }) => {
      const collection = collections.get(name);
      const [answer] = await collection.remove([id]);
      if (answer.state === 'missing') throw noDocument(id);
      return ok({ ...answer, ...commitOf(collection, name, access) });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/collections/{name}/documents/get',
    operation: 'getDocuments',
    readers: 'always',
    summary: 'Several documents',
    scope: 'read',
    reach: 'documents',
    params: InCollectionSchema,
    body: Type.Object({ ids: Ids }, { additionalProperties: false }),
    answers: {
      200: {
        meaning: 'Those that are there',
        schema: SOME_DOCUMENTS,
      },
    },
    gate: 'ask',
    handle: async ({ params: { name }, body: { ids }, access }, { collections }) => {
      for (const id of ids) access.needDocument(name, id);
      const collection = collections.get(name);
      const found = await Promise.all(ids.map((id) => collection.get(id)));
      return ok({
        documents: found.filter((document) => document !== undefined),
        missing: ids.filter((_, i) => found[i] === undefined),
      });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/collections/{name}/documents/remove',
    operation: 'removeDocuments',
    summary: 'Removes documents by their ids, or all that meet a condition, in one commit',
    scope: 'write',
    reach: 'documents',
    params: InCollectionSchema,
    body: Type.Union([
      Type.Object({ ids: Ids }, { additionalProperties: false }),
      Type.Object(
        {
          prefix: Type.Optional(Type.String({ minLength: 1 })),
          unseenSince: Type.Optional(WhenSchema),
          expired: Type.Optional(Type.Literal(true)),
        },
        { additionalProperties: false, minProperties: 1 },
      ),
    ]),
    answers: {
      200: {
        meaning: 'What became of them',
        schema: REMOVALS,
      },
    },
    gate: 'write',
    handle: async ({ params: { name }, body, access }, { collections }) => {
      const collection = collections.get(name);
      if ('ids' in body) {
        for (const id of body.ids) access.needDocument(name, id);
        const documents = await collection.remove(body.ids);
        const removed = documents.filter(({ state }) => state === 'removed').length;
        const missing = documents.length - removed;
        return ok({ documents, removed, missing, ...commitOf(collection, name, access) });
      }
      access.needDocument(name, body.prefix ?? '');
      const removed = await collection.removeWhere(body);
      return ok({ removed, missing: 0, ...commitOf(collection, name, access) });
    },
  }),
];

/** Stores one document; the outcome decides the status. */
export async function putOne(
  { collections }: Service,
  name: string,
  { id, text, lang, ...fields }: Static<typeof NewTextSchema>,
  query: Static<typeof AddQuerySchema>,
  access: Access,
): Promise<Answer> {
  const collection = collections.get(name);
  const meta = fields as Readonly<Record<string, unknown>>;
  const [answer] = await collection.add([{ id, text, lang, meta }], addOptions(query, name, access));
  const { state, reason, duplicateOf } = answer;
  if (state === 'failed') throw new ServiceError('FAILED', reason ?? 'It cannot be stored.');
  if (state === 'refused')
    throw new ServiceError('NEAR_DUPLICATE', `\`${id}\` resembles \`${duplicateOf?.b}\`, which is stored.`);
  return ok({ ...answer, ...commitOf(collection, name, access) }, state === 'added' ? 201 : 200);
}

function noDocument(id: string): ServiceError {
  return new ServiceError('NOT_FOUND', `There is no document \`${id}\`.`);
}
