/** What the calls of a shared index take besides documents: `refresh`, a signal, and what it refuses. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSharedIndex, type SharedIndex } from '../../src/redis/index.ts';
import { hasRedis, RedisServer } from '../soak/redis-servers.mjs';

const textOf = (number: number, end = '') =>
  `${Array.from({ length: 80 }, (_, i) => `word${number}x${i}`).join(' ')} ${end}`;
/** Seconds that documents live: much longer than a test. */
const LIFE = 100_000;

describe.skipIf(!hasRedis() && !process.env.NEARDUP_REQUIRE_ALL)(
  'calls of a shared index (skipped if redis-server 7 is missing)',
  () => {
    let server: RedisServer;
    let index: SharedIndex;
    beforeAll(async () => {
      server = await RedisServer.start();
    });
    afterAll(() => server?.stop());
    beforeEach(async () => {
      server.cli('FLUSHALL');
      index = await openSharedIndex(server.url, { expireAfter: LIFE, expected: 1000, leaseSeconds: 600 });
    });
    afterEach(async () => {
      vi.restoreAllMocks();
      await index.close();
    });

    const keys = (pattern: string) =>
      server
        .cli('--scan', '--pattern', pattern)
        .split('\n')
        .filter((key) => key !== '');
    const records = () => keys('neardup:{???????????}');
    const buckets = () => keys('neardup:{neardup.*}:*').length;
    const found = async () => (await index.check({ text: textOf(1) })).pairs.map(({ b }) => b);
    /** From now on this process takes the time for later, by some lives of a document. */
    const pass = (lives: number) => {
      const now = Date.now();
      vi.spyOn(Date, 'now').mockReturnValue(now + 1000 * LIFE * lives);
    };
    const refresh = { onDuplicate: 'skip', refresh: true } as const;

    test.each([
      ['unchanged', { id: 'a', text: textOf(1) }],
      ['duplicate', { id: 'b', text: textOf(1, 'more') }],
    ])('a document that is seen again (%s) lives on; one that is not is forgotten', async (state, again) => {
      await index.add([
        { id: 'a', text: textOf(1) },
        { id: 'other', text: textOf(2) },
      ]);
      const before = buckets();
      pass(1);
      expect((await index.add([again], refresh))[0].state).toBe(state);
      // in the buckets of the new epoch, and no longer in those of the old one
      expect(buckets()).toBeLessThanOrEqual(2 * before);
      expect((await index.expire()).postings).toBe(0);
      expect(Math.max(...records().map((key) => Number(server.cli('PTTL', key))))).toBeGreaterThan(
        1000 * LIFE,
      );
      pass(1);
      expect(await found()).toEqual(['a']);
      expect((await index.check({ text: textOf(2) })).pairs).toEqual([]);
      await index.remove(['a', 'other']);
      expect(records()).toEqual([]);
    });

    test('a document that is seen again within its epoch only lives longer', async () => {
      await index.add([{ id: 'a', text: textOf(1) }]);
      const [key] = records();
      const record = server.cli('GETRANGE', key, '1', '12');
      server.cli('PEXPIRE', key, '500000');
      await index.add([{ id: 'a', text: textOf(1) }], { refresh: false });
      expect(Number(server.cli('PTTL', key))).toBeLessThanOrEqual(500_000);
      await index.add([{ id: 'b', text: textOf(1, 'more') }], refresh);
      expect(Number(server.cli('PTTL', key))).toBeGreaterThan(500 * LIFE);
      expect(server.cli('GETRANGE', key, '1', '12')).toBe(record);
      await index.remove(['a']);
      expect(server.cli('KEYS', '*')).toBe('neardup:settings');
    });

    test('a document with a time of its own to expire fails, and so does the option', async () => {
      const [answer] = await index.add([{ id: 'a', text: textOf(1), expires: '30d' }]);
      expect(answer).toMatchObject({
        id: 'a',
        state: 'failed',
        reason: expect.stringContaining('`expireAfter`'),
      });
      const option = { expires: '30d' } as object;
      await expect(index.add([{ id: 'a', text: textOf(1) }], option)).rejects.toThrow(
        'There is no option `expires` here.',
      );
      expect(await found()).toEqual([]);
    });

    test('a call that is aborted fails at once with the reason, and does not begin the rest', async () => {
      const documents = Array.from({ length: 1000 }, (_, i) => ({ id: `d${i}`, text: textOf(i) }));
      const calls = [
        (signal: AbortSignal) => index.add(documents, { signal }),
        (signal: AbortSignal) => index.check({ text: textOf(1) }, { signal }),
        (signal: AbortSignal) => index.remove(['d1'], { signal }),
      ];
      // it answers nothing
      server.child.kill('SIGSTOP');
      for (const call of calls) {
        const controller = new AbortController();
        const called = call(controller.signal);
        setTimeout(() => controller.abort('enough'));
        await expect(called).rejects.toBe('enough');
        await expect(call(AbortSignal.abort('too late'))).rejects.toBe('too late');
      }
      server.child.kill('SIGCONT');
      expect(await index.add([{ id: 'last', text: textOf(2000) }])).toEqual([{ id: 'last', state: 'added' }]);
      // one chunk was under way; `d1` may have been removed again
      expect((await index.info()).documents).toBeLessThanOrEqual(1 + 128);
    });
  },
);
