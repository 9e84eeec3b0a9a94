/** The route that shows the text extracted from files. Nothing is stored. */
import { Type } from 'typebox';
import { texts } from '../../../index.ts';
import { answerLines, type Route, route } from '../route.ts';
import { CountSchema, DocumentTextSchema } from '../schemas.ts';
import { allFiles, failedLine, readUpload } from '../uploads.ts';

const Line = Type.Union([
  DocumentTextSchema,
  Type.Object({
    summary: Type.Object({
      documents: CountSchema,
      empty: CountSchema,
      unreadable: CountSchema,
      seconds: Type.Number(),
      engine: Type.String(),
    }),
  }),
]);

export const textRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/text',
    operation: 'text',
    summary: 'The text that is read of files of any format; nothing is stored',
    scope: 'read',
    bodies: ['multipart'],
    answers: {
      200: { meaning: 'A line for each document and a summary', schema: Line, type: 'application/x-ndjson' },
      207: { meaning: 'The same; some could not be read', schema: Line, type: 'application/x-ndjson' },
    },
    gate: 'compare',
    handle: async ({ request, signal }, { limits }) => {
      const files = allFiles(await readUpload(request, limits));
      const failed: unknown[] = [];
      const run = texts(files, { signal, onProblem: (problem) => failed.push(failedLine(problem)) });
      const read: unknown[] = [];
      for await (const document of run) read.push(document);
      return answerLines([...read, ...failed, { summary: await run.summary }], failed.length);
    },
  }),
];
