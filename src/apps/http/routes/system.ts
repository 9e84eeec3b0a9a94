/** Routes about the service itself. */
import { Type } from 'typebox';
import { schema } from '../../../answers/index.ts';
import { ServiceError } from '../problems.ts';
import { ProgressIdSchema } from '../request-schemas.ts';
import { type Answer, ok, type Route, route } from '../route.ts';
import { HEALTH, NOT_READY, READY, REQUEST_PROGRESS, SERVICE_INFO } from '../service-answers.ts';

/** @param openApi Makes the description of all routes. @param metrics Gives the text of Prometheus. */
export function systemRoutes(openApi: () => unknown, metrics: () => Promise<Answer>): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/health',
      operation: 'health',
      readers: 'alone',
      summary: 'Whether the service runs',
      answers: { 200: { meaning: 'It runs', schema: HEALTH } },
      handle: async () => ok({ state: 'running' }),
    }),
    route({
      method: 'GET',
      path: '/v1/progress/{request}',
      operation: 'getProgress',
      summary: 'How far a request is that was sent with `?progress=`',
      scope: 'read',
      params: Type.Object({ request: ProgressIdSchema }),
      answers: { 200: { meaning: 'It is worked on', schema: REQUEST_PROGRESS } },
      handle: async ({ params: { request } }, { progress }) => {
        const note = progress.get(request);
        if (note !== undefined) return ok(note);
        throw new ServiceError('NOT_FOUND', 'No request of this name is worked on.');
      },
    }),
    route({
      method: 'GET',
      path: '/ready',
      operation: 'ready',
      readers: 'alone',
      summary: 'Whether the service can answer questions',
      answers: {
        200: {
          meaning: 'It can; `broken` collections cannot be opened',
          schema: READY,
        },
        503: { meaning: 'Not yet, or no longer', schema: NOT_READY },
      },
      handle: async (_, service) =>
        service.isReady()
          ? ok({ state: 'ready', broken: service.collections.broken().length })
          : { status: 503, body: { state: 'waiting' } },
    }),
    route({
      method: 'GET',
      path: '/metrics',
      operation: 'metrics',
      readers: 'alone',
      summary: 'Figures for Prometheus',
      scope: 'metrics',
      answers: { 200: { meaning: 'The figures', type: 'text/plain' } },
      handle: metrics,
    }),
    route({
      method: 'GET',
      path: '/openapi.json',
      operation: 'openapi',
      readers: 'alone',
      summary: 'This description',
      answers: { 200: { meaning: 'OpenAPI 3.1', schema: schema<unknown>({ type: 'object' }) } },
      handle: async () => ok(openApi()),
    }),
    route({
      method: 'GET',
      path: '/v1',
      operation: 'service',
      readers: 'alone',
      summary: 'What the service is and what the key may do',
      scope: 'read',
      answers: {
        200: {
          meaning: 'The service',
          schema: SERVICE_INFO,
        },
      },
      handle: async ({ access: { scopes, prefix } }, { version, limits, needsKey }) =>
        ok({
          version,
          keys: needsKey(),
          scopes,
          ...(prefix !== '' && { prefix }),
          limits,
          seconds: Math.round(process.uptime()),
        }),
    }),
  ];
}
