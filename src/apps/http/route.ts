/** The contract of a route: name, permissions, parameters and answers. OpenAPI, the guard and the tests read this table. */
import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Access } from './guard.ts';
import type { Service } from './service.ts';
import type { Scope } from './service-answers.ts';

export type BodyKind = 'json' | 'ndjson' | 'multipart';

export const BODY_TYPES: Readonly<Record<BodyKind, string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  multipart: 'multipart/form-data',
};

/** A request that has passed the guard and whose values are as the schemas say. */
export interface Call<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  /** The JSON body; nothing for other kinds, which are read from `request`. */
  readonly body: Body;
  readonly kind: BodyKind | undefined;
  readonly access: Access;
  readonly request: FastifyRequest;
  /** Aborted when the client has gone, or is no longer answered because it took too long. */
  readonly signal: AbortSignal;
  /** Reports the last finished line of the body, for the answer to a client whose request takes too long. */
  readonly onLines: (last: number) => void;
}

export interface Answer {
  readonly status: number;
  /** An object is sent as JSON, a string as it is. */
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Takes over the connection; nothing else is sent. */
  readonly takeOver?: (response: ServerResponse) => void;
}

/** The form of an answer, for OpenAPI. */
export interface AnswerForm {
  readonly meaning: string;
  /** The JSON object, or the object of every line. */
  readonly schema?: object;
  /** @default 'application/json' */
  readonly type?: string;
  /** Other forms that `Accept` may ask for. */
  readonly others?: readonly string[];
}

/** Where a route is. */
export interface RouteAddress {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** `/v1/collections/{name}/check` */
  readonly path: string;
  /** Whether processes that only read answer it: `always`, or only `alone`, if there is none that writes. @default not at all */
  readonly readers?: 'always' | 'alone';
}

export interface Route<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
> extends RouteAddress {
  /** A name that no other route has. */
  readonly operation: string;
  readonly summary: string;
  /** The scope that a key needs. Without it no key is needed. */
  readonly scope?: Scope;
  /** Whether a key for some documents is enough: for the one named in the address, or for those that the handler lets through. */
  readonly reach?: 'document' | 'documents';
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** @default JSON if there is a body */
  readonly bodies?: readonly BodyKind[];
  readonly answers: Readonly<Record<number, AnswerForm>>;
  /** The queue it waits in while other requests work. */
  readonly gate?: 'ask' | 'compare' | 'write';
  handle(call: Call<Static<Params>, Static<Query>, Static<Body>>, service: Service): Promise<Answer>;
}

/** Keeps the types of a route's values for its handler. */
export function route<P extends TObject, Q extends TObject, B extends TSchema>(given: Route<P, Q, B>): Route {
  return given as unknown as Route;
}

export function bodiesOf({ bodies, body }: Route): readonly BodyKind[] {
  return bodies ?? (body === undefined ? [] : ['json']);
}

export function ok(body: unknown, status = 200): Answer {
  return { status, body };
}

/** JSON lines. @param failed How many lines report a failure. */
export function answerLines(objects: readonly unknown[], failed = 0): Answer {
  const body = objects.map((object) => `${JSON.stringify(object)}\n`).join('');
  return { status: failed > 0 ? 207 : 200, body, type: BODY_TYPES.ndjson };
}
