/** Routes about classes that were saved under a name: the documents of `compare-all` and how they are compared. */
import { Type } from 'typebox';
import { NeardupError } from '../../../index.ts';
import { ServiceError } from '../problems.ts';
import {
  ClassNameSchema,
  CollectionNameSchema,
  compareFields,
  IdSchema,
  InCollectionSchema,
  LangSchema,
  MomentSchema,
} from '../request-schemas.ts';
import { ok, type Route, route } from '../route.ts';
import { CLASS_HEAD, CLASSES, REMOVED_CLASS, SAVED_CLASS } from '../service-answers.ts';
import { classFields, MOST_DOCUMENTS } from './compare-all.ts';

const InClass = Type.Object({ name: CollectionNameSchema, class: ClassNameSchema });
const exactly = { additionalProperties: false };
const textFields = { id: IdSchema, text: Type.String() };
const Body = Type.Object(
  {
    documents: Type.Array(Type.Object({ ...textFields, lang: LangSchema }, exactly), {
      minItems: 1,
      maxItems: MOST_DOCUMENTS,
    }),
    ...classFields,
    exclude: Type.Optional(Type.Array(Type.Object(textFields, exactly), { maxItems: 100 })),
    excludeQuotations: compareFields.excludeQuotations,
    excludeBibliography: compareFields.excludeBibliography,
    replaces: Type.Optional(MomentSchema),
  },
  exactly,
);

export const classRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/collections/{name}/classes',
    operation: 'listClasses',
    summary: 'Classes that were saved, the last one first',
    scope: 'read',
    params: InCollectionSchema,
    answers: {
      200: {
        meaning:
          'The classes, how many documents of each were lost because their lines on the disk are `damaged`, and files that are `broken`',
        schema: CLASSES,
      },
    },
    handle: async ({ params: { name } }, { collections, classes }) => {
      collections.get(name);
      return ok(await classes.list(name));
    },
  }),
  route({
    method: 'GET',
    path: '/v1/collections/{name}/classes/{class}',
    operation: 'getClass',
    summary: 'A class that was saved, with its documents',
    scope: 'read',
    params: InClass,
    answers: { 200: { meaning: 'What `compare-all` takes', schema: SAVED_CLASS } },
    gate: 'ask',
    handle: async ({ params }, { collections, classes }) => {
      collections.get(params.name);
      return ok(await classes.get(params.name, params.class));
    },
  }),
  route({
    method: 'PUT',
    path: '/v1/collections/{name}/classes/{class}',
    operation: 'putClass',
    summary:
      'Saves a class, in place of one with this name: of any, or of that saved at the time of `replaces`',
    scope: 'write',
    params: InClass,
    body: Body,
    answers: { 200: { meaning: 'It is on the disk', schema: CLASS_HEAD } },
    gate: 'write',
    handle: async ({ params, body: { replaces, ...content } }, { collections, classes }) => {
      collections.get(params.name);
      const ids = new Set<string>();
      for (const { id } of content.documents) {
        // as `compare-all` refuses such documents
        if (ids.has(id))
          throw new NeardupError('DUPLICATE_ID', `The id \`${id}\` occurs twice.`, {
            advice: 'Give every document an id of its own.',
          });
        ids.add(id);
      }
      return ok(await classes.put(params.name, params.class, content, replaces));
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/collections/{name}/classes/{class}',
    operation: 'deleteClass',
    summary: 'Removes a class; verdicts and notes on its pairs stay',
    scope: 'write',
    params: InClass,
    answers: { 200: { meaning: 'It is gone', schema: REMOVED_CLASS } },
    gate: 'write',
    handle: async ({ params }, { collections, classes }) => {
      collections.get(params.name);
      if (!(await classes.remove(params.name, params.class)))
        throw new ServiceError('NOT_FOUND', `There is no class \`${params.class}\`.`);
      return ok({ class: params.class, state: 'removed' });
    },
  }),
];
