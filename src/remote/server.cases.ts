/** A server on this machine with faults to choose, for tests: files with parts, a hub, a store for uploads. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request in its own way, or leaves it. */
export type Fault = (request: IncomingMessage, response: ServerResponse, file: Buffer | undefined) => boolean;

export class TestServer {
  readonly files = new Map<string, Buffer>();
  /** Asked before the file is given; the first that answers wins. */
  readonly faults: Fault[] = [];
  readonly requests: {
    readonly method: string;
    readonly url: string;
    readonly headers: IncomingMessage['headers'];
  }[] = [];
  /** Bytes of files that were sent. */
  sent = 0;
  private readonly uploads = new Map<string, Buffer[]>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TestServer> {
    const server = createServer();
    const started = new TestServer(server);
    server.on('request', (request, response) => void started.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  url(path: string, host = '127.0.0.1'): string {
    return `http://${host}:${this.port}${path}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    this.requests.push({ method, url, headers });
    const at = new URL(url, 'http://here');
    const path = decodeURIComponent(at.pathname);
    if (this.faults.some((fault) => fault(request, response, this.files.get(path)))) return;
    if (method !== 'GET') return this.upload(request, response, path, at.searchParams);
    const file = this.files.get(path);
    if (file === undefined) return void response.writeHead(404).end();
    sendFile(this, request, response, file);
  }

  private async upload(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: URLSearchParams,
  ): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const id = query.get('uploadId') ?? '';
    if (request.method === 'PUT') {
      this.uploads.get(id)![Number(query.get('partNumber')) - 1] = Buffer.concat(parts);
      response.setHeader('etag', `"${query.get('partNumber')}"`).end();
    } else if (query.has('uploads')) {
      this.uploads.set(path, []);
      response.end(`<UploadId>${path}</UploadId>`);
    } else {
      if (request.method === 'POST') {
        const sent = this.uploads.get(id)!;
        const list = sent.map(
          (_, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>"${i + 1}"</ETag></Part>`,
        );
        // as a store does: the parts that it has, in their order
        if (!String(Buffer.concat(parts)).includes(`>${list.join('')}</`))
          return void response.writeHead(400).end('<Code>InvalidPartOrder</Code>');
        this.files.set(path, Buffer.concat(sent));
      }
      this.uploads.delete(id);
      response.end();
    }
  }
}

/** Gives the part that is asked for. @param end Bytes after which the connection is cut. */
export function sendFile(
  server: TestServer,
  { headers }: IncomingMessage,
  response: ServerResponse,
  file: Buffer,
  { etag = '"1"', cutAfter = Number.POSITIVE_INFINITY } = {},
): void {
  const [, from, to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
    return void response.writeHead(412).end();
  const start = Number(from ?? 0);
  const end = to === '' ? file.length : Math.min(Number(to) + 1, file.length);
  if (from !== undefined && start >= file.length) return void response.writeHead(416).end();
  const range = { 'content-range': `bytes ${start}-${end - 1}/${file.length}` };
  response.writeHead(from === undefined ? 200 : 206, {
    etag,
    'content-length': end - start,
    ...(from !== undefined && range),
  });
  const part = file.subarray(start, end);
  server.sent += Math.min(part.length, cutAfter);
  if (part.length <= cutAfter) return void response.end(part);
  // what was sent arrives before the end
  response.write(part.subarray(0, cutAfter), () => response.socket?.end());
}
