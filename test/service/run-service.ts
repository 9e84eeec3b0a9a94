/** A service of its own for a test file, and requests to it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { Keys, type NewKey } from '../../src/apps/http/keys.ts';
import { type RunningService, type ServeOptions, startService } from '../../src/apps/http/start.ts';
import { answerProblems } from './answer-problems.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look at fields that they expect
export type Answered = any;

export interface TestService extends RunningService {
  readonly data: string;
  /** Sends JSON, or lines if the body is a string. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The JSON of an answer. */
  json(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  stop(): Promise<void>;
}

/** @param keys Made before it starts; their secrets are in the order given. */
export async function runService(
  options: Partial<ServeOptions> = {},
  keys: readonly NewKey[] = [],
): Promise<TestService & { readonly secrets: readonly string[] }> {
  const data = await mkdtemp(join(tmpdir(), 'neardup-service-'));
  const stored = await Keys.open(data);
  const secrets: string[] = [];
  for (const key of keys) secrets.push((await stored.create(key)).secret);
  const running = await startService({
    data,
    port: 0,
    threads: 1,
    first: 'documents',
    version: '0',
    log: 'fatal',
    ...options,
  });
  const send: TestService['send'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(running.address + path, {
      method,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && {
          'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
        }),
        ...headers,
      },
    });
    expect(await answerProblems(method, path, answer.clone())).toEqual([]);
    return answer;
  };
  return {
    ...running,
    data,
    secrets,
    send,
    json: async (...request) => (await send(...request)).json(),
    stop: async () => {
      await running.close();
      await rm(data, { recursive: true });
    },
  };
}

/** A service for one test, which stops when the test ends. */
export async function runForTest(...given: Parameters<typeof runService>): ReturnType<typeof runService> {
  const service = await runService(...given);
  onTestFinished(() => service.stop());
  return service;
}

/** The objects of JSON lines. */
export function objects(text: string): Answered[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export const FERRY =
  'The ferry to the island leaves at nine from the second pier behind the old customs house. Nobody was there.';
export const LAMP =
  'A green lamp was found in the attic of the mill, wrapped in three issues of a weekly paper. It was broken.';
export const C = '/v1/collections/documents';
