/** What a shared index does when Redis fails, is full, or is another one than expected. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSharedIndex } from '../../src/redis/index.ts';
import { LIBRARY_NAME } from '../../src/redis/library.ts';
import { hasRedis, RedisServer, until } from '../soak/redis-servers.mjs';

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
      const index = await openSharedIndex(server.url, { replicas: 1, retrySeconds: 0 });
      await expect(index.add([{ id: 'a', text: textOf(1) }])).rejects.toThrow(
        /0 of 1 replicas have confirmed/,
      );
      await index.close();
      const other = await openSharedIndex(server.url);
      expect(await other.add([{ id: 'a', text: textOf(1) }], skip)).toEqual([{ id: 'a', state: 'added' }]);
      await other.close();
    });

    test('a replica that comes within the time for retries confirms, as after a failover', async () => {
      const index = await openSharedIndex(server.url, { replicas: 1, retrySeconds: 60 });
      const adding = index.add([{ id: 'a', text: textOf(1) }]);
      const early = await Promise.race([adding, new Promise((resolve) => setTimeout(resolve, 3000))]);
      expect(early).toBeUndefined();
      const replica = await RedisServer.start(['--replicaof', `127.0.0.1 ${server.port}`]);
      expect(await adding).toEqual([{ id: 'a', state: 'added' }]);
      await index.close();
      await replica.stop();
    });

    test('a policy that drops keys fails the calls of an index that is open, and dropped keys its end', async () => {
      const index = await openSharedIndex(server.url, { expected: 1000 });
      const add = (from: number, count: number) =>
        index.add(Array.from({ length: count }, (_, i) => ({ id: `e${from + i}`, text: textOf(from + i) })));
      await add(0, 100);
      const used = Number(server.info('used_memory'));
      server.cli(
        'CONFIG',
        'SET',
        'maxmemory',
        String(used + (1 << 24)),
        'maxmemory-policy',
        'allkeys-random',
      );
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await expect(add(100, 100)).rejects.toMatchObject({
        code: 'REDIS_FAILED',
        message: /drops keys when it is full|has dropped \d+ keys while the index was open/,
        advice: /noeviction/,
      });
      server.cli('CONFIG', 'SET', 'maxmemory', String(used - 20_000));
      await until(() => Number(server.info('evicted_keys')) > 0);
      server.cli('CONFIG', 'SET', 'maxmemory', '0', 'maxmemory-policy', 'noeviction');
      await expect(index.close()).rejects.toThrow(/has dropped \d+ keys while the index was open/);
    });

    test('a user with the rights that docs/redis.md lists can do everything, and a right that lacks is named', async () => {
      const rights = /ACL SETUSER (.*)/.exec(readFileSync('docs/redis.md', 'utf8'))![1].split(' ');
      server.cli('ACL', 'SETUSER', ...rights);
      const url = server.url.replace('//', '//neardup:PASSWORD@');
      const index = await openSharedIndex(url, { expireAfter: 3600, retrySeconds: 0 });
      const documents = [1, 1, 2, 3].map((number, i) => ({ id: `d${i}`, text: textOf(number) }));
      const states = (await index.add(documents, { ...skip, refresh: true })).map(({ state }) => state);
      expect(states).toEqual(['added', 'duplicate', 'added', 'added']);
      expect((await index.add([{ id: 'd0', text: textOf(7) }]))[0].state).toBe('replaced');
      expect((await index.check({ text: textOf(2) })).pairs).toHaveLength(1);
      expect((await index.remove(['d2']))[0].state).toBe('removed');
      await index.expire();
      expect((await index.info()).documents).toBe(2);
      for (const right of ['-pexpireat', '-del']) {
        server.cli('ACL', 'SETUSER', 'neardup', right);
        const more = [{ id: right, text: textOf(right.length) }];
        await expect(index.add(more)).rejects.toMatchObject({
          message: expect.stringContaining("can't run this command"),
          advice: 'The user needs the rights that docs/redis.md lists.',
        });
        server.cli('ACL', 'SETUSER', 'neardup', right.replace('-', '+'));
      }
      await index.close();
      server.cli('ACL', 'DELUSER', 'neardup');
    });

    test('the master among several servers is taken, wherever it is in the list', async () => {
      const replica = await RedisServer.start(['--replicaof', `127.0.0.1 ${server.port}`]);
      const index = await openSharedIndex([replica.url, 'redis://127.0.0.1:1', server.url]);
      expect(await index.add([{ id: 'a', text: textOf(1) }])).toEqual([{ id: 'a', state: 'added' }]);
      await index.close();
      await expect(openSharedIndex(replica.url, { retrySeconds: 0 })).rejects.toMatchObject({
        message: expect.stringContaining('is a replica, and no address is that of a master'),
      });
      await replica.stop();
    });

    test('the master that Sentinels name is used, and the next one after a failover', async () => {
      const master = await RedisServer.start();
      const replica = await RedisServer.start(['--replicaof', `127.0.0.1 ${master.port}`]);
      await until(() => replica.info('master_link_status') === 'up');
      const sentinel = await RedisServer.startSentinel('crawl', master.port);
      await until(() => sentinel.cli('SENTINEL', 'REPLICAS', 'crawl') !== '');
      const index = await openSharedIndex(`redis+sentinel://127.0.0.1:${sentinel.port}/crawl`, {
        retrySeconds: 120,
      });
      await index.add([{ id: 'a', text: textOf(1) }]);
      await until(() => replica.cli('DBSIZE') === master.cli('DBSIZE'));
      await master.kill();
      expect(await index.add([{ id: 'b', text: textOf(1) }], skip)).toMatchObject([
        { id: 'b', state: 'duplicate' },
      ]);
      await index.close();
      for (const each of [sentinel, replica, master]) await each.stop();
    });

    test('a server that wants a client certificate gets the one that the address names', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'neardup-certificates-'));
      const own = join(folder, 'own');
      const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
      const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
      execFileSync('openssl', [...request, '-keyout', `${own}.key`, '-out', `${own}.crt`, ...names], {
        stdio: 'ignore',
      });
      const plain = await RedisServer.start();
      plain.cli(
        'CONFIG',
        'SET',
        'tls-cert-file',
        `${own}.crt`,
        'tls-key-file',
        `${own}.key`,
        'tls-ca-cert-file',
        `${own}.crt`,
      );
      const port = plain.port + 10_000;
      plain.cli('CONFIG', 'SET', 'tls-port', String(port));
      const url = `rediss://127.0.0.1:${port}?ca=${own}.crt`;
      await expect(openSharedIndex(url, { retrySeconds: 0 })).rejects.toMatchObject({ code: 'REDIS_FAILED' });
      const index = await openSharedIndex(`${url}&cert=${own}.crt&key=${own}.key`, { retrySeconds: 0 });
      expect(await index.add([{ id: 'a', text: textOf(1) }])).toEqual([{ id: 'a', state: 'added' }]);
      await index.close();
      await expect(openSharedIndex(`${url}&cert=/none`, { retrySeconds: 0 })).rejects.toThrow(
        '/none cannot be read',
      );
      await plain.stop();
      rmSync(folder, { recursive: true });
    });

    test('a process that died while it added a document holds others up for its lease only', async () => {
      const index = await openSharedIndex(server.url, { leaseSeconds: 1, expected: 1000 });
      // its documents are claimed and entered in their buckets; then nothing of it reaches Redis any more
      const proxy = await CuttingProxy.start(server.port, ({ commits }) => commits > 0);
      // long enough that the look below comes before its end, also on a busy machine
      const dying = await openSharedIndex(proxy.url, { leaseSeconds: 5, retrySeconds: 0 });
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
