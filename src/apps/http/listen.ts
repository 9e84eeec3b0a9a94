/** How the service listens, with or without a front. */
import { NeardupError } from '../../index.ts';

/** Names of this machine. */
export const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
/** Connections that wait until they are accepted. */
export const BACKLOG = 4096;
/** Seconds in which a request must have arrived. */
export const REQUEST_SECONDS = 300;

/** Times of Node's server. */
export function arrivalTimes(requestSeconds: number) {
  return {
    headersTimeout: Math.min(60_000, 1000 * requestSeconds),
    requestTimeout: 1000 * requestSeconds,
    connectionsCheckingInterval: Math.min(30_000, 500 * requestSeconds),
  };
}

export function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Why the service cannot be reached at an address, in words. */
export function cannotListen(cause: NodeJS.ErrnoException, host: string, port: number): unknown {
  const reasons: Partial<Record<string, string>> = {
    EADDRINUSE: 'another program uses it',
    EACCES: 'permission denied',
    EADDRNOTAVAIL: 'this machine has no such address',
    ENOTFOUND: 'there is no such name',
  };
  const reason = reasons[cause.code ?? ''];
  if (reason === undefined) return cause;
  return new NeardupError('BAD_OPTION', `Cannot listen at ${host}, port ${port}: ${reason}.`, {
    cause,
    advice: 'Choose another port with --port (0 for any that is free), or another --host.',
  });
}
