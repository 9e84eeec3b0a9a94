import { afterAll, beforeAll, describe } from 'vitest';
import { hasRedis, RedisCluster, RedisServer } from '../../scripts/redis-servers.mjs';
import { documentIndexCases } from '../../src/collection/document-index.cases.ts';
import { openSharedIndex } from '../../src/redis/index.ts';

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
  },
);
