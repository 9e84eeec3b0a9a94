/** The HTTP server: routes, the guard before them, answers and problems after them. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify';
import type { TSchema } from 'typebox';
import { lengthOf, tooLarge } from './body-length.ts';
import type { Access, Guard } from './guard.ts';
import type { Metrics } from './metrics.ts';
import { problemOf, ServiceError } from './problems.ts';
import { type Answer, BODY_TYPES, type BodyKind, bodiesOf, type Call, type Route } from './route.ts';
import type { Limits, Service } from './service.ts';
import { POLICY, type StaticFile } from './static-files.ts';
import { MOST_FILES } from './uploads.ts';

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
}

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': POLICY,
};

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
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    exposeHeadRoutes: false,
    frameworkErrors: (error, _, reply) => sendProblem(error, reply as FastifyReply),
    clientErrorHandler: (error, socket) => answerUnparsed(error, socket, routes),
    http: { connectionsCheckingInterval: Math.min(30_000, 500 * requestSeconds) },
  });
  app.setErrorHandler((error, request, reply) => sendProblem(error, reply, request.log));
  app.setValidatorCompiler(({ schema, httpPart }) => validator(schema as TSchema, httpPart === 'body'));
  app.setNotFoundHandler(({ url, method }, reply) => sendProblem(notFound(url, method, routes), reply));
  addBodies(app, service.limits);
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: {
      fileSize: service.limits.file,
      files: MOST_FILES,
      fields: 100,
      fieldSize: 1 << 20,
      headerPairs: 100,
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    request.access = await options.guard.check(request, request.routeOptions.config?.route);
    const most = Number(lengthOf(request));
    if (most > service.limits.upload) throw tooLarge(service.limits.upload);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { url = 'none', config } = request.routeOptions;
    if (config?.route === undefined) return;
    options.metrics.observe(url, request.method, reply.statusCode, reply.elapsedTime / 1000);
  });
  app.decorateRequest('access');
  for (const route of routes) addRoute(app, route, service);
  addFiles(app, options.files);
  return app;
}

declare module 'fastify' {
  interface FastifyRequest {
    access: Access;
  }
}

function addRoute(app: FastifyInstance, route: Route, service: Service): void {
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
      if (kind === 'json' && body !== undefined) {
        const check = (bodyChecks.get(body) ?? remember(body))(request.body);
        if (check !== true) throw check;
      }
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
      };
      const work = () => route.handle(call as never, service);
      const answer = await (route.gate === undefined
        ? work()
        : service.gates[route.gate].run(lengthOf(request), work));
      return send(answer, reply);
    },
  });
}

type Check = (value: unknown) => true | Error;
const bodyChecks = new Map<TSchema, Check>();

function remember(schema: TSchema): Check {
  const check = validator(schema, true);
  const result: Check = (value) => {
    const told = check(value);
    return told === true ? true : (told.error ?? new ServiceError('BAD_REQUEST', 'The body is not valid.'));
  };
  bodyChecks.set(schema, result);
  return result;
}

const strict = new Ajv2020({ strict: false, formats: { 'date-time': isDateTime } });
const coercing = new Ajv2020({ strict: false, coerceTypes: true });

function isDateTime(value: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}

/** Values in addresses are words that stand for numbers; those of bodies have types of their own. */
function validator(schema: TSchema, isBody: boolean) {
  const check = (isBody ? strict : coercing).compile(schema);
  return (value: unknown): true | { readonly error?: Error } => {
    if (check(value)) return true;
    const [{ instancePath, message, params }] = check.errors ?? [
      { instancePath: '', message: 'is not valid' },
    ];
    const named = (params as { additionalProperty?: string } | undefined)?.additionalProperty;
    const place = `${isBody ? 'body' : 'address'}${instancePath}`;
    const detail = `${place} ${message}${named === undefined ? '' : `: \`${named}\``}.`;
    return { error: new ServiceError('BAD_REQUEST', detail) };
  };
}

/** JSON is parsed, JSON lines are left to the handler; any other type is refused. */
function addBodies(app: FastifyInstance, limits: Limits): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: limits.json },
    (_, body, done) => {
      try {
        done(null, JSON.parse(body as string));
      } catch {
        done(new ServiceError('BAD_REQUEST', 'Expected JSON, got something else.'));
      }
    },
  );
  app.addContentTypeParser(BODY_TYPES.ndjson, (_, stream, done) => done(null, stream));
}

function kindOf(request: FastifyRequest, bodies: readonly BodyKind[]): BodyKind | undefined {
  if (bodies.length === 0) return undefined;
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0].trim().toLowerCase();
  const kind = bodies.find((each) => BODY_TYPES[each] === type);
  if (kind !== undefined) return kind;
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
  // what is left of the body is not read
  if (problem.status === 413) reply.header('connection', 'close');
  return reply
    .code(problem.status)
    .headers(HEADERS)
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}

/** Nothing is at an address, or it is there for other methods. */
function notFound(path: string, method: string, routes: readonly Route[]): ServiceError {
  const found = routes.filter((route) => fits(route, path));
  // `…/documents/get` is an address of its own, not a document
  const parameters = ({ path: address }: Route) => address.split('{').length;
  const least = Math.min(...found.map(parameters));
  const allowed = found.filter((route) => parameters(route) === least).map((route) => route.method);
  if (allowed.length === 0) return new ServiceError('NOT_FOUND', 'There is nothing at this address.');
  const list = allowed.join(', ');
  return new ServiceError('METHOD_NOT_ALLOWED', `Expected ${list}, got ${method}.`, {
    headers: { allow: list },
  });
}

function fits({ path: address }: Route, path: string): boolean {
  return new RegExp(`^${address.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(
    path.split('?', 1)[0],
  );
}

/** What is no HTTP that Node knows gets an answer without a request: a method that nothing here has, or bytes of any kind. */
function answerUnparsed(
  error: Error & { code?: string; rawPacket?: Buffer },
  socket: Socket,
  routes: readonly Route[],
): void {
  if (!socket.writable || error.code === 'ECONNRESET') return;
  const [, method, path] = /^(\w+) (\S+) HTTP/.exec(error.rawPacket?.toString('latin1') ?? '') ?? [];
  const isMethod = error.code === 'HPE_INVALID_METHOD' && path !== undefined;
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const told = isMethod
    ? notFound(path, method, routes)
    : new ServiceError(
        isLate ? 'TOO_SLOW' : 'BAD_REQUEST',
        isLate ? 'The request did not arrive in time.' : 'Expected HTTP, got something else.',
      );
  const problem = problemOf(told);
  const body = JSON.stringify(problem);
  const headers = { ...told.more.headers, 'content-type': 'application/problem+json', connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function addFiles(app: FastifyInstance, files: ReadonlyMap<string, StaticFile>): void {
  for (const [address, { type, bytes, isFixed }] of files) {
    app.get(address, (_, reply) => {
      reply.header('cache-control', isFixed ? 'public, max-age=31536000, immutable' : 'no-cache');
      return reply.type(type).send(bytes);
    });
  }
}
