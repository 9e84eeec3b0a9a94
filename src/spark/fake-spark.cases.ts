/** A server for tests that answers calls as Spark Connect does, or breaks off. */
import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { arrowRows } from '../stages/index.ts';
import { encode, type ProtobufMessage, protobufFields } from './protobuf.ts';

/** What it does with a call. */
export type Answer = (stream: ServerHttp2Stream) => void;

interface Call {
  readonly method: string;
  readonly headers: Record<string, unknown>;
  /** Fields of the request. */
  readonly fields: ReadonlyMap<number, string>;
}

let server: Http2Server;

/** @param answer Is asked at every call for what to do with it. Calls that release a statement always succeed. */
export async function startFakeSpark(answer: (call: Call) => Answer, host = '127.0.0.1') {
  const calls: Call[] = [];
  server = createServer();
  server.on('stream', (stream, headers) => {
    const parts: Buffer[] = [];
    stream.on('error', () => {});
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      const method = String(headers[':path']).split('/').at(-1)!;
      const message = Buffer.concat(parts).subarray(5);
      const fields = [...protobufFields(message)].map(
        ({ field, value }) => [field, Buffer.from(value).toString()] as const,
      );
      const call = { method, headers, fields: new Map(fields) };
      calls.push(call);
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      if (method === 'ReleaseExecute') stream.end();
      else answer(call)(stream);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return { calls, address: `sc://${host.includes(':') ? `[${host}]` : host}:${port}` };
}

export function stopFakeSpark(): void {
  server.close();
}

/** A response with a row. */
export function sendRow(stream: ServerHttp2Stream, id: string, row: object): void {
  const writer = arrowRows.open({ row: 'text' }, 'none');
  const rows = writer.batch({ row: [Buffer.from(JSON.stringify(row))] });
  // bytes are written as a text is
  const data = Buffer.concat([writer.first, rows, writer.last]);
  const batch = Buffer.concat([Buffer.from([18]), lengthOf(data), data]);
  sendBytes(stream, Buffer.concat([Buffer.from([18]), lengthOf(batch), batch, encode({ 13: id })]));
}

/** The response that ends an answer. */
export function sendEnd(stream: ServerHttp2Stream, id: string): void {
  const message: ProtobufMessage = { 13: id, 14: {} };
  sendBytes(stream, encode(message));
  stream.end();
}

function sendBytes(stream: ServerHttp2Stream, body: Uint8Array): void {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(body.length, 1);
  stream.write(Buffer.concat([head, body]));
}

function lengthOf(bytes: Uint8Array): Buffer {
  return Buffer.from([(bytes.length & 127) | 128, bytes.length >>> 7]);
}
