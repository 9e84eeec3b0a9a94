/** Matches of watches, as a page of events or as a continuing feed (server-sent events). */
import type { ServerResponse } from 'node:http';
import { type Static, Type } from 'typebox';
import type { Collection, WatchEvent } from '../../../index.ts';
import { OPTIONS } from '../../../index.ts';
import type { Feeds } from '../feeds.ts';
import type { Access } from '../guard.ts';
import { ServiceError } from '../problems.ts';
import { IdSchema, InCollectionSchema, LIMIT, optionOf } from '../request-schemas.ts';
import { type Answer, ok, type Route, route } from '../route.ts';
import { EVENT_PAGE, type Task } from '../service-answers.ts';
import type { Tasks } from '../tasks.ts';

const Query = Type.Object(
  {
    from: optionOf(OPTIONS['collection.events'].from, { maximum: 2 ** 48 }),
    limit: LIMIT(1000),
    watch: Type.Optional(IdSchema),
  },
  { additionalProperties: false },
);

const FEED = 'text/event-stream';
/** Bytes that a listener may lag before it is disconnected. It reconnects with its last position. */
const MOST_LAG = 1 << 20;
/** Milliseconds after which a feed says that it is alive. */
const PULSE = 15_000;

export const eventRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/collections/{name}/events',
    operation: 'listEvents',
    summary: 'What watches found; with `Accept: text/event-stream` a feed that resumes after `Last-Event-ID`',
    scope: 'read',
    params: InCollectionSchema,
    query: Query,
    answers: {
      200: {
        meaning:
          'Events in their order, without a gap; `first` and `last` are the positions of the first and the last one there is',
        schema: EVENT_PAGE,
        others: [FEED],
      },
    },
    handle: async ({ params: { name }, query, access, request, signal }, service): Promise<Answer> => {
      const { collections, tasks, feeds } = service;
      const collection = collections.get(name);
      if (request.headers.accept?.includes(FEED)) {
        if (feeds.isFull)
          throw new ServiceError('BUSY', 'Too many listen.', { headers: { 'retry-after': '10' } });
        const last = Number(request.headers['last-event-id']);
        const from = Number.isSafeInteger(last) && last > 0 ? last + 1 : query.from;
        // said before the feed begins: afterwards there is no status
        if (from !== undefined && from < collection.firstEvent)
          for await (const _ of collection.events({ from })) break;
        const takeOver = (response: ServerResponse) =>
          void follow(response, {
            collection,
            name,
            tasks,
            feeds,
            access,
            query: { ...query, from },
            signal,
          });
        return { status: 200, type: FEED, headers: { 'cache-control': 'no-store' }, takeOver };
      }
      const { limit = 100, ...options } = query;
      const events: WatchEvent[] = [];
      for await (const event of collection.events({ ...options, signal })) {
        events.push(event);
        if (events.length === limit) break;
      }
      return ok({ events, first: collection.firstEvent, last: collection.lastEvent });
    },
  }),
];

interface Feed {
  readonly collection: Collection;
  readonly name: string;
  readonly tasks: Tasks;
  readonly feeds: Feeds;
  readonly access: Access;
  readonly query: Static<typeof Query>;
  readonly signal: AbortSignal;
}

async function follow(
  response: ServerResponse,
  { collection, name, tasks, feeds, access, query, signal }: Feed,
): Promise<void> {
  feeds.add(response, access);
  const ended = new AbortController();
  const write = (text: string) => {
    if (response.writableEnded) return;
    if (response.writableLength > MOST_LAG) ended.abort();
    else response.write(text);
  };
  const tellTask = (task: Task) => {
    if (task.collection === name) write(`event: task\ndata: ${JSON.stringify(task)}\n\n`);
  };
  const pulse = setInterval(() => write(': alive\n\n'), PULSE);
  tasks.changes.on('task', tellTask);
  response.on('close', () => ended.abort());
  write(': begin\n\n');
  try {
    const { from, watch } = query;
    const until = AbortSignal.any([signal, ended.signal]);
    for await (const event of collection.events({ from, watch, follow: true, signal: until })) {
      write(`id: ${event.position}\nevent: match\ndata: ${JSON.stringify(event)}\n\n`);
    }
  } catch {
    // the listener has gone, or the collection is closed
  } finally {
    clearInterval(pulse);
    tasks.changes.off('task', tellTask);
    feeds.delete(response);
    response.end();
  }
}
