import { timingSafeEqual } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>();
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) };
});

test('what a request brings is hashed and compared with the hashes of all keys, whichever it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-keys-'));
  try {
    // other tests may have loaded it without the spy
    vi.resetModules();
    const { Keys } = await import('./keys.ts');
    const keys = await Keys.open(folder);
    const made = [];
    for (let i = 0; i < 3; i++) made.push(await keys.create({ scopes: ['read'] }));
    for (const secret of [made[0].secret, made[2].secret, 'nd_x', '', 'x'.repeat(1000)]) {
      vi.mocked(timingSafeEqual).mockClear();
      expect(keys.find(secret)?.key).toBe(made.find((each) => each.secret === secret)?.key);
      const { calls } = vi.mocked(timingSafeEqual).mock;
      expect(calls.map((both) => both.map(({ byteLength }) => byteLength))).toEqual(Array(3).fill([32, 32]));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
