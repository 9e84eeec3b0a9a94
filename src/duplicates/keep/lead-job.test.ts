import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProofOptions } from '../../duplicates.ts';
import { openEngine, shingleShape } from '../../engines/index.ts';
import { shingleRoom } from '../../engines/layouts/shingle-bits.ts';
import { distinctShingles } from '../../engines/scalar/shingles.ts';
import type { Engine, Kernels } from '../../engines.ts';
import { simhashOf } from '../../fingerprint/index.ts';
import { clusteredTexts, textsInFile } from '../candidates/shared-shingles.cases.ts';
import { crowdOf, FOOTERS } from '../proof/crowd.cases.ts';
import { type LeadArguments, type LeadResult, leadJob, leadSpace, Role } from './lead-job.ts';

const SHAPE = shingleShape({ width: 3 });
const TEXTS = clusteredTexts(200, 30, 7);
const SETS = TEXTS.map((text) => new Set(distinctShingles(Buffer.from(text), SHAPE)));

/** Recomputed from the definitions. */
function compared(a: number, b: number) {
  const common = [...SETS[a]].filter((shingle) => SETS[b].has(shingle)).length;
  const resemblance = common / (SETS[a].size + SETS[b].size - common);
  return { counts: [SETS[a].size, SETS[b].size, common], resemblance, inside: common / SETS[a].size };
}

describe.each(['wasm', 'scalar'] as const)('leaders and followers, %s', (name) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine({ engine: name, threads: 1 });
  });
  afterAll(() => engine.close());

  /** All texts in one bucket, so that each may be compared with every other. */
  async function lead(
    options: ProofOptions,
    roles = new Uint8Array(TEXTS.length),
    workBytes?: number,
    texts: readonly string[] = TEXTS,
    most = 1000,
    kernels = engine.kernels,
  ): Promise<LeadResult> {
    const stored = textsInFile(texts);
    const bytes = workBytes ?? leadSpace(stored.ranges, SHAPE);
    const work = engine.heap.allocate(bytes);
    const one = { starts: Uint32Array.of(0, 1), list: Uint32Array.of(0) };
    const args: LeadArguments = {
      ...{
        file: stored.file,
        ranges: stored.ranges,
        roles,
        cells: new Uint32Array(texts.length),
        buckets: 1,
      },
      ...{ lookStarts: one.starts, looks: one.list, postStarts: one.starts, posts: one.list },
      ...{ most, shape: SHAPE, seed: engine.seed, simhashMode: 1, work, workBytes: bytes, ...options },
    };
    try {
      return leadJob.run(args, kernels, engine.heap);
    } finally {
      engine.heap.release(work);
      stored.close();
    }
  }

  test.each([{ threshold: 0.6 }, { threshold: 0.9, containment: 0.7 }])(
    'every follower was compared with its own leader, the most alike of those before it: %o',
    async (options) => {
      const { leaders, counts, distances } = await lead(options);
      const kept: number[] = [];
      let followers = 0;
      for (let i = 0; i < TEXTS.length; i++) {
        const proved = kept
          .map((leader) => ({ leader, ...compared(i, leader) }))
          .filter((c) => c.resemblance >= options.threshold || c.inside >= (options.containment ?? 2))
          // the first of the most alike
          .sort((a, b) => b.resemblance - a.resemblance || a.leader - b.leader);
        expect(leaders[i]).toBe(proved[0]?.leader ?? -1);
        if (proved.length === 0) {
          kept.push(i);
          continue;
        }
        followers++;
        expect([...counts.subarray(3 * i, 3 * i + 3)]).toEqual(proved[0].counts);
        const [own, other] = [TEXTS[i], TEXTS[leaders[i]]].map((text) =>
          simhashOf(text, { features: 'counts' }),
        );
        expect(distances[i]).toBe((own ^ other).toString(2).replaceAll('0', '').length);
      }
      expect(followers).toBeGreaterThan(20);
    },
  );

  test('nothing changes if there is room for the shingles of few texts only', async () => {
    const longest = Math.max(...TEXTS.map((text) => text.length));
    const tight = longest + 512 + 4 * 8 * shingleRoom(longest, SHAPE);
    expect(await lead({ threshold: 0.6 }, undefined, tight)).toEqual(await lead({ threshold: 0.6 }));
  });

  test('a text of the reference leads whatever it is like, and one that may only follow never leads', async () => {
    const roles = Uint8Array.from(TEXTS, (_, i) => (i % 3 === 0 ? Role.leads : Role.follows));
    const { leaders } = await lead({ threshold: 0.3 }, roles);
    const followed = leaders.filter((leader) => leader !== -1);
    expect(followed.length).toBeGreaterThan(10);
    expect(followed.every((leader) => roles[leader] === Role.leads)).toBe(true);
    expect(leaders.every((leader, i) => leader === -1 || roles[i] === Role.follows)).toBe(true);
  });

  test('a text that is equally like several leaders follows the first of them', async () => {
    // each shares two of four shingles with the third: a resemblance of 1/3
    const texts = ['a b c d e f', 'c d e f g h', 'b c d e f g'];
    const { leaders } = await lead({ threshold: 0.5 }, new Uint8Array(3), undefined, texts);
    expect([...leaders]).toEqual([-1, -1, 0]);
  });

  test('a text is compared with as many leaders as the limit allows, the first ones, and is counted if there are more', async () => {
    const texts = ['a b c d', 'e f g h', 'i j k l', 'm n o p', 'i j k l q', 'a b c d q'];
    const options = { threshold: 0.5 };
    const unlimited = await lead(options, new Uint8Array(6), undefined, texts);
    expect([...unlimited.leaders]).toEqual([-1, -1, -1, -1, 2, 0]);
    expect(unlimited.truncated).toBe(0);
    const limited = await lead(options, new Uint8Array(6), undefined, texts, 2);
    expect([...limited.leaders]).toEqual([-1, -1, -1, -1, -1, 0]);
    // the fourth and those after it; the third found all of its candidates
    expect(limited.truncated).toBe(3);
  });

  test('a text looks into the buckets with the fewest leaders first, whatever else is in them', async () => {
    const texts = ['a b c d', 'a b c d e', 'a b c d f', 'g h i j', 'k l m n', 'g h i j k'];
    // bucket 0 has two leaders, bucket 1 one leader and two that follow it
    const buckets = [[1], [1], [1], [0], [0], [0, 1]];
    const stored = textsInFile(texts);
    const workBytes = leadSpace(stored.ranges, SHAPE);
    const work = engine.heap.allocate(workBytes);
    const starts = Uint32Array.of(0, 1, 2, 3, 4, 5, 7);
    const places = Uint32Array.from(buckets.flat());
    const each = Uint32Array.from(texts, (_, i) => i);
    const { leaders, truncated } = await engine.run(leadJob, {
      ...{ file: stored.file, ranges: stored.ranges, roles: new Uint8Array(6), cells: each, buckets: 2 },
      ...{ lookStarts: starts, looks: places, postStarts: starts, posts: places, threshold: 0.5 },
      ...{ most: 2, shape: SHAPE, seed: engine.seed, simhashMode: 1, work, workBytes },
    });
    engine.heap.release(work);
    stored.close();
    // it was compared with the leader of bucket 1 and with the first one of bucket 0
    expect([...leaders]).toEqual([-1, 0, 0, -1, -1, 3]);
    expect(truncated).toBe(1);
  });

  test.each(FOOTERS)(
    'texts with a common footer of %i words are compared with a few others each, however many there are, and every copy goes',
    async (footer) => {
      for (const count of [150, 300]) {
        const { texts, near } = crowdOf(count, footer);
        let compared = 0;
        const kernels = new Proxy(engine.kernels, {
          get(target, name: keyof Kernels) {
            if (name === 'intersect') compared++;
            return target[name];
          },
        });
        const roles = new Uint8Array(count);
        const { leaders } = await lead({ threshold: 0.8 }, roles, undefined, texts, 1000, kernels);
        expect([...leaders.keys()].filter((i) => leaders[i] !== -1)).toEqual(near);
        // the first ones have no crowd before them
        expect(compared).toBeLessThan(65 ** 2 / 2 + 5 * count);
      }
    },
  );
});
