/** The service in a thread or process of its own, behind the front (`front.ts`): reports its port, and ends on request. */
import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { NeardupError } from '../../index.ts';
import type { RouteAddress } from './route.ts';
import type { BrokenCollection } from './service-answers.ts';
import { type ServeOptions, startService } from './start.ts';

/** Facts about a service that is ready. */
export interface Served {
  readonly collections: readonly string[];
  /** Collections that cannot be opened. */
  readonly broken: readonly BrokenCollection[];
  readonly folder: string;
  /** True if requests need a key. */
  readonly needsKey: boolean;
}

/** Where the service listens on this machine, and the addresses of its routes. */
export interface Listening {
  readonly port: number;
  readonly addresses: readonly RouteAddress[];
}

/** An error that goes from thread to thread. */
export interface Failure {
  readonly message: string;
  readonly known?: Pick<NeardupError, 'code' | 'wordings'>;
}

export type FromThread =
  | { readonly listening: Listening }
  | { readonly ready: Served }
  | { readonly failed: Failure };

export async function serveInThread(front: MessagePort, options: ServeOptions): Promise<void> {
  await serve(options, (message) => front.postMessage(message), once(front, 'message'));
  front.close();
}

/** Signals to the whole group of processes are for the front, which then says when to end. */
const FOR_THE_FRONT = ['SIGINT', 'SIGHUP'] as const;

/** The first message of the front has the options, the second says that it should end. */
export async function serveInProcess(): Promise<void> {
  for (const signal of FOR_THE_FRONT) process.on(signal, () => {});
  // without a front nobody asks
  process.once('disconnect', () => process.exit());
  const [options] = await once(process, 'message');
  const stop = Promise.race([once(process, 'message'), once(process, 'SIGTERM')]);
  let told: Promise<unknown> | undefined;
  const tell = (message: FromThread) => {
    told = new Promise((resolve) => {
      process.send?.(message, resolve);
    });
  };
  await serve(options, tell, stop);
  await told;
  process.exit();
}

async function serve(
  options: ServeOptions,
  tell: (message: FromThread) => void,
  stop: Promise<unknown>,
): Promise<void> {
  try {
    const { service, needsKey, close } = await startService({
      ...options,
      onListening: (port, addresses) => tell({ listening: { port, addresses } }),
    });
    const { collections, folder } = service;
    tell({ ready: { collections: collections.names(), broken: collections.broken(), folder, needsKey } });
    await stop;
    await close();
  } catch (error) {
    const { message, code, wordings } = error as NeardupError;
    tell({ failed: { message, ...(error instanceof NeardupError && { known: { code, wordings } }) } });
  }
}
