/** A master is killed while several filters write through a Sentinel. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasRedis, RedisServer, until } from '../soak/redis-servers.mjs';

const COMMAND = fileURLToPath(new URL('../../dist/apps/cli/main.cjs', import.meta.url));
const TEXTS = 400;
const FILTERS = 4;

describe.skipIf(!hasRedis() && !process.env.NEARDUP_REQUIRE_ALL)(
  'filters, when a master with one replica is killed (skipped if redis-server 7 is missing)',
  () => {
    let servers: RedisServer[] = [];
    let master: RedisServer;
    let replica: RedisServer;
    let sentinel: RedisServer;
    beforeAll(async () => {
      master = await RedisServer.start(['--repl-diskless-sync-delay', '0']);
      replica = await RedisServer.start(['--replicaof', `127.0.0.1 ${master.port}`]);
      await until(() => replica.info('master_link_status') === 'up');
      sentinel = await RedisServer.startSentinel('crawl', master.port);
      await until(() => sentinel.cli('SENTINEL', 'REPLICAS', 'crawl') !== '');
      servers = [sentinel, replica, master];
    });
    afterAll(async () => {
      for (const each of servers) await each.stop();
    });

    test('exactly one of four filters passes on each text that all are given, whatever was under way when the master died', async () => {
      const filters = Array.from({ length: FILTERS }, () => new Filter(sentinel));
      const order = filters.map((_, f) => Array.from({ length: TEXTS }, (_, i) => (i * 7 + f * 100) % TEXTS));
      const give = (from: number, to: number) => {
        for (const [f, filter] of filters.entries()) filter.give(order[f].slice(from, to), `${f}`);
      };
      give(0, TEXTS / 2);
      await until(() => filters.reduce((sum, { passed }) => sum + passed.length, 0) > TEXTS / 8);
      // half of the lines of every filter are under way, or about to be
      give(TEXTS / 2, TEXTS);
      await master.kill();
      await until(() => replica.info('role') === 'master');
      // with one replica calls wait until the old master has come back as the replica of the new one
      await master.restart();
      const codes = await Promise.all(filters.map((filter) => filter.end()));
      expect(codes).toEqual(filters.map(() => 0));
      const passed = filters.flatMap((filter) => filter.passed).map((line) => JSON.parse(line).number);
      expect(passed.sort((a, b) => a - b)).toEqual(Array.from({ length: TEXTS }, (_, i) => i));
      const again = new Filter(sentinel);
      again.give(order[0], 'again');
      await again.end();
      expect(again.passed).toEqual([]);
    });
  },
);

/** `neardup filter` in a process of its own. */
class Filter {
  readonly passed: string[] = [];
  private rest = '';
  private readonly child;
  private readonly ended;

  constructor(sentinel: RedisServer) {
    const url = `redis+sentinel://127.0.0.1:${sentinel.port}/crawl`;
    const durable = ['--replicas', '1', '--retry-seconds', '120'];
    this.child = spawn('node', [COMMAND, 'filter', '--redis', url, ...durable, '--quiet'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.rest + text).split('\n');
      this.rest = lines.pop()!;
      this.passed.push(...lines);
    });
    this.ended = once(this.child, 'close');
  }

  give(numbers: readonly number[], name: string): void {
    for (const number of numbers) {
      const text = Array.from({ length: 80 }, (_, i) => `word${number}x${i}`).join(' ');
      this.child.stdin.write(`${JSON.stringify({ id: `${name}-${number}`, number, text })}\n`);
    }
  }

  /** The exit code, when all lines were answered. */
  async end(): Promise<number> {
    this.child.stdin.end();
    const [code] = await this.ended;
    return code;
  }
}
