import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentIndexCases } from '../../src/collection/document-index.cases.ts';
import { openSharedIndex } from '../../src/redis/index.ts';
import { hasRedis, RedisCluster, RedisServer } from '../soak/redis-servers.mjs';

let number = 0;

describe.skipIf(!hasRedis() && !process.env.NEARDUP_REQUIRE_ALL)(
  'shared index (skipped if redis-server 7 is missing)',
  () => {
    let single: RedisServer;
    let cluster: RedisCluster;
    beforeAll(async () => {
      [single, cluster] = await Promise.all([RedisServer.start(), RedisCluster.start()]);
    });
    afterAll(async () => {
      await single?.stop();
      await cluster?.stop();
    });

    // a process that is held up for longer than its lease loses its place: here it must not
    const open = (urls: string | string[]) =>
      openSharedIndex(urls, { name: `case${++number}`, leaseSeconds: 600 });
    documentIndexCases('one Redis server', () => open(single.url));
    documentIndexCases('a Redis Cluster', () => open(cluster.urls));

    test('the example of docs/redis.md runs as it is written', async () => {
      const page = readFileSync(new URL('../../docs/redis.md', import.meta.url), 'utf8');
      const example = /```ts\n(.*?)```/s
        .exec(page)![1]
        .replace(
          `'neardup/redis'`,
          JSON.stringify(new URL('../../dist/redis/index.js', import.meta.url).href),
        )
        .replace(`['redis://one:6379', 'redis://two:6379']`, JSON.stringify(cluster.urls));
      const given = ['a', 'b'].map((id) => ({ id, text: 'One text about cats and dogs.' }));
      const code = `const documents = ${JSON.stringify(given)};\n${example}\nconsole.log(pairs.length, truncated);`;
      const script = await transform(code, { loader: 'ts', format: 'esm', target: 'node20' });
      const folder = mkdtempSync(join(tmpdir(), 'neardup-example-'));
      try {
        writeFileSync(join(folder, 'example.mjs'), script.code);
        const output = execFileSync('node', [join(folder, 'example.mjs')], { encoding: 'utf8' });
        expect(output).toBe('b repeats a (1)\n0 false\n');
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  },
);
