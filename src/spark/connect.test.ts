import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { SparkSession } from './connect.ts';
import { type Answer, sendEnd, sendRow, startFakeSpark, stopFakeSpark } from './fake-spark.cases.ts';

afterEach(stopFakeSpark);

/** A server with these answers to calls, one after the other. */
const start = (answers: Answer[], host?: string) => startFakeSpark(() => answers.shift()!, host);

function hasIPv6(): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
}

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
        sendRow(stream, 'a', { value: 1 });
        stream.end();
      },
      (stream) => {
        sendRow(stream, 'b', { value: 2 });
        setTimeout(() => stream.session!.destroy(), 50);
      },
      (stream) => {
        sendRow(stream, 'c', { value: 3 });
        sendEnd(stream, 'd');
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
      (stream) => sendEnd(stream, 'a'),
      (stream) => stream.session!.destroy(),
      notFound,
      (stream) => {
        sendRow(stream, 'b', { value: 5 });
        sendEnd(stream, 'c');
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
      (stream) => sendEnd(stream, 'a'),
      (stream) => {
        sendRow(stream, 'b', { value: 1 });
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
    const { address, calls } = await start([(stream) => sendEnd(stream, 'a')], '::1');
    const session = new SparkSession(address);
    await session.run('SELECT 1');
    session.close();
    expect(calls[0].headers[':authority']).toBe(address.slice('sc://'.length));
  });

  it('sends the headers and the user of its address', async () => {
    const { address, calls } = await start([(stream) => sendEnd(stream, 'a')]);
    const session = new SparkSession(`${address}/;x-databricks-cluster-id=0101;user_id=ann`);
    await session.run('SELECT 1');
    session.close();
    expect(calls[0].headers).toMatchObject({ 'x-databricks-cluster-id': '0101' });
    expect(calls[0].fields.get(2)).toContain('ann');
  });
});
