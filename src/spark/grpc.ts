/** Calls of gRPC: HTTP/2 with messages of a length each. A connection that is lost is made again by the next call. */
import { type ClientHttp2Session, connect, constants } from 'node:http2';

/** Spark ends a stream after two minutes, to be asked for the rest: longer silence means that the connection is dead. */
const SILENT_MS = 5 * 60_000;
const ALIVE_MS = 30_000;
const UNAVAILABLE = '14';

export class GrpcError extends Error {
  /** @param isLost Whether the connection was lost, so that the server may still be at work. */
  constructor(
    message: string,
    readonly isLost: boolean,
  ) {
    super(message);
  }
}

export class Grpc {
  private session: ClientHttp2Session | undefined;
  /** Why there is no connection. */
  private broken: Error | undefined;

  constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  /** The messages of the answer. */
  async *call(path: string, message: Uint8Array, signal?: AbortSignal): AsyncGenerator<Buffer> {
    const stream = this.connected().request(
      {
        // Node's own lacks the brackets of IPv6
        [constants.HTTP2_HEADER_AUTHORITY]: new URL(this.url).host,
        ...this.headers,
        [constants.HTTP2_HEADER_METHOD]: 'POST',
        [constants.HTTP2_HEADER_PATH]: path,
        'content-type': 'application/grpc',
        te: 'trailers',
      },
      { signal },
    );
    const head = Buffer.alloc(5);
    head.writeUInt32BE(message.length, 1);
    stream.setTimeout(SILENT_MS, () => stream.destroy(new Error('Nothing came for five minutes')));
    stream.end(Buffer.concat([head, message]));
    let status: string | undefined;
    let reason = '';
    const note = (headers: Record<string, unknown>) => {
      if (headers['grpc-status'] !== undefined) status = String(headers['grpc-status']);
      if (headers['grpc-message'] !== undefined) reason = decoded(String(headers['grpc-message']));
      const code = headers[constants.HTTP2_HEADER_STATUS];
      if (code !== undefined && code !== 200 && reason === '') reason = `HTTP status ${code}`;
    };
    stream.on('response', note);
    stream.on('trailers', note);
    try {
      yield* messagesIn(stream);
    } catch (cause) {
      signal?.throwIfAborted();
      const error = this.broken ?? (cause as Error);
      throw new GrpcError(error.message, true);
    }
    if (status === '0') return;
    const isCut = status === undefined && reason === '';
    const said = reason !== '' ? reason : isCut ? 'the connection was cut' : `status ${status}`;
    throw new GrpcError(said, isCut || status === UNAVAILABLE);
  }

  close(): void {
    this.session?.close();
  }

  private connected(): ClientHttp2Session {
    if (this.session !== undefined && !this.session.closed && !this.session.destroyed) return this.session;
    this.broken = undefined;
    const session = connect(this.url);
    session.on('error', (error) => {
      this.broken = error;
    });
    session.on('connect', (_, socket) => socket.setKeepAlive(true, ALIVE_MS));
    this.session = session;
    return session;
  }
}

async function* messagesIn(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = messageEnd(rest); end !== undefined; end = messageEnd(rest)) {
      yield rest.subarray(5, end);
      rest = rest.subarray(end);
    }
  }
}

/** Where the first message ends, if it is complete. */
function messageEnd(bytes: Buffer): number | undefined {
  if (bytes.length < 5) return undefined;
  const end = 5 + bytes.readUInt32BE(1);
  return end <= bytes.length ? end : undefined;
}

/** A message of gRPC; a proxy on the way may write one that is not encoded. */
function decoded(message: string): string {
  try {
    return decodeURIComponent(message);
  } catch {
    return message;
  }
}
