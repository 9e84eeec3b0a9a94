/** Documents with a common footer in a shared index: a process reads each of them about once, however many are added or asked about. */
import { expect, test } from 'vitest';
import { crowdOf } from '../../src/duplicates/proof/crowd.cases.ts';
import { openSharedIndex } from '../../src/redis/index.ts';
import { hasRedis, RedisServer } from '../soak/redis-servers.mjs';

test.skipIf(!hasRedis() && !process.env.NEARDUP_REQUIRE_ALL)(
  'in a crowd few records are read, every copy is found, and all candidates are counted (skipped if redis-server 7 is missing)',
  async () => {
    const { texts, near } = crowdOf(400, 300);
    const server = await RedisServer.start();
    const index = await openSharedIndex(server.url, { expected: 1000 });
    const reads = () => Number(/calls=(\d+)/.exec(server.info('cmdstat_get'))?.[1] ?? 0);
    try {
      const answers = [];
      for (const [i, text] of texts.slice(0, 380).entries())
        answers.push(...(await index.add([{ id: String(i), text }], { onDuplicate: 'skip' })));
      const gone = answers.flatMap(({ state }, i) => (state === 'duplicate' ? [i] : []));
      expect(gone).toEqual(near.filter((text) => text < 380));
      await index.check({ text: texts[380] });
      const before = reads();
      for (const text of texts.slice(381, 399)) {
        const { pairs, candidates } = await index.check({ text });
        expect(pairs).toEqual([]);
        expect(candidates).toBeGreaterThan(64);
      }
      expect(reads() - before).toBeLessThan(18 * 20);
      expect((await index.check({ text: texts[349] })).pairs.map(({ b }) => b)).toEqual(['348']);
    } finally {
      await index.close();
      await server.stop();
    }
  },
);
