/** What a shared index does when Redis fails, is full, or is another one than expected. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasRedis, RedisServer } from '../../scripts/redis-servers.mjs';
import { openSharedIndex } from '../../src/redis/index.ts';
import { LIBRARY_NAME } from '../../src/redis/library.ts';

const textOf = (number: number) => Array.from({ length: 80 }, (_, i) => `word${number}x${i}`).join(' ');
const skip = { onDuplicate: 'skip' } as const;

describe.skipIf(!hasRedis() && !process.env.NEARDUP_REQUIRE_ALL)(
  'shared index, when Redis fails (skipped if redis-server 7 is missing)',
  () => {
    let server: RedisServer;
    beforeAll(async () => {
      server = await RedisServer.start();
    });
    afterAll(() => server?.stop());
    beforeEach(() => {
      server.cli('CONFIG', 'SET', 'maxmemory', '0');
      server.cli('FLUSHALL');
    });

    test('a server that cannot be reached is named', async () => {
      const opening = openSharedIndex('redis://127.0.0.1:1', { retrySeconds: 0 });
      await expect(opening).rejects.toMatchObject({
        code: 'REDIS_FAILED',
        message: /127\.0\.0\.1:1\) cannot be reached/,
      });
    });

    test('an index that was made with other settings is refused by the name of the option', async () => {
      await (await openSharedIndex(server.url, { threshold: 0.7 })).close();
      const message = '`threshold` is `0.8`, but the index `neardup` was made with `0.7`.';
      await expect(openSharedIndex(server.url, { threshold: 0.8 })).rejects.toMatchObject({
        code: 'OTHER_INDEX',
        message,
      });
      const index = await openSharedIndex(server.url);
      expect((await index.info()).settings.threshold).toBe(0.7);
      await index.close();
    });

    test('an index of another canonical form or key scheme is refused with advice', async () => {
      await (await openSharedIndex(server.url)).close();
      const stored = JSON.parse(server.cli('GET', 'neardup:settings'));
      for (const other of [{ canonicalForm: 1 }, { keys: 'bands-32' }, { format: 9 }]) {
        server.cli('SET', 'neardup:settings', JSON.stringify({ ...stored, ...other }));
        await expect(openSharedIndex(server.url)).rejects.toMatchObject({
          code: 'OTHER_INDEX',
          message: /made by another version of neardup/,
          advice: /Use the version that made it/,
        });
      }
    });

    test('a changed function library is refused, and one that was lost is loaded again', async () => {
      const index = await openSharedIndex(server.url);
      server.cli('FUNCTION', 'FLUSH');
      expect(await index.add([{ id: 'a', text: textOf(1) }])).toEqual([{ id: 'a', state: 'added' }]);
      await index.close();
      server.cli('FUNCTION', 'FLUSH');
      const other = `#!lua name=${LIBRARY_NAME}\nredis.register_function('other', function() return 1 end)`;
      server.cli('FUNCTION', 'LOAD', other);
      await expect(openSharedIndex(server.url)).rejects.toMatchObject({
        code: 'OTHER_INDEX',
        advice: /FUNCTION DELETE/,
      });
      server.cli('FUNCTION', 'FLUSH');
    });

    test('a Redis that drops keys when it is full is refused', async () => {
      server.cli('CONFIG', 'SET', 'maxmemory', '100mb', 'maxmemory-policy', 'allkeys-lru');
      await expect(openSharedIndex(server.url)).rejects.toThrow(
        /drops keys when it is full \(maxmemory-policy allkeys-lru\)/,
      );
      server.cli('CONFIG', 'SET', 'maxmemory', '0', 'maxmemory-policy', 'noeviction');
    });

    test('a full Redis fails by name, keeps what it has, lets documents be removed and goes on', async () => {
      const index = await openSharedIndex(server.url, { expected: 1000 });
      await index.add([{ id: 'a', text: textOf(1) }]);
      server.cli('CONFIG', 'SET', 'maxmemory', '1mb');
      await expect(index.add([{ id: 'b', text: textOf(2) }])).rejects.toMatchObject({ code: 'REDIS_FULL' });
      expect((await index.check({ text: textOf(1) })).pairs.map(({ b }) => b)).toEqual(['a']);
      expect(await index.remove(['a'])).toEqual([{ id: 'a', state: 'removed' }]);
      server.cli('CONFIG', 'SET', 'maxmemory', '0');
      expect(await index.add([{ id: 'b', text: textOf(2) }])).toEqual([{ id: 'b', state: 'added' }]);
      await index.remove(['b']);
      await index.close();
      expect(server.cli('KEYS', '*')).toBe('neardup:settings');
    });

    test('a value that is no document of neardup is refused by the name of its key', async () => {
      const index = await openSharedIndex(server.url);
      await index.add([{ id: 'a', text: textOf(1) }]);
      const key = server.cli('--scan', '--pattern', 'neardup:{???????????}');
      server.cli('SET', key, 'something else');
      await expect(index.check({ text: textOf(1) })).rejects.toMatchObject({
        code: 'OTHER_INDEX',
        message: expect.stringContaining(key),
      });
      await index.close();
    });

    test('a replica that confirms nothing fails the call that waits for it, and adding again is safe', async () => {
      const index = await openSharedIndex(server.url, { replicas: 1 });
      await expect(index.add([{ id: 'a', text: textOf(1) }])).rejects.toThrow(
        /0 of 1 replicas have confirmed/,
      );
      await index.close();
      const other = await openSharedIndex(server.url);
      expect(await other.add([{ id: 'a', text: textOf(1) }], skip)).toEqual([{ id: 'a', state: 'added' }]);
      await other.close();
    });

    test('a process that died while it added a document holds others up for its lease only', async () => {
      const index = await openSharedIndex(server.url, { leaseSeconds: 1, expected: 1000 });
      // its documents are claimed and entered in their buckets; then nothing of it reaches Redis any more
      const proxy = await CuttingProxy.start(server.port, ({ commits }) => commits > 0);
      const dying = await openSharedIndex(proxy.url, { leaseSeconds: 1, retrySeconds: 0 });
      const dead = Array.from({ length: 100 }, (_, i) => ({ id: `dead${i}`, text: textOf(i) }));
      await expect(dying.add(dead)).rejects.toMatchObject({ code: 'REDIS_FAILED' });
      await dying.close();
      proxy.stop();
      expect(server.cli('--scan', '--pattern', 'neardup:{???????????}:p').split('\n')).toHaveLength(100);
      const documents = Array.from({ length: 100 }, (_, i) => ({ id: `d${i}`, text: textOf(i) }));
      const answers = await index.add(documents, skip);
      expect(answers).toEqual(documents.map(({ id }) => ({ id, state: 'added' })));
      await index.expire();
      expect((await index.expire()).postings).toBe(0);
      await index.close();
    });

    test('a connection that is cut again and again in the middle of claims loses nothing and doubles nothing', async () => {
      // after every 97 calls: claims, postings, looks and commits are cut
      const proxy = await CuttingProxy.start(server.port, ({ calls, cuts }) => calls > 97 * (cuts + 1));
      const index = await openSharedIndex(proxy.url, { expected: 1000, leaseSeconds: 600 });
      for (let round = 0; round < 10; round++) {
        const texts = Array.from({ length: 20 }, (_, i) => 20 * round + i);
        const documents = texts.flatMap((n) => [
          { id: `a${n}`, text: textOf(n) },
          { id: `b${n}`, text: `${textOf(n)} more` },
        ]);
        const states = (await index.add(documents, skip)).map(({ state }) => state);
        // an answer that was lost makes the second attempt `unchanged`, never a second document
        expect(states).toEqual(texts.flatMap(() => [expect.stringMatching(/added|unchanged/), 'duplicate']));
      }
      expect(proxy.cuts).toBeGreaterThan(5);
      await index.close();
      proxy.stop();
      const direct = await openSharedIndex(server.url);
      expect((await direct.info()).documents).toBe(200);
      await direct.expire();
      expect((await direct.expire()).postings).toBe(0);
      await direct.close();
    });
  },
);

/** Passes bytes on to Redis, and cuts all connections if it should after what has passed. */
class CuttingProxy {
  cuts = 0;
  /** Calls of functions that have passed, and those of `commit`, which do not pass if they are to be cut. */
  calls = 0;
  commits = 0;
  private readonly sockets = new Set<Socket>();
  private constructor(private readonly server: Server) {}

  static async start(port: number, isToBeCut: (proxy: CuttingProxy) => boolean): Promise<CuttingProxy> {
    const server = createServer();
    const proxy = new CuttingProxy(server);
    server.on('connection', (client) => {
      const redis = connect(port, '127.0.0.1');
      for (const socket of [client, redis]) {
        proxy.sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => proxy.sockets.delete(socket));
      }
      redis.pipe(client);
      client.on('data', (bytes) => {
        const text = bytes.toString('latin1');
        proxy.calls += text.split('FCALL').length - 1;
        proxy.commits += text.split('_commit').length - 1;
        if (isToBeCut(proxy)) proxy.cut();
        else redis.write(bytes);
      });
      client.on('end', () => redis.end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  stop(): void {
    this.cut();
    this.server.close();
  }

  private cut(): void {
    this.cuts++;
    for (const socket of this.sockets) socket.destroy();
  }
}
