/** The route that compares all documents of a class with each other: at once, or as a task. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import {
  buildSourceIndex,
  type Collection,
  type CompareInput,
  type ComparisonOfAll,
  compareAll,
  type Input,
  OPTIONS,
  type Progress,
  type SourceCollection,
} from '../../../index.ts';
import { needIndex } from '../collections.ts';
import { ServiceError } from '../problems.ts';
import {
  ClassNameSchema,
  compareFields,
  ID_LENGTH,
  IdSchema,
  InCollectionSchema,
  NewDocumentSchema,
  optionOf,
  ProgressIdSchema,
  reviewFields,
  ShareSchema,
} from '../request-schemas.ts';
import { type Answer, answerLines, type BodyKind, type Route, route } from '../route.ts';
import type { Service } from '../service.ts';
import { CLASS_LINE, TASK } from '../service-answers.ts';
import { failedLine, readUpload } from '../uploads.ts';
import { compareOptions, givenText } from './compare.ts';

/** Documents of a class. Their texts together are no more than an upload may have. */
export const MOST_DOCUMENTS = 5000;

/** How the documents of a class are compared with each other, and with the collection or another class. */
export const classFields = {
  in: Type.Optional(Type.Boolean()),
  inClass: Type.Optional(ClassNameSchema),
  onlyIn: Type.Optional(Type.Boolean()),
  partners: optionOf(OPTIONS.compareAll.partners, { maximum: 5000 }),
  countCommon: optionOf(OPTIONS.compareAll.countCommon),
};

/** What a page to save has of the pairs. */
const Page = Type.Object(
  {
    least: Type.Optional(ShareSchema),
    named: Type.Optional(Type.String({ maxLength: ID_LENGTH })),
    hidesNames: Type.Optional(Type.Boolean()),
    reviews: Type.Optional(
      Type.Array(Type.Object({ a: IdSchema, b: IdSchema, ...reviewFields }, { additionalProperties: false })),
    ),
  },
  { additionalProperties: false },
);

const Body = Type.Object(
  {
    page: Type.Optional(Page),
    documents: Type.Optional(Type.Array(NewDocumentSchema, { minItems: 1, maxItems: MOST_DOCUMENTS })),
    ids: Type.Optional(Type.Array(IdSchema, { minItems: 1, maxItems: MOST_DOCUMENTS })),
    prefix: Type.Optional(Type.String()),
    ...classFields,
    boilerplate: optionOf(OPTIONS.compareAll.boilerplate, { maximum: 1_000_000 }),
    ...compareFields,
  },
  { additionalProperties: false },
);

export const compareAllRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/collections/{name}/compare-all',
    operation: 'compareAll',
    summary: 'Who shares what with whom: documents that are sent or stored, ranked pairs',
    scope: 'read',
    params: InCollectionSchema,
    query: Type.Object(
      {
        task: Type.Optional(Type.Boolean()),
        in: Type.Optional(Type.Boolean()),
        minWords: compareFields.minWords,
        progress: Type.Optional(ProgressIdSchema),
      },
      { additionalProperties: false },
    ),
    body: Body,
    bodies: ['json', 'multipart'],
    answers: {
      200: {
        meaning: 'Pairs that share most first, and a summary',
        schema: CLASS_LINE,
        type: 'application/x-ndjson',
        others: ['text/html', 'text/csv'],
      },
      207: {
        meaning: 'The same, after a list of documents that could not be read',
        schema: CLASS_LINE,
        type: 'application/x-ndjson',
      },
      202: { meaning: 'It is a task', schema: TASK },
    },
    gate: 'compare',
    handle: async (call, service): Promise<Answer> => {
      const { name } = call.params;
      const { task: isTask, progress, ...inQuery } = call.query;
      const collection = service.collections.get(name);
      const { onlyIn = false, inClass, page } = call.body ?? {};
      const isIn = (onlyIn && inClass === undefined) || (call.body?.in ?? inQuery.in);
      if (isIn && inClass !== undefined)
        throw new ServiceError('BAD_REQUEST', 'Expected `in` or `inClass`, got both.');
      if (isIn) needIndex(collection, 'passages');
      const others = inClass === undefined ? undefined : (await service.classes.get(name, inClass)).documents;
      const read = await readClass(call, collection, service);
      const { input, documents, stored, exclude, ...options } = read;
      const failed: unknown[] = [];
      const run = (
        signal: AbortSignal,
        more: { html?: string; csv?: string; onProgress?: (progress: Progress) => void } = {},
      ) =>
        withSources(isIn ? sourcesBeside(stored, collection) : others, service, signal, (sources) =>
          compareAll(input, {
            ...options,
            ...more,
            ...(inQuery.minWords !== undefined && { minWords: inQuery.minWords }),
            ...(exclude.length > 0 && { exclude }),
            ...(sources !== undefined && { in: sources, onlyIn }),
            ...(page !== undefined && { page }),
            threads: service.threads,
            signal,
            onProblem: (problem) => failed.push(failedLine(problem)),
          }),
        );
      const linesOf = (found: ComparisonOfAll) => resultLines(found, documents, others ?? collection);
      if (isTask !== true) {
        const { accept = '*/*' } = call.request.headers;
        const form = (['html', 'csv'] as const).find((each) => accept.includes(`text/${each}`));
        if (form !== undefined) return writtenFile(form, (path) => run(call.signal, { [form]: path }));
        const compared = service.progress.follow(progress, (onProgress) => run(call.signal, { onProgress }));
        const found = await linesOf(await compared);
        return answerLines([...failed, ...found], failed.length);
      }
      const task = await service.tasks.start(name, 'compare', async ({ signal, onProgress }) => {
        onProgress({ stage: 'match', documents: 0 });
        const { pairs, ...summary } = await run(signal, { onProgress });
        return {
          summary: { ...summary, pairs: pairs.length },
          result: [...failed, ...(await linesOf({ pairs, ...summary }))],
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

/** Answers with a file that the comparison writes. */
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

type Texts = readonly { readonly id: string; readonly text: string }[];

/** Documents of another class are indexed for the time of a comparison; a collection has its index. */
async function withSources<T>(
  given: SourceCollection | Texts | undefined,
  { threads }: Service,
  signal: AbortSignal,
  use: (sources: SourceCollection | undefined) => Promise<T>,
): Promise<T> {
  if (!Array.isArray(given)) return use(given as SourceCollection | undefined);
  const index = await buildSourceIndex(given, { threads, signal });
  return use(index).finally(() => index.close());
}

/** Pairs with the hashes of their texts, unless these were read from files; and a summary. @param others Where B may be from. */
async function resultLines(
  { pairs, ...summary }: ComparisonOfAll,
  documents: Texts,
  others: Collection | Texts,
): Promise<unknown[]> {
  const given = new Map(documents.map(({ id, text }) => [id, hashOf(text)]));
  const stored = new Map(Array.isArray(others) ? others.map(({ id, text }) => [id, hashOf(text)]) : []);
  const all: unknown[] = [];
  for (const pair of pairs) {
    const { b, inCollection } = pair;
    if (inCollection && !stored.has(b))
      stored.set(b, hashOf((await (others as Collection).get(b))?.text ?? ''));
    const a = given.get(pair.a);
    all.push(a === undefined ? pair : { ...pair, texts: { a, b: (inCollection ? stored : given).get(b) } });
  }
  return [...all, { summary: { ...summary, pairs: pairs.length } }];
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The collection without the stored documents that are compared with each other. Texts sent with the request never count as stored. */
function sourcesBeside(stored: ReadonlySet<string>, collection: Collection): SourceCollection {
  const index = collection.sourceIndex();
  const find: SourceCollection['find'] = async (text, options) => {
    const found = await index.find(text, options);
    return { ...found, candidates: found.candidates.filter(({ id }) => !stored.has(id)) };
  };
  return { documents: index.documents, isStored: true, find, text: (document) => index.text(document) };
}

interface Class
  extends Omit<
    Static<typeof Body>,
    'documents' | 'ids' | 'prefix' | 'in' | 'inClass' | 'onlyIn' | 'exclude' | 'page'
  > {
  readonly input: Input;
  /** The texts, unless they are in files. */
  readonly documents: Texts;
  /** Ids of those that are stored. */
  readonly stored: ReadonlySet<string>;
  readonly exclude: readonly CompareInput[];
}

/** The documents to compare: uploaded files, documents in the body, or stored ones. */
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
    return { input, exclude, documents: [], stored: new Set() };
  }
  const {
    documents,
    ids,
    prefix,
    in: _in,
    inClass: _class,
    onlyIn: _only,
    page: _page,
    ...given
  } = call.body;
  const { exclude = [], ...options } = await compareOptions(given, collection);
  // none of these given: all stored documents
  const isAll = documents === undefined && ids === undefined && prefix === undefined;
  const input = [...(documents ?? [])];
  const stored = new Set<string>();
  let bytes = 0;
  const add = (document: { readonly id: string; readonly text: string }) => {
    input.push(document);
    stored.add(document.id);
    bytes += 2 * document.text.length;
    if (input.length > MOST_DOCUMENTS || bytes > limits.upload) throw tooMany(limits.upload);
  };
  for (const id of ids ?? []) add(await givenText({ id }, collection, id));
  if (isAll || prefix !== undefined) for await (const each of collection.documents({ prefix })) add(each);
  return { ...options, exclude, input, documents: input, stored };
}

function tooMany(bytes: number): ServiceError {
  const most = `at most ${MOST_DOCUMENTS} documents of together ${bytes} bytes`;
  return new ServiceError('BODY_TOO_LARGE', `Expected ${most}, found more.`, {
    advice: 'Choose a longer `prefix`, or name the documents by `ids`.',
  });
}
