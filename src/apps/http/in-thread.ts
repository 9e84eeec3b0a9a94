/** The service in a thread, behind the front (`front.ts`): reports its port, and ends on request. */
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
  const tell = (message: FromThread) => front.postMessage(message);
  const stop = once(front, 'message');
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
  front.close();
}
