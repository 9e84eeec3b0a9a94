/** The route that compares all documents of a class with each other: at once, or as a task. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import {
  type Collection,
  type CompareInput,
  type ComparisonOfAll,
  compareAll,
  type Input,
  type InputDocument,
} from '../../../index.ts';
import { needIndex } from '../collections.ts';
import { ServiceError } from '../problems.ts';
import { type Answer, type BodyKind, lines, type Route, route } from '../route.ts';
import { Comparison, Count, compareFields, Id, InCollection, NewDocument } from '../schemas.ts';
import type { Service } from '../service.ts';
import { readUpload } from '../uploads.ts';
import { compareOptions, givenText } from './compare.ts';
import { TaskSchema } from './tasks.ts';

/** Documents of a class. Their texts together are no more than an upload may have. */
const MOST_DOCUMENTS = 5000;

const Body = Type.Object(
  {
    documents: Type.Optional(Type.Array(NewDocument, { minItems: 1, maxItems: MOST_DOCUMENTS })),
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST_DOCUMENTS })),
    prefix: Type.Optional(Type.String()),
    in: Type.Optional(Type.Boolean()),
    partners: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000 })),
    boilerplate: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    ...compareFields,
  },
  { additionalProperties: false },
);

const Line = Type.Union([
  Comparison,
  Type.Object({
    summary: Type.Object({
      documents: Count,
      notCompared: Count,
      excluded: Type.Array(Type.String()),
      engine: Type.String(),
      pairs: Count,
    }),
  }),
]);

export const compareAllRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/collections/{name}/compare-all',
    operation: 'compareAll',
    summary: 'Who shares what with whom: documents that are sent or stored, ranked pairs',
    scope: 'read',
    params: InCollection,
    query: Type.Object(
      {
        task: Type.Optional(Type.Boolean()),
        in: Type.Optional(Type.Boolean()),
        minWords: compareFields.minWords,
      },
      { additionalProperties: false },
    ),
    body: Body,
    bodies: ['json', 'multipart'],
    answers: {
      200: {
        meaning: 'Pairs that share most first, and a summary',
        schema: Line,
        type: 'application/x-ndjson',
        others: ['text/html', 'text/csv'],
      },
      202: { meaning: 'It is a task', schema: TaskSchema },
    },
    gate: 'compare',
    handle: async (call, service): Promise<Answer> => {
      const { name } = call.params;
      const { task: isTask, ...inQuery } = call.query;
      const collection = service.collections.get(name);
      if (call.body?.in ?? inQuery.in) needIndex(collection, 'passages');
      const { input, exclude, in: isIn, ...options } = await readClass(call, collection, service);
      const run = (signal: AbortSignal, files: { html?: string; csv?: string } = {}) =>
        compareAll(input, {
          ...options,
          ...files,
          ...(inQuery.minWords !== undefined && { minWords: inQuery.minWords }),
          ...(exclude.length > 0 && { exclude }),
          ...((isIn ?? inQuery.in) && { in: collection.sourceIndex() }),
          threads: service.threads,
          signal,
        });
      if (isTask !== true) {
        const { accept = '*/*' } = call.request.headers;
        const form = (['html', 'csv'] as const).find((each) => accept.includes(`text/${each}`));
        if (form !== undefined) return writtenFile(form, (path) => run(call.signal, { [form]: path }));
        return lines(resultLines(await run(call.signal)));
      }
      const task = await service.tasks.start(name, 'compare', async ({ signal, onProgress }) => {
        onProgress({ stage: 'match', documents: 0 });
        const { pairs, ...summary } = await run(signal);
        return {
          summary: { ...summary, pairs: pairs.length },
          result: resultLines({ pairs, ...summary }),
        };
      });
      return {
        status: 202,
        body: task,
        headers: { location: `${call.request.url.replace(/\/compare-all.*/, '')}/tasks/${task.task}` },
      };
    },
  }),
];

/** What the comparison writes to a file, as an answer. */
async function writtenFile(form: 'html' | 'csv', write: (path: string) => Promise<unknown>): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-class-'));
  try {
    const path = join(folder, `class.${form}`);
    await write(path);
    return { status: 200, body: await readFile(path, 'utf8'), type: `text/${form}; charset=utf-8` };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function resultLines({ pairs, ...summary }: ComparisonOfAll): unknown[] {
  return [...pairs, { summary: { ...summary, pairs: pairs.length } }];
}

interface Class extends Omit<Static<typeof Body>, 'documents' | 'ids' | 'prefix' | 'exclude'> {
  readonly input: Input;
  readonly exclude: readonly CompareInput[];
}

/** What is compared: uploaded files, documents that are sent, or stored ones. */
async function readClass(
  call: {
    readonly kind: BodyKind | undefined;
    readonly body: Static<typeof Body>;
    readonly request: Parameters<typeof readUpload>[0];
  },
  collection: Collection,
  { limits }: Service,
): Promise<Class> {
  if (call.kind === 'multipart') {
    const upload = await readUpload(call.request, limits);
    const exclude = upload.get('exclude') ?? [];
    const input = [...upload].flatMap(([field, files]) => (field === 'exclude' ? [] : files));
    if (input.length === 0) throw new ServiceError('BAD_REQUEST', 'Expected files to compare, got none.');
    return { input, exclude };
  }
  const { documents, ids, prefix, ...given } = call.body;
  const { exclude = [], ...options } = await compareOptions(given, collection);
  // without any of them: all that is stored
  const isAll = documents === undefined && ids === undefined && prefix === undefined;
  const input: InputDocument[] = [...(documents ?? [])];
  let bytes = 0;
  const add = (stored: InputDocument & { readonly text: string }) => {
    input.push(stored);
    bytes += 2 * stored.text.length;
    if (input.length > MOST_DOCUMENTS || bytes > limits.upload) throw tooMany(limits.upload);
  };
  for (const id of ids ?? []) add(await givenText({ id }, collection, id));
  if (isAll || prefix !== undefined) for await (const stored of collection.documents({ prefix })) add(stored);
  return { ...options, exclude, input };
}

function tooMany(bytes: number): ServiceError {
  const most = `at most ${MOST_DOCUMENTS} documents of together ${bytes} bytes`;
  return new ServiceError('BODY_TOO_LARGE', `Expected ${most}, found more.`, {
    advice: 'Choose a longer `prefix`, or name the documents by `ids`.',
  });
}
