/** Compares answers of the service with what their route declares. Every answer that a test receives is checked. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { closed } from '../../src/answers/index.ts';
import { BODY_TYPES } from '../../src/apps/http/route.ts';
import { allRoutes } from '../../src/apps/http/routes.ts';
import { HTTP_PROBLEM } from '../../src/apps/http/service-answers.ts';

const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } });
const checks = new Map<object, ValidateFunction>();

export const ROUTES = allRoutes('0', async () => ({ status: 200 }));
/** The operations of answers that were checked and as declared. */
export const checked = new Set<string>();

/** What an answer, or one of its lines, has besides or instead of what its route declares. */
export async function answerProblems(method: string, path: string, answer: Response): Promise<string[]> {
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  // it may come before the body of the request was read, and then ends late
  if (answer.status === 503) return [];
  if (type === 'application/problem+json') return problemsOf(HTTP_PROBLEM, await textOf(answer));
  if (type !== BODY_TYPES.json && type !== BODY_TYPES.ndjson) return [];
  const route = ROUTES.find((each) => each.method === method && patternOf(each.path).test(path));
  const { schema } = route?.answers[answer.status] ?? {};
  const text = await textOf(answer);
  if (route === undefined || schema === undefined)
    return [`${method} ${path}: ${answer.status} is not declared`];
  const lines = type === BODY_TYPES.ndjson ? text.trimEnd().split('\n') : [text];
  const problems = lines.flatMap((line) => problemsOf(schema, line));
  if (problems.length === 0) checked.add(route.operation);
  return problems;
}

/** The body, which the test can still read. */
function textOf(answer: Response): Promise<string> {
  return answer.clone().text();
}

function problemsOf(schema: object, json: string): string[] {
  const check = checks.get(schema) ?? ajv.compile(closed(schema as Parameters<typeof closed>[0]));
  checks.set(schema, check);
  return check(JSON.parse(json)) ? [] : [`${json}: ${ajv.errorsText(check.errors)}`];
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`);
}
