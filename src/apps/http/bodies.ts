/** Limits the memory of all request bodies together. A request that would exceed it is refused before its body is read. */
import type { FastifyRequest } from 'fastify';
import { lengthOf } from './body-length.ts';
import { busy } from './problems.ts';
import { BODY_TYPES } from './route.ts';
import type { RequestLimits } from './service.ts';

export class Bodies {
  private held = 0;

  /** @param most Bytes. A request that is alone may always use its own limit. */
  constructor(private readonly most: number) {}

  /** @returns A function that gives the bytes back, to be called once. */
  take(bytes: number): () => void {
    if (this.held > 0 && this.held + bytes > this.most) throw busy('The requests hold too much.');
    this.held += bytes;
    return () => {
      this.held -= bytes;
    };
  }
}

/** Bytes that the body of a request holds at most. A body without a length can be as large as JSON may be; of JSON lines one is held. */
export function heldBytes(request: FastifyRequest, { json }: RequestLimits): number {
  const { 'transfer-encoding': encoding, 'content-type': type = '' } = request.headers;
  if (encoding !== undefined) return json;
  const length = lengthOf(request);
  return type.toLowerCase().startsWith(BODY_TYPES.ndjson) ? Math.min(length, json) : length;
}
