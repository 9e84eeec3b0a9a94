/** Several processes at one cluster: the quick forms of `test/soak/check-redis.mjs`. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failover, leftovers, race } from '../soak/check-redis.mjs';
import { hasRedis, RedisCluster } from '../soak/redis-servers.mjs';

describe.skipIf(!hasRedis() && !process.env.NEARDUP_REQUIRE_ALL)(
  'a fleet at a Redis Cluster (skipped if redis-server 7 is missing)',
  () => {
    let cluster: RedisCluster;
    beforeAll(async () => {
      cluster = await RedisCluster.start(3000);
    });
    afterAll(() => cluster?.stop());

    test('exactly one stays of near-duplicates that four processes add at the same time', async () => {
      const { wrong, winners } = await race(cluster.urls, { texts: 200 });
      expect(wrong).toEqual([]);
      expect(winners.reduce((sum, each) => sum + each, 0)).toBe(200);
    });

    test('expiry and removal leave no keys behind', async () => {
      expect((await leftovers(cluster, 200)).wrong).toEqual([]);
    });

    test('neardup filter passes new lines on, unchanged, and says what the others repeat', () => {
      const lines = [
        { id: 'a', text: 'One text about cats and dogs.' },
        { id: 'b', text: 'One text about cats and dogs!' },
        { id: 'c', text: 'Another one.' },
      ];
      const input = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
      const filter = (...more: string[]) =>
        execFileSync(
          'node',
          [COMMAND, 'filter', '--redis', cluster.urls[0], '--name', 'filtered', '--quiet', ...more],
          { input, encoding: 'utf8' },
        ).split('\n');
      expect(filter()).toEqual([JSON.stringify(lines[0]), JSON.stringify(lines[2]), '']);
      const [match] = filter('--matching', '--evidence');
      expect(JSON.parse(match)).toMatchObject({
        id: 'b',
        neardup: { state: 'duplicate', duplicateOf: { id: 'a', resemblance: 1 } },
      });
    });

    test('nothing that a replica has confirmed is lost when a master is killed under load', async () => {
      const { wrong, answers, errors } = await failover(cluster, { round: 0, behind: true });
      expect(wrong).toEqual([]);
      expect(answers - errors).toBeGreaterThan(0);
    });
  },
);

const COMMAND = fileURLToPath(new URL('../../dist/apps/cli/main.cjs', import.meta.url));
