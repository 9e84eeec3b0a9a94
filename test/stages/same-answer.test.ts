/**
 * The stages of a cluster give the answer of one machine. For longer:
 * NEARDUP_STAGES_SEEDS=1000 npx vitest run --project main test/stages --testTimeout 36000000
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareOnce, KEEP_POLICIES } from './compare-once.ts';

const SEEDS = Number(process.env.NEARDUP_STAGES_SEEDS ?? KEEP_POLICIES.length);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-stages-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(KEEP_POLICIES)(
  'random cuts of random corpora give the answer of `dedup --keep %s`',
  async (keep) => {
    for (let seed = KEEP_POLICIES.indexOf(keep); seed < SEEDS; seed += KEEP_POLICIES.length) {
      const { expected, got } = await compareOnce(folder, seed, { keep });
      expect(expected.removed.length).toBeGreaterThan(0);
      expect(JSON.stringify(got), `seed ${seed}`).toBe(JSON.stringify(expected));
    }
  },
);

const WITH_REFERENCE = KEEP_POLICIES.map((keep) => ({ keep, references: 1 }));

test.each([
  ...WITH_REFERENCE,
  { keep: 'first', onlyAgainst: true, references: 1 },
  { keep: 'longest', references: 3 },
])('random cuts of random corpora give the answer of `dedup --against`: %o', async (options) => {
  for (let seed = KEEP_POLICIES.length; seed <= SEEDS; seed += 5) {
    const { expected, got } = await compareOnce(folder, seed, options);
    expect(expected.removed.filter(({ reference }) => reference).length).toBeGreaterThan(0);
    expect(JSON.stringify(got), `seed ${seed}`).toBe(JSON.stringify(expected));
  }
});
