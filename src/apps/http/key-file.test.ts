import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { beforeEachChange } from './before-each-change.cases.ts';
import { Guard } from './guard.ts';
import { Keys } from './keys.ts';
import type { Route } from './route.ts';

const PRIVATE = { scope: 'admin' } as Route;
const asked = (secret?: string) =>
  ({
    headers: {
      host: 'localhost',
      ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
    },
    params: {},
  }) as FastifyRequest;

let folder: string;
let kept: string;
let revoked: string;
/** The file with a key, another one, and the revocation of that. */
let whole: Buffer;
/** What a service that ran before the damage says. */
let running: Guard;
let clock: number;
let told: unknown[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-keys-'));
  const keys = await Keys.open(folder);
  kept = (await keys.create({ scopes: ['admin'] })).secret;
  const other = await keys.create({ scopes: ['admin'] });
  revoked = other.secret;
  await keys.revoke(other.key);
  whole = readFileSync(join(folder, 'keys.jsonl'));
  clock = 0;
  told = [];
  running = new Guard(
    keys,
    true,
    (error) => told.push(error),
    () => clock,
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Who is let in when the file has these bytes: nobody, or whom it says if nothing of it is lost. */
async function whoIsLetIn(content: Uint8Array | string | undefined, name = 'keys.jsonl'): Promise<string> {
  const path = join(folder, name);
  if (content === undefined) rmSync(path);
  else writeFileSync(path, content);
  const started = await Keys.open(folder).then(
    (keys) => new Guard(keys, true, () => {}),
    (error) => error.code as string,
  );
  const found = [typeof started === 'string' ? started : await answersOf(started)];
  clock += 5000;
  found.push(await answersOf(running));
  return found.join(', ');
}

async function answersOf(guard: Guard): Promise<string> {
  const answers: string[] = [];
  for (const secret of [undefined, revoked, kept])
    answers.push(
      await guard.check(asked(secret), PRIVATE).then(
        () => 'in',
        (error) => error.code,
      ),
    );
  return answers.join(' ');
}

const NOBODY = 'BAD_KEYS, KEYS_DAMAGED KEYS_DAMAGED KEYS_DAMAGED';
const AS_BEFORE = 'NO_KEY NO_KEY in, NO_KEY NO_KEY in';

describe('with a damaged file of keys nobody is let in', () => {
  test('nobody is let in by a file of keys that is cut off, wherever it is', async () => {
    expect(await whoIsLetIn(whole)).toBe(AS_BEFORE);
    for (let length = 0; length < whole.length; length++)
      expect([length, await whoIsLetIn(whole.subarray(0, length))]).toEqual([length, NOBODY]);
    expect(await whoIsLetIn(whole)).toBe(AS_BEFORE);
  });

  test('nobody is let in by a file of keys with one bit changed, whichever it is', async () => {
    const small = mkdtempSync(join(folder, 'small-'));
    const keys = await Keys.open(small);
    await keys.revoke((await keys.create({ scopes: ['admin'] })).key);
    const path = join(small, 'keys.jsonl');
    const bytes = readFileSync(path);
    const opened: number[] = [];
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] ^= 1 << (bit & 7);
      writeFileSync(path, flipped);
      if ((await Keys.open(small).catch(({ code }) => code)) !== 'BAD_KEYS') opened.push(bit);
    }
    expect(opened).toEqual([]);
  });

  test('nobody is let in by a file of keys with lines that are missing, in another order, or not ours', async () => {
    const [a, b, revocation] = whole.toString().trimEnd().split('\n');
    const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
    const others = [[a], [b], [revocation], [a, b], [a, revocation], [b, revocation], [b, a, revocation]];
    const broken = [
      [''],
      ['null'],
      ['{}'],
      ['[]'],
      [a, 'null'],
      ['null', a, b, revocation],
      [a, '', b, revocation],
    ];
    for (const lines of [...others, ...broken])
      expect([lines, await whoIsLetIn(joined(lines))]).toEqual([lines, NOBODY]);
    expect(await whoIsLetIn(undefined)).toBe(NOBODY);
    for (const twice of [
      [a, a, b, revocation],
      [a, b, a, b, revocation],
      [a, b, revocation, a, b, revocation],
    ])
      expect(await whoIsLetIn(joined(twice))).toBe(AS_BEFORE);
  });

  test('nobody is let in if the file with the end of the keys is damaged', async () => {
    const last = readFileSync(join(folder, 'keys.last'));
    for (let bit = 0; bit < 8 * last.length; bit++) {
      const flipped = Buffer.from(last);
      flipped[bit >> 3] ^= 1 << (bit & 7);
      expect([bit, await whoIsLetIn(flipped, 'keys.last')]).toEqual([bit, NOBODY]);
    }
    expect(await whoIsLetIn('', 'keys.last')).toBe(NOBODY);
  });

  test('nobody is let in if the file of keys is empty, whether or not the other file is there', async () => {
    expect(await whoIsLetIn('')).toBe(NOBODY);
    rmSync(join(folder, 'keys.last'));
    expect(await whoIsLetIn('')).toBe(NOBODY);
  });

  test('nobody is let in if keys.last is gone: a revoked key does not come back with lines that were lost', async () => {
    expect(await whoIsLetIn(undefined, 'keys.last')).toBe(NOBODY);
    const [a, b] = whole.toString().split('\n');
    expect(await whoIsLetIn(`${a}\n${b}\n`)).toBe(NOBODY);
    expect(told.at(-1)).toMatchObject({
      message: expect.stringContaining('keys.jsonl has no keys.last'),
      advice: expect.stringContaining('Restore keys.jsonl and keys.last'),
    });
  });

  test('nobody is let in if a file of keys is a link that leads nowhere, as when a secret is not mounted', async () => {
    for (const names of [['keys.jsonl', 'keys.last'], ['keys.jsonl'], ['keys.last']]) {
      const place = mkdtempSync(join(folder, 'links-'));
      for (const name of names) symlinkSync('/nonexistent/secret', join(place, name));
      await expect(Keys.open(place)).rejects.toMatchObject({
        code: 'BAD_KEYS',
        message: expect.stringContaining('is a link that leads nowhere'),
      });
    }
  });

  test('nobody is let in if a file of keys is a folder, which is said', async () => {
    for (const name of ['keys.jsonl', 'keys.last']) {
      const place = mkdtempSync(join(folder, 'folder-'));
      await (await Keys.open(place)).create({ scopes: ['admin'] });
      rmSync(join(place, name));
      mkdirSync(join(place, name));
      await expect(Keys.open(place)).rejects.toMatchObject({
        code: 'BAD_KEYS',
        message: expect.stringContaining(`${name} is a folder`),
      });
    }
  });

  test('nobody is let in if both files of keys are gone while the service runs', async () => {
    for (const name of ['keys.jsonl', 'keys.last']) rmSync(join(folder, name));
    clock += 5000;
    expect(await answersOf(running)).toBe('KEYS_DAMAGED KEYS_DAMAGED KEYS_DAMAGED');
  });
});

test('a process that is killed at any step of making the first key leaves a folder in which it can be made, also while a service runs', async () => {
  const place = join(folder, 'first');
  mkdirSync(place);
  const copies: string[] = [];
  const keepCopy = () => {
    copies.push(join(folder, `killed-${copies.length}`));
    cpSync(place, copies.at(-1)!, { recursive: true });
  };
  await beforeEachChange(place, keepCopy, async () => {
    await (await Keys.open(place)).create({ scopes: ['admin'] });
  });
  keepCopy();
  const found = new Set<string>();
  for (const copy of copies) {
    const keys = await Keys.open(copy);
    const before = keys.list().length;
    found.add(`${keys.exist} ${before}`);
    const { secret } = await (await Keys.open(copy)).create({ scopes: ['admin'] });
    await keys.refresh();
    expect([keys.find(secret)?.scopes, keys.list().length]).toEqual([['admin'], before + 1]);
  }
  expect([...found]).toEqual(['false 0', 'true 0', 'true 1']);
});

test('a line that another program wrote with a right checksum is damage unless it is a key', async () => {
  const { KeyFile } = await import('./key-file.ts');
  const good = {
    key: '0'.repeat(12),
    scopes: ['read'],
    created: '2026-01-01T00:00:00Z',
    sha256: '0'.repeat(64),
  };
  const bad = [
    { ...good, sha256: '00' },
    { ...good, key: 'x' },
    { ...good, scopes: ['all'] },
    { ...good, scopes: 'admin' },
    { ...good, expires: 'never' },
    { ...good, rate: 'many' },
    { ...good, prefix: 3 },
    { revoke: 1 },
    { other: true },
  ];
  for (const entry of [good, ...bad]) {
    const place = mkdtempSync(join(folder, 'other-'));
    const file = await KeyFile.open(place, (value): value is object => value !== null);
    await file.append(entry);
    const opened = await Keys.open(place).then(
      () => 'opened',
      ({ code, message }) => `${code} ${message.includes('line 1')}`,
    );
    expect([entry, opened]).toEqual([entry, entry === good ? 'opened' : 'BAD_KEYS true']);
  }
});

test('the log is told once which line is damaged, and those whose keys are whole again are let in', async () => {
  const damaged = whole.toString().replace('"revoke"', '"revoko"');
  await whoIsLetIn(damaged);
  await whoIsLetIn(damaged);
  expect(told.map(String)).toEqual([
    expect.stringMatching(/keys\.jsonl is damaged in line 3, so all requests/),
  ]);
  expect(await whoIsLetIn(whole)).toBe(AS_BEFORE);
});

test('first keys that several processes make at the same moment are all there', async () => {
  const place = mkdtempSync(join(folder, 'several-'));
  const several = await Promise.all(Array.from({ length: 5 }, () => Keys.open(place)));
  const made = await Promise.all(several.map((keys) => keys.create({ scopes: ['read'] })));
  const all = await Keys.open(place);
  for (const { secret, key } of made) expect(all.find(secret)?.key).toBe(key);
});

test('keys that several processes make at the same moment are all there', async () => {
  const several = await Promise.all(Array.from({ length: 5 }, () => Keys.open(folder)));
  const made = await Promise.all(several.map((keys) => keys.create({ scopes: ['read'] })));
  const all = await Keys.open(folder);
  for (const { secret, key } of made) expect(all.find(secret)?.key).toBe(key);
  expect(all.list()).toHaveLength(6);
});
