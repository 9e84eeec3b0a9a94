/** Starts a service: its data folder, collections, and server. */
import { realpath } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { NeardupError } from '../../index.ts';
import { Bodies } from './bodies.ts';
import { Collections } from './collections.ts';
import { Feeds } from './feeds.ts';
import { FollowedCollections } from './followed-collections.ts';
import { Gate } from './gate.ts';
import { GroupLists } from './group-lists.ts';
import { Guard } from './guard.ts';
import { Keys } from './keys.ts';
import { addressOf, BACKLOG, cannotListen, LOOPBACK, REQUEST_SECONDS } from './listen.ts';
import { Metrics } from './metrics.ts';
import { makeOwnFolder } from './own-folder.ts';
import { ProgressNotes } from './progress-notes.ts';
import { Reviews } from './reviews.ts';
import type { Route, RouteAddress } from './route.ts';
import { allRoutes } from './routes.ts';
import { SavedClasses } from './saved-classes.ts';
import { buildServer } from './server.ts';
import { LIMITS, type RequestLimits, type Service } from './service.ts';
import { staticFiles } from './static-files.ts';
import { Tasks } from './tasks.ts';

export interface ServeOptions {
  /** The folder with collections, keys, reviews and classes. It is made if there is none. */
  readonly data: string;
  /** Folders of collections elsewhere. @default none */
  readonly collections?: readonly string[];
  /** 0 for any that is free. @default 7710 */
  readonly port?: number;
  /** @default '127.0.0.1' */
  readonly host?: string;
  /** Files below this folder can be imported by tasks. @default none */
  readonly importRoot?: string;
  readonly threads?: number;
  /** `error`, `warn`, `info` or `debug`. @default 'warn' */
  readonly log?: string;
  /** @default LIMITS */
  readonly limits?: Partial<RequestLimits>;
  /** Connections that follow events at the same time. @default 1000 */
  readonly listeners?: number;
  /** Only questions are answered, of collections that another process may write to. */
  readonly readOnly?: boolean;
  /** Seconds in which a request must have arrived. @default 300 */
  readonly requestSeconds?: number;
  /** The collection that is made if there is none at all. */
  readonly first?: string;
  readonly version: string;
  /** Behind a front the service listens at any free port of this machine, and tells it. `host` is that of the front. */
  readonly onListening?: (port: number, addresses: readonly RouteAddress[]) => void;
}

export interface RunningService {
  /** `http://127.0.0.1:7710` */
  readonly address: string;
  readonly service: Service;
  /** True if requests need a key. */
  readonly needsKey: boolean;
  /** Finishes running work and closes everything. */
  close(): Promise<void>;
}

const MOST_LISTENERS = 1000;

export async function startService(options: ServeOptions): Promise<RunningService> {
  const { host = '127.0.0.1', port = 7710, version, threads } = options;
  const folder = resolve(options.data);
  const { readOnly = false } = options;
  if (!readOnly)
    for (const own of ['', 'groups', 'reviews', 'classes']) await makeOwnFolder(join(folder, own));
  const keys = await Keys.open(folder);
  const isLoopback = LOOPBACK.includes(host);
  if (!isLoopback && keys.list().length === 0) {
    throw new NeardupError(
      'BAD_OPTION',
      `Expected a key before other machines are served, found none in ${folder}.`,
      {
        advice: `Make one: neardup keys create --data ${options.data} --scopes admin`,
      },
    );
  }
  const guard = new Guard(keys, isLoopback, (error) => app.log.error(error));
  const processors = threads ?? availableParallelism();
  let state: 'starting' | 'ready' | 'stopping' = 'starting';
  const limits = { ...LIMITS, ...options.limits };
  const service: Service = {
    version,
    folder,
    importRoot: options.importRoot === undefined ? undefined : await realpath(options.importRoot),
    limits,
    collections: new (readOnly ? FollowedCollections : Collections)(join(folder, 'collections'), threads),
    keys,
    reviews: new Reviews(join(folder, 'reviews')),
    classes: new SavedClasses(join(folder, 'classes')),
    groups: new GroupLists(join(folder, 'groups')),
    tasks: await (readOnly ? Tasks.none() : Tasks.open(join(folder, 'tasks'))),
    feeds: new Feeds(options.listeners ?? MOST_LISTENERS, (access) => guard.stillAllows(access)),
    progress: new ProgressNotes(),
    bodies: new Bodies(limits.held),
    gates: {
      // those that ask at the same time are answered together
      ask: new Gate({ parallel: 256, waiting: 2000 }),
      compare: new Gate({ parallel: processors, waiting: 64 }),
      write: new Gate({ parallel: 1024, waiting: 2000 }),
    },
    threads,
    needsKey: () => guard.needsKey,
    isReady: () => state === 'ready' && !guard.isClosed,
  };
  const metrics = new Metrics();
  const all = allRoutes(version, () => metrics.answer(service));
  const routes = readOnly ? all.map(onlyQuestion) : all;
  const isBehindFront = options.onListening !== undefined;
  const app = await buildServer({
    routes,
    guard,
    service,
    metrics,
    files: staticFiles(),
    logLevel: options.log ?? 'warn',
    requestSeconds: options.requestSeconds ?? REQUEST_SECONDS,
    isBehindFront,
  });
  const place = isBehindFront ? { host: LOOPBACK[0], port: 0 } : { host, port };
  // health is answered while collections are opened
  await app.listen({ ...place, backlog: BACKLOG }).catch((error) => {
    throw cannotListen(error, host, port);
  });
  const { port: bound } = app.server.address() as AddressInfo;
  options.onListening?.(
    bound,
    routes.map(({ method, path, readers }) => ({ method, path, readers })),
  );
  const close = async () => {
    state = 'stopping';
    const tasks = service.tasks.close();
    service.feeds.end();
    // a connection that had a request when the server closed is kept open for a minute otherwise
    const idle = setInterval(() => app.server.closeIdleConnections(), 50);
    await app.close().finally(() => clearInterval(idle));
    await tasks;
    await service.collections.close();
  };
  try {
    await service.collections.start(options.collections ?? []);
    const { collections, tasks } = service;
    const abouts = readOnly ? [] : [service.reviews, service.classes];
    for (const path of tasks.unreadable)
      app.log.error(`${path} does not say how a task is. The task is left out; remove the file.`);
    for (const about of abouts)
      for (const problem of await about.problems(collections.names())) app.log.error(problem);
    for (const { name, reason, advice } of collections.broken())
      app.log.error(`The collection ${name} is not served: ${reason} ${advice}`);
    if (options.first !== undefined && collections.names().length + collections.broken().length === 0)
      await collections.create(options.first, {});
  } catch (error) {
    await close();
    throw error;
  }
  state = 'ready';
  return {
    address: addressOf(host, bound),
    service,
    needsKey: guard.needsKey,
    close,
  };
}

/** A route as a process that only reads has it. */
function onlyQuestion(route: Route): Route {
  if (route.readers !== undefined) return route;
  const handle = async () => {
    throw new NeardupError('READ_ONLY', 'This service only answers questions.', {
      advice: 'Send it to the service that writes to this collection.',
    });
  };
  return { ...route, gate: undefined, handle };
}
