/** The description of all routes as OpenAPI 3.1, made of the schemas that requests are checked with. */
import type { TSchema } from 'typebox';
import { type AnswerForm, BODY_TYPES, bodiesOf, type Route } from './route.ts';
import { HTTP_PROBLEM } from './service-answers.ts';
import { REFUSED_FIELD_NAMES } from './uploads.ts';

const PROBLEM = {
  description: 'The error and its remedy (RFC 9457)',
  content: { 'application/problem+json': { schema: HTTP_PROBLEM } },
};

export function openApiOf(routes: readonly Route[], version: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    paths[route.path][route.method.toLowerCase()] = operationOf(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'neardup',
      version,
      description: 'Collections of documents: near-duplicates, shared passages, groups.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

function operationOf(route: Route): unknown {
  const { operation, summary, scope, params, query, answers } = route;
  const parameters = [...parametersOf('path', params), ...parametersOf('query', query)];
  const bodies = bodiesOf(route);
  return {
    operationId: operation,
    summary,
    ...(scope !== undefined && { description: `Scope: ${scope}.`, security: [{ key: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(bodies.length > 0 && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          bodies.map((kind) => [BODY_TYPES[kind], { schema: bodySchema(kind, route.body) }]),
        ),
      },
    }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, form]) => [status, responseOf(form)])),
      default: PROBLEM,
    },
  };
}

function parametersOf(place: 'path' | 'query', schema: Route['params']): unknown[] {
  if (schema === undefined) return [];
  const needed: readonly string[] = schema.required ?? [];
  return Object.entries(schema.properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || needed.includes(name),
    schema: each,
  }));
}

function bodySchema(kind: keyof typeof BODY_TYPES, schema: TSchema | undefined): unknown {
  if (kind === 'json') return schema;
  if (kind === 'ndjson') return { type: 'string', description: 'One JSON object a line' };
  return {
    type: 'object',
    properties: { file: { type: 'array', minItems: 1, items: { type: 'string', format: 'binary' } } },
    required: ['file'],
    propertyNames: { pattern: `^(?!(${REFUSED_FIELD_NAMES.join('|')})$)` },
  };
}

function responseOf({ meaning, schema, type = 'application/json', others = [] }: AnswerForm): unknown {
  const isJson = (each: string) => each === 'application/json';
  const content = [type, ...others].map((each) => [
    each,
    { schema: isJson(each) && schema !== undefined ? schema : { type: 'string' } },
  ]);
  const hasContent = schema !== undefined || type !== 'application/json';
  return { description: meaning, ...(hasContent && { content: Object.fromEntries(content) }) };
}
