/** The route that adds many documents: one as JSON, any number as JSON lines, or files. */
import type { AddAnswer as Added, AddSummary } from '../../../index.ts';
import { limited } from '../body-length.ts';
import type { Access } from '../guard.ts';
import { idProblem } from '../id-problem.ts';
import { jsonLines } from '../json-lines.ts';
import { ServiceError } from '../problems.ts';
import { AddQuerySchema, InCollectionSchema, NewDocumentSchema } from '../request-schemas.ts';
import { answerLines, type Route, route } from '../route.ts';
import { ADD_LINE } from '../service-answers.ts';
import { allFiles, readUpload } from '../uploads.ts';
import { putOne } from './documents.ts';
import { addOptions, commitOf } from './own-documents.ts';

/** A commit is made after this many documents, or characters of text. */
const BATCH = { documents: 1000, text: 4 << 20 };

export const addRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/collections/{name}/documents',
    operation: 'addDocuments',
    summary: 'Adds documents: one, JSON lines, or files of any format',
    scope: 'write',
    reach: 'documents',
    params: InCollectionSchema,
    query: AddQuerySchema,
    body: NewDocumentSchema,
    bodies: ['json', 'ndjson', 'multipart'],
    answers: {
      200: {
        meaning: 'An answer for each document sent and a summary; one JSON object for one JSON document',
        schema: ADD_LINE,
        type: 'application/x-ndjson',
        others: ['application/json'],
      },
      201: { meaning: 'One JSON document was added', schema: ADD_LINE },
      207: {
        meaning: 'The same; some could not be stored',
        schema: ADD_LINE,
        type: 'application/x-ndjson',
      },
    },
    gate: 'write',
    handle: async ({ params: { name }, query, body, kind, access, request, signal, onLines }, service) => {
      const { collections, limits } = service;
      const collection = collections.get(name);
      if (kind === 'json') {
        access.needDocument(name, body.id);
        return putOne(service, name, body, query, access);
      }
      if (kind === 'multipart') {
        if (!access.mayReach(name)) throw new ServiceError('FORBIDDEN', 'The key does not allow files.');
        const files = allFiles(await readUpload(request, limits));
        const run = collection.addFrom(files, addOptions(query, name, access), { signal });
        const answers: Added[] = [];
        for await (const answer of run) answers.push(answer);
        return answerAll(answers, await run.summary);
      }
      const start = performance.now();
      const options = addOptions(query, name, access);
      const answers: Added[] = [];
      let batch: (NewLine | Added)[] = [];
      let text = 0;
      const commit = async () => {
        // the caller would not learn what became of the rest
        signal.throwIfAborted();
        const stored = await collection.add(batch.filter(isDocument), options);
        let next = 0;
        for (const each of batch) answers.push(isDocument(each) ? stored[next++] : each);
        [batch, text] = [[], 0];
      };
      const sent = limited(request.body as NodeJS.ReadableStream, limits.upload);
      for await (const each of jsonLines(sent, limits.json)) {
        const document = documentOf(each, name, access);
        batch.push(document);
        text += isDocument(document) ? document.text.length : 0;
        if (batch.length < BATCH.documents && text < BATCH.text) continue;
        await commit();
        onLines(each.line);
      }
      await commit();
      const seconds = Math.round(performance.now() - start) / 1000;
      return answerAll(answers, { ...countsOf(answers), ...commitOf(collection, name, access), seconds });
    },
  }),
];

interface NewLine {
  readonly id: string;
  readonly text: string;
  readonly lang?: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

function isDocument(value: NewLine | Added): value is NewLine {
  return 'text' in value;
}

/** The document of a line, or why it is none. */
function documentOf(
  each: { readonly line: number; readonly value?: unknown; readonly problem?: string },
  name: string,
  access: Access,
): NewLine | Added {
  const failed = (reason: string, id = `line ${each.line}`): Added => ({ id, state: 'failed', reason });
  if (each.problem !== undefined) return failed(`Line ${each.line}: ${each.problem}`);
  if (typeof each.value !== 'object' || each.value === null || Array.isArray(each.value))
    return failed(`Line ${each.line}: Expected an object, got something else.`);
  const { id, text, lang, ...meta } = each.value as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || id === '')
    return failed(`Line ${each.line}: Expected an \`id\`, a string, got none.`);
  const problem = idProblem(id);
  if (problem !== undefined) return failed(`Line ${each.line}: ${problem}`);
  if (typeof text !== 'string')
    return failed(`Line ${each.line}: Expected a \`text\`, a string, got none.`, id);
  if (!access.mayReach(name, id)) return failed(`The key does not reach \`${name}/${id}\`.`, id);
  return { id, text, ...(typeof lang === 'string' && { lang }), meta };
}

type Counts = Omit<AddSummary, 'commit' | 'seconds'>;

function countsOf(answers: readonly Added[]): Counts {
  const count = (state: Added['state']) => answers.filter((answer) => answer.state === state).length;
  return {
    documents: answers.length,
    added: count('added'),
    replaced: count('replaced'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    failed: count('failed'),
    duplicates: count('duplicate'),
  };
}

function answerAll(answers: readonly Added[], summary: Counts & Partial<AddSummary>) {
  return answerLines([...answers, { summary }], summary.failed + summary.refused);
}
