/**
 * Answers the calls of a program in another language, as the package for Python makes them: a line of JSON each on standard input, lines
 * with its answer on standard output. Several calls may be under way. It ends, and ends them, when standard input is closed.
 */
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { AnswerWriter } from './answer-writer.ts';
import { OpenCollections } from './open-collections.ts';
import { VERBS } from './verbs.ts';

/** What the caller sends: a call, or the number of one to end. */
interface Message {
  readonly call?: unknown;
  readonly verb?: unknown;
  readonly given?: unknown;
  readonly cancel?: unknown;
}

interface UnderWay {
  readonly control: AbortController;
  readonly ended: Promise<void>;
}

export async function serveCalls(input: Readable, output: Writable): Promise<void> {
  const underWay = new Map<number, UnderWay>();
  const collections = new OpenCollections();
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const message = parsed(line);
      if (typeof message.cancel === 'number') {
        underWay.get(message.cancel)?.control.abort();
        continue;
      }
      const { call } = message;
      if (typeof call !== 'number') throw new Error('Expected a call with a number.');
      const control = new AbortController();
      const ended = answer(message, new AnswerWriter(output, call), collections, control.signal).finally(() =>
        underWay.delete(call),
      );
      underWay.set(call, { control, ended });
    }
  } finally {
    // a caller that sends something else still holds its end of the pipe
    input.destroy();
    await endAll([...underWay.values()], collections);
  }
}

async function endAll(left: readonly UnderWay[], collections: OpenCollections): Promise<void> {
  for (const { control } of left) control.abort();
  await Promise.allSettled(left.map(({ ended }) => ended));
  await collections.close();
}

async function answer(
  { verb, given }: Message,
  writer: AnswerWriter,
  collections: OpenCollections,
  signal: AbortSignal,
): Promise<void> {
  try {
    const verbs = { ...VERBS, ...collections.verbs };
    if (typeof verb !== 'string' || !Object.hasOwn(verbs, verb)) throw new Error('There is no such verb.');
    if (typeof given !== 'object' || given === null) throw new Error('Expected an object as `given`.');
    await writer.value(await verbs[verb](given as Record<string, unknown>, { writer, signal }));
  } catch (error) {
    await writer.error(error);
  }
}

function parsed(line: string): Message {
  const message: unknown = JSON.parse(line);
  if (typeof message !== 'object' || message === null) throw new Error('Expected an object in a line.');
  return message;
}
