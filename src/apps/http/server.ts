/** The HTTP server: routes, the guard before them, answers and problems after them. */
import multipart from '@fastify/multipart';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify';
import type { TSchema } from 'typebox';
import { Arrivals } from './arrivals.ts';
import { heldBytes } from './bodies.ts';
import { lengthOf, tooLarge } from './body-length.ts';
import type { Access, Guard } from './guard.ts';
import { HEADERS } from './headers.ts';
import { parseJsonLine } from './json-lines.ts';
import { sendLines } from './lines-done.ts';
import { arrivalTimes } from './listen.ts';
import type { Metrics } from './metrics.ts';
import { answerUnparsed, notFound } from './not-found.ts';
import { problemOf, ServiceError } from './problems.ts';
import { type Answer, BODY_TYPES, type BodyKind, bodiesOf, type Call, type Route } from './route.ts';
import type { RequestLimits, Service } from './service.ts';
import type { StaticFile } from './static-files.ts';
import { MOST_FIELDS, MOST_FILES } from './uploads.ts';
import { checkBody, validator } from './validate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly route?: Route;
  }
}

export interface ServerOptions {
  readonly routes: readonly Route[];
  readonly guard: Guard;
  readonly service: Service;
  readonly metrics: Metrics;
  readonly files: ReadonlyMap<string, StaticFile>;
  readonly logLevel: string;
  /** Seconds in which a request must have arrived. */
  readonly requestSeconds: number;
  /** Connections come from the front, which keeps them for its next requests. */
  readonly isBehindFront: boolean;
}

/** Longer ids are refused by the schemas, in our own words. */
const LONGEST_PARAM = 16_384;

export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { routes, service, requestSeconds } = options;
  const app = fastify({
    logger: { level: options.logLevel, stream: process.stderr },
    bodyLimit: service.limits.json,
    routerOptions: { maxParamLength: LONGEST_PARAM, caseSensitive: true },
    requestTimeout: 1000 * requestSeconds,
    connectionTimeout: 0,
    ...(options.isBehindFront && { keepAliveTimeout: 0 }),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    exposeHeadRoutes: false,
    frameworkErrors: (error, _, reply) => sendProblem(error, reply as FastifyReply),
    clientErrorHandler: (error, socket) => answerUnparsed(error, socket, routes),
    http: arrivalTimes(requestSeconds),
  });
  app.setErrorHandler((error, request, reply) => {
    const isTooLarge = (error as { code?: string }).code === 'FST_ERR_CTP_BODY_TOO_LARGE';
    return sendProblem(isTooLarge ? tooLarge(service.limits.json) : error, reply, request.log);
  });
  app.setValidatorCompiler(({ schema, httpPart }) => validator(schema as TSchema, httpPart === 'body'));
  app.setNotFoundHandler(({ url, method }, reply) => sendProblem(notFound(url, method, routes), reply));
  addBodies(app, service.limits);
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: {
      fileSize: service.limits.file,
      files: MOST_FILES,
      fields: MOST_FIELDS,
      parts: MOST_FILES + MOST_FIELDS + 1,
      fieldSize: 1 << 20,
      headerPairs: 100,
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    request.access = await options.guard.check(request, request.routeOptions.config?.route);
    if (request.is404) throw notFound(request.url, request.method, routes);
    if (lengthOf(request) > service.limits.upload) throw tooLarge(service.limits.upload);
    reply.raw.once('close', service.bodies.take(heldBytes(request, service.limits)));
  });
  app.addHook('onResponse', async (request, reply) => {
    const { url = 'none', config } = request.routeOptions;
    if (config?.route === undefined) return;
    options.metrics.observe(url, request.method, reply.statusCode, reply.elapsedTime / 1000);
  });
  app.decorateRequest('access');
  const arrivals = new Arrivals(app.server);
  for (const route of routes) addRoute(app, route, options, arrivals);
  addFiles(app, options.files);
  return app;
}

declare module 'fastify' {
  interface FastifyRequest {
    access: Access;
  }
}

function addRoute(
  app: FastifyInstance,
  route: Route,
  { service, isBehindFront }: ServerOptions,
  arrivals: Arrivals,
): void {
  const { params, query, body } = route;
  const bodies = bodiesOf(route);
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { route },
    schema: {
      ...(params !== undefined && { params }),
      querystring: query ?? { type: 'object', additionalProperties: false },
    },
    handler: async (request, reply) => {
      const kind = kindOf(request, bodies);
      if (kind === 'json' && body !== undefined) checkBody(body, request.body);
      const gone = new AbortController();
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) gone.abort(new ServiceError('STOPPING', 'The client has gone.'));
      });
      const call: Call<unknown, unknown, unknown> = {
        params: request.params,
        query: request.query,
        body: request.body,
        kind,
        access: request.access,
        request,
        signal: gone.signal,
        onLines: (last) => isBehindFront && sendLines(reply.raw, last),
      };
      const { name } = request.params as { readonly name?: string };
      const work = async () => {
        if (route.readers !== undefined && params !== undefined) await service.collections.current(name);
        return route.handle(call as never, service);
      };
      const inTurn = () => arrivals.calm().then(work);
      const answer = await (route.gate === undefined
        ? work()
        : service.gates[route.gate].run(gone.signal, inTurn));
      return send(answer, reply);
    },
  });
}

/** JSON is parsed, JSON lines are left to the handler; any other type is refused. */
function addBodies(app: FastifyInstance, limits: RequestLimits): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const asText = { parseAs: 'string', bodyLimit: limits.json } as const;
  app.addContentTypeParser('application/json', asText, async (_: unknown, body: string) =>
    parseJsonLine(body),
  );
  app.addContentTypeParser(BODY_TYPES.ndjson, (_, stream, done) => done(null, stream));
}

function kindOf(request: FastifyRequest, bodies: readonly BodyKind[]): BodyKind | undefined {
  if (bodies.length === 0) return undefined;
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0].trim().toLowerCase();
  const kind = bodies.find((each) => BODY_TYPES[each] === type);
  const isWhole = kind !== 'multipart' || /boundary=/i.test(request.headers['content-type'] ?? '');
  if (kind !== undefined && isWhole) return kind;
  const expected = bodies.map((each) => BODY_TYPES[each]).join(' or ');
  throw new ServiceError('BAD_TYPE', `Expected ${expected}, got \`${type}\`.`);
}

function send({ status, body, type, headers, takeOver }: Answer, reply: FastifyReply) {
  if (takeOver !== undefined) {
    reply.hijack();
    reply.raw.writeHead(status, { ...HEADERS, ...headers, 'content-type': type });
    takeOver(reply.raw);
    return reply;
  }
  reply.code(status);
  if (headers !== undefined) reply.headers(headers);
  if (type !== undefined) reply.type(type);
  // a page that was made for saving has a policy of its own
  if (type?.startsWith('text/html'))
    reply.header('content-security-policy', "sandbox allow-scripts; default-src 'none'");
  return reply.send(body);
}

function sendProblem(error: unknown, reply: FastifyReply, log?: FastifyBaseLogger) {
  const problem = problemOf(error);
  if (problem.status >= 500 && problem.code === 'INTERNAL')
    log?.error({ err: error, instance: problem.instance });
  if (error instanceof ServiceError && error.more.headers !== undefined) reply.headers(error.more.headers);
  return reply
    .code(problem.status)
    .headers(HEADERS)
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}

function addFiles(app: FastifyInstance, files: ReadonlyMap<string, StaticFile>): void {
  for (const [address, { type, bytes, isFixed }] of files) {
    app.get(address, (_, reply) => {
      reply.header('cache-control', isFixed ? 'public, max-age=31536000, immutable' : 'no-cache');
      return reply.type(type).send(bytes);
    });
  }
}
