/** Answers to requests that no route takes: nothing is at the address, the method is another one, or it is no HTTP. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { problemOf, ServiceError } from './problems.ts';
import type { RouteAddress } from './route.ts';

/** Nothing is at an address, or it is there for other methods. */
export function notFound(path: string, method: string, routes: readonly RouteAddress[]): ServiceError {
  const found = routes.filter((route) => fits(route, path));
  // `…/documents/get` is an address of its own, not a document
  const parameters = ({ path: address }: RouteAddress) => address.split('{').length;
  const least = Math.min(...found.map(parameters));
  const allowed = found.filter((route) => parameters(route) === least).map((route) => route.method);
  if (allowed.length === 0) return new ServiceError('NOT_FOUND', 'There is nothing at this address.');
  const list = allowed.join(', ');
  return new ServiceError('METHOD_NOT_ALLOWED', `Expected ${list}, got ${method}.`, {
    headers: { allow: list },
  });
}

function fits({ path: address }: RouteAddress, path: string): boolean {
  return new RegExp(`^${address.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(
    path.split('?', 1)[0],
  );
}

/** Answers bytes that Node cannot parse as HTTP, such as an unknown method. There is no request object then. */
export function answerUnparsed(
  error: Error & { readonly code?: string; readonly rawPacket?: unknown },
  socket: Socket,
  routes: readonly RouteAddress[],
): void {
  if (!socket.writable || error.code === 'ECONNRESET') return;
  const [, method, path] =
    /^(\w+) (\S+) HTTP/.exec(Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '') ??
    [];
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
