/** How many bytes a request may bring, and how many it holds while it waits. */
import { Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { ServiceError } from './problems.ts';

/** Bytes that a request says it has. */
export function lengthOf({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0);
}

export function tooLarge(most: number): ServiceError {
  return new ServiceError('BODY_TOO_LARGE', `Expected at most ${most} bytes, got more.`);
}

/** A stream that fails after some bytes. */
export function limited(stream: NodeJS.ReadableStream, most: number): AsyncIterable<Uint8Array> {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > most) done(tooLarge(most));
      else done(null, chunk);
    },
  });
  stream.on('error', (error) => limit.destroy(error as Error));
  return stream.pipe(limit);
}
