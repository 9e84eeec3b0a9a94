/** The route that asks whether texts are stored already. */
import { Type } from 'typebox';
import { either } from '../../../answers/index.ts';
import type { CheckQuery, Collection } from '../../../index.ts';
import { OPTIONS } from '../../../index.ts';
import { limited } from '../body-length.ts';
import { idProblem } from '../id-problem.ts';
import { jsonLines, type ParsedLine } from '../json-lines.ts';
import { ServiceError } from '../problems.ts';
import { IdSchema, InCollectionSchema, optionOf, ShareSchema } from '../request-schemas.ts';
import { answerLines, ok, type Route, route } from '../route.ts';
import { CHECK_LINES, ONE_CHECK } from '../service-answers.ts';
import { givenText } from './compare.ts';

/** Lines that are answered together. */
const TOGETHER = 64;
/** Documents of a collection that is asked for containment. */
const MOST_FOR_CONTAINMENT = 20_000;

const ASKED = {
  threshold: Type.Optional(ShareSchema),
  containment: optionOf(OPTIONS['collection.check'].containment),
};

export const checkRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/collections/{name}/check',
    operation: 'check',
    readers: 'always',
    summary: 'Near-duplicates of a text, or of a stored document; JSON lines ask about many',
    scope: 'read',
    params: InCollectionSchema,
    query: Type.Object(ASKED, { additionalProperties: false }),
    body: Type.Union([
      Type.Object(
        {
          text: Type.String(),
          id: Type.Optional(IdSchema),
          lang: Type.Optional(Type.String({ minLength: 1, maxLength: 35 })),
          ...ASKED,
        },
        { additionalProperties: false },
      ),
      Type.Object({ id: IdSchema, ...ASKED }, { additionalProperties: false }),
    ]),
    bodies: ['json', 'ndjson'],
    answers: {
      200: {
        meaning: 'Stored documents that resemble it; for JSON lines a line for each and a summary',
        schema: either(ONE_CHECK, CHECK_LINES),
        others: ['application/x-ndjson'],
      },
      207: {
        meaning: 'JSON lines; some could not be read',
        schema: CHECK_LINES,
        type: 'application/x-ndjson',
      },
    },
    gate: 'ask',
    handle: async (
      { params: { name }, query, body, kind, request, signal, onLines },
      { collections, limits },
    ) => {
      const collection = collections.get(name);
      if (kind === 'json') {
        const { threshold = query.threshold, containment = query.containment, ...asked } = body;
        needThreshold(collection.settings.threshold, threshold);
        needFewDocuments(collection, containment);
        if (!('text' in asked)) await givenText(asked, collection, '');
        const answer = await collection.check(asked as CheckQuery, { threshold, containment });
        return ok(asked.id === undefined ? answer : { id: asked.id, ...answer });
      }
      needThreshold(collection.settings.threshold, query.threshold);
      needFewDocuments(collection, query.containment);
      const counts = { documents: 0, duplicates: 0, truncated: 0, failed: 0 };
      const answers: unknown[] = [];
      const answerSome = async (some: readonly ParsedLine[]) => {
        const asked = some.map(queryOf);
        const queries = asked.flatMap((each) => ('reason' in each ? [] : [each]));
        const found = await collection.checkTogether(queries, query);
        let next = 0;
        for (const each of asked) {
          counts.documents++;
          if ('reason' in each) {
            counts.failed++;
            answers.push(each);
            continue;
          }
          const { pairs, candidates, truncated } = found[next++];
          if (pairs.length > 0) counts.duplicates++;
          if (truncated) counts.truncated++;
          answers.push({ id: each.id, pairs, candidates, truncated });
        }
      };
      let waiting: ParsedLine[] = [];
      const sent = limited(request.body as NodeJS.ReadableStream, limits.upload);
      for await (const line of jsonLines(sent, limits.json)) {
        waiting.push(line);
        if (waiting.length < TOGETHER) continue;
        signal.throwIfAborted();
        await answerSome(waiting);
        waiting = [];
        // an answer counts only as a whole; this notices that the client has gone
        onLines(0);
      }
      await answerSome(waiting);
      const { documents: stored } = collection.info();
      return answerLines(
        [...answers, { summary: { ...counts, stored, commit: collection.commit } }],
        counts.failed,
      );
    },
  }),
];

function needThreshold(least: number, asked = least): void {
  if (asked >= least) return;
  throw new ServiceError('TOO_LOW', `Expected a \`threshold\` of at least ${least}, got ${asked}.`);
}

/** For containment a text is compared with all documents. */
function needFewDocuments(collection: Collection, containment: number | undefined): void {
  if (containment === undefined || collection.info().documents <= MOST_FOR_CONTAINMENT) return;
  throw new ServiceError(
    'TOO_MANY_DOCUMENTS',
    `Expected a collection of at most ${MOST_FOR_CONTAINMENT} documents for \`containment\`.`,
  );
}

type Asked = CheckQuery | { readonly id: string; readonly state: 'failed'; readonly reason: string };

/** The question in a line. A text is required: asking about a stored document, which may not exist, is left to single questions. */
function queryOf(each: ParsedLine): Asked {
  const value = 'problem' in each ? undefined : (each.value as Partial<Record<string, unknown>> | null);
  const { id, text, lang } = value ?? {};
  const failed = (reason: string, name = `line ${each.line}`): Asked => ({
    id: name,
    state: 'failed',
    reason,
  });
  const problem = typeof id === 'string' ? idProblem(id) : undefined;
  if (problem !== undefined) return failed(problem);
  if (typeof text === 'string') {
    return {
      text,
      ...(typeof id === 'string' && { id }),
      ...(typeof lang === 'string' && { lang }),
    };
  }
  const reason = 'problem' in each ? each.problem : 'Expected a `text`, a string, got none.';
  return failed(reason, typeof id === 'string' ? id : undefined);
}
