/** The route that shows the text extracted from files. Nothing is stored. */
import { texts } from '../../../index.ts';
import { answerLines, type Route, route } from '../route.ts';
import { TEXT_LINE } from '../service-answers.ts';
import { allFiles, failedLine, readUpload } from '../uploads.ts';

export const textRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/text',
    operation: 'text',
    summary: 'The text that is read of files of any format; nothing is stored',
    scope: 'read',
    bodies: ['multipart'],
    answers: {
      200: {
        meaning: 'A line for each document and a summary',
        schema: TEXT_LINE,
        type: 'application/x-ndjson',
      },
      207: { meaning: 'The same; some could not be read', schema: TEXT_LINE, type: 'application/x-ndjson' },
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
