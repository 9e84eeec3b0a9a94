import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { arrow } from '../stages/index.ts';
import { SparkSession } from './connect.ts';
import { encode, type ProtobufMessage, protobufFields } from './protobuf.ts';

/** A server that answers as Spark does, or breaks off: the answers to calls, one after the other. */
type Answer = (stream: ServerHttp2Stream) => void;

let server: Http2Server;
afterEach(() => server.close());

async function start(answers: Answer[], host = '127.0.0.1') {
  const calls: { method: string; headers: Record<string, unknown>; fields: Map<number, string> }[] = [];
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
      calls.push({ method, headers, fields: new Map(fields) });
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      if (method === 'ReleaseExecute') stream.end();
      else answers.shift()!(stream);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return { calls, address: `sc://${host.includes(':') ? `[${host}]` : host}:${port}` };
}

function hasIPv6(): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
}

function send(stream: ServerHttp2Stream, message: ProtobufMessage): void {
  const body = encode(message);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(body.length, 1);
  stream.write(Buffer.concat([head, body]));
}

/** A response with a row. */
function row(stream: ServerHttp2Stream, id: string, value: number): void {
  const writer = arrow.open({ row: 'text' }, 'none');
  const rows = writer.batch({ row: [Buffer.from(JSON.stringify({ value }))] });
  // bytes are written as a text is
  const data = Buffer.concat([writer.first, rows, writer.last]);
  const batch = Buffer.concat([Buffer.from([18]), lengthOf(data), data]);
  const body = Buffer.concat([Buffer.from([18]), lengthOf(batch), batch, encode({ 13: id })]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(body.length, 1);
  stream.write(Buffer.concat([head, body]));
}

function lengthOf(bytes: Uint8Array): Buffer {
  return Buffer.from([(bytes.length & 127) | 128, bytes.length >>> 7]);
}

const complete = (stream: ServerHttp2Stream, id: string) => {
  send(stream, { 13: id, 14: {} });
  stream.end();
};

async function valuesOf(session: SparkSession) {
  const found: number[] = [];
  for await (const { value } of session.rows<{ value: number }>('SELECT 1')) found.push(value);
  session.close();
  return found;
}

describe('a session of Spark Connect', () => {
  it('gives every row once if the server ends streams early, or the connection is lost', async () => {
    const { address, calls } = await start([
      (stream) => {
        row(stream, 'a', 1);
        stream.end();
      },
      (stream) => {
        row(stream, 'b', 2);
        setTimeout(() => stream.session!.destroy(), 50);
      },
      (stream) => {
        row(stream, 'c', 3);
        complete(stream, 'd');
      },
    ]);
    expect(await valuesOf(new SparkSession(address))).toEqual([1, 2, 3]);
    expect(calls.map(({ method }) => method)).toEqual([
      ...['ExecutePlan', 'ReattachExecute', 'ReattachExecute', 'ReleaseExecute'],
    ]);
    const [sent, second, third, released] = calls.map(({ fields }) => fields);
    expect([second.get(5), third.get(5)]).toEqual(['a', 'b']);
    expect(new Set([sent.get(6), second.get(3), third.get(3), released.get(3)]).size).toBe(1);
  });

  it('sends a statement again if it has not arrived', async () => {
    const notFound: Answer = (stream) => {
      stream.removeAllListeners('wantTrailers');
      stream.on('wantTrailers', () =>
        stream.sendTrailers({
          'grpc-status': '13',
          'grpc-message': '[INVALID_HANDLE.OPERATION_NOT_FOUND] none',
        }),
      );
      stream.end();
    };
    const { address, calls } = await start([
      (stream) => complete(stream, 'a'),
      (stream) => stream.session!.destroy(),
      notFound,
      (stream) => {
        row(stream, 'b', 5);
        complete(stream, 'c');
      },
    ]);
    const session = new SparkSession(address);
    await session.run('SET a = b');
    expect(await valuesOf(session)).toEqual([5]);
    expect(calls.slice(2).map(({ method }) => method)).toEqual([
      ...['ExecutePlan', 'ReattachExecute', 'ExecutePlan', 'ReleaseExecute'],
    ]);
  });

  it('says why a statement failed, and does not try it again', async () => {
    const { address, calls } = await start([
      (stream) => {
        stream.removeAllListeners('wantTrailers');
        stream.on('wantTrailers', () =>
          stream.sendTrailers({ 'grpc-status': '13', 'grpc-message': 'no%20table' }),
        );
        stream.end();
      },
    ]);
    const session = new SparkSession(address);
    await expect(session.run('SELECT')).rejects.toThrow(`Spark at ${address}: no table`);
    session.close();
    expect(calls).toHaveLength(1);
  });

  it('ends a statement at the server if the caller stops', async () => {
    const stop = new AbortController();
    const { address, calls } = await start([
      (stream) => complete(stream, 'a'),
      (stream) => {
        row(stream, 'b', 1);
        setTimeout(() => stop.abort(), 50);
      },
    ]);
    const session = new SparkSession(address, stop.signal);
    await session.run('SET a = b');
    await expect(valuesOf(session)).rejects.toThrow('aborted');
    session.close();
    expect(calls.at(-1)!.method).toBe('ReleaseExecute');
    expect(calls.at(-1)!.fields.get(3)).toBe(calls.at(-2)!.fields.get(6));
  });

  it('names a server with an IPv6 address as URLs do', async (context) => {
    if (!hasIPv6()) return context.skip();
    const { address, calls } = await start([(stream) => complete(stream, 'a')], '::1');
    const session = new SparkSession(address);
    await session.run('SELECT 1');
    session.close();
    expect(calls[0].headers[':authority']).toBe(address.slice('sc://'.length));
  });

  it('sends the headers and the user of its address', async () => {
    const { address, calls } = await start([(stream) => complete(stream, 'a')]);
    const session = new SparkSession(`${address}/;x-databricks-cluster-id=0101;user_id=ann`);
    await session.run('SELECT 1');
    session.close();
    expect(calls[0].headers).toMatchObject({ 'x-databricks-cluster-id': '0101' });
    expect(calls[0].fields.get(2)).toContain('ann');
  });
});
