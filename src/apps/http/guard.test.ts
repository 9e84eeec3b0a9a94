import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Access, Guard } from './guard.ts';
import { Keys } from './keys.ts';
import type { Route } from './route.ts';
import type { ServiceKey } from './service-answers.ts';

let folder: string;
let uptime: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-guard-'));
  uptime = 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => uptime);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-01T12:00:00Z') });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

function ask(guard: Guard, secret: string): Promise<string> {
  const request = { headers: { authorization: `Bearer ${secret}` }, params: {} } as unknown as FastifyRequest;
  return guard.check(request, { scope: 'read' } as Route).then(
    () => 'in',
    (error) => error.code,
  );
}

test('a key that is revoked is refused after a second, also if the clock of the machine is set back', async () => {
  const { key, secret } = await (await Keys.open(folder)).create({ scopes: ['read'] });
  const guard = new Guard(await Keys.open(folder), true, () => {});
  expect(await ask(guard, secret)).toBe('in');
  vi.setSystemTime(new Date('2026-06-01T10:00:00Z'));
  await (await Keys.open(folder)).revoke(key);
  uptime += 1000;
  expect(await ask(guard, secret)).toBe('NO_KEY');
});

test('a rate holds for a minute, whatever the clock of the machine says', async () => {
  const keys = await Keys.open(folder);
  const { secret } = await keys.create({ scopes: ['read'], rate: 2 });
  const guard = new Guard(keys, true, () => {});
  const answers = [await ask(guard, secret), await ask(guard, secret), await ask(guard, secret)];
  for (const date of ['2026-06-01T10:00:00Z', '2026-06-02T10:00:00Z']) {
    vi.setSystemTime(new Date(date));
    answers.push(await ask(guard, secret));
  }
  expect(answers).toEqual(['in', 'in', ...Array(3).fill('TOO_MANY_REQUESTS')]);
  uptime += 60_000;
  expect(await ask(guard, secret)).toBe('in');
});

test('a key is refused from its expiry on, which is a date', async () => {
  const keys = await Keys.open(folder);
  const { secret } = await keys.create({ scopes: ['read'], expires: '2026-06-01T12:00:10Z' });
  const guard = new Guard(keys, true, () => {});
  expect(await ask(guard, secret)).toBe('in');
  vi.setSystemTime(new Date('2026-06-01T12:00:10Z'));
  expect(await ask(guard, secret)).toBe('NO_KEY');
});

test('what was allowed stays so until the key is revoked or expires, or until a first key is made', async () => {
  const keys = await Keys.open(folder);
  const guard = new Guard(keys, true, () => {});
  const allows = async (key?: ServiceKey) => {
    uptime += 1000;
    return guard.stillAllows(new Access(['read'], '', key));
  };
  expect(await allows()).toBe(true);
  const lasting = await keys.create({ scopes: ['read'] });
  const short = await keys.create({ scopes: ['read'], expires: '2026-06-01T12:00:10Z' });
  expect([await allows(), await allows(lasting), await allows(short)]).toEqual([false, true, true]);
  vi.setSystemTime(new Date('2026-06-01T12:00:10Z'));
  expect([await allows(lasting), await allows(short)]).toEqual([true, false]);
  // by another process
  await (await Keys.open(folder)).revoke(lasting.key);
  expect(await allows(lasting)).toBe(false);
});
