import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReviewFile } from './review-file.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, open: vi.fn(real.open) };
});

const LIMITS = { most: 10_000, slack: 1000 };
const time = '2026-01-01T00:00:00Z';
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-reviews-'));
  path = join(folder, 'news.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const notes = (file: ReviewFile) => [...file.reviews()].map(({ a, b, note }) => [a, b, note]);

test('a file of reviews stays in proportion to what counts, however often they change, and is read once', async () => {
  const file = await ReviewFile.open(path, LIMITS);
  vi.mocked(open).mockClear();
  let largest = 0;
  for (let i = 0; i < 300; i++) {
    await file.write({ a: 'a', b: `b${i % 3}`, note: `${i} ${'x'.repeat(100)}`, time });
    if (i % 10 === 9) await file.write({ remove: { a: 'b2', b: 'a' } });
    largest = Math.max(largest, statSync(path).size);
  }
  expect(largest).toBeLessThan(2 * 3 * 200 + LIMITS.slack);
  const { calls } = vi.mocked(open).mock;
  expect(calls.filter(([opened, flags]) => opened === path && flags !== 'a')).toEqual([]);
  expect(notes(await ReviewFile.open(path, LIMITS))).toEqual(notes(file));
  expect(readdirSync(folder)).toEqual(['news.jsonl']);
});

test('reviews beyond the limit are refused with advice, and removing some makes room', async () => {
  const file = await ReviewFile.open(path, LIMITS);
  const review = (n: number) => ({ a: 'a', b: `b${n}`, note: 'x'.repeat(1000), time });
  let stored = 0;
  await expect(
    (async () => {
      for (; stored < 100; stored++) await file.write(review(stored));
    })(),
  ).rejects.toMatchObject({ code: 'TOO_MANY_REVIEWS' });
  expect(stored).toBe(9);
  await file.write({ remove: review(0) });
  await file.write(review(100));
  expect(notes(await ReviewFile.open(path, LIMITS)).map(([, b]) => b)).toEqual(notes(file).map(([, b]) => b));
});

test('a line that was changed is left out and its number is told, and the others count', async () => {
  const file = await ReviewFile.open(path, LIMITS);
  // a separator of lines for some programs, and not for this file
  for (const b of ['b', 'c', 'd']) await file.write({ a: 'a', b, note: `no copy\u2028of ${b}`, time });
  expect((await ReviewFile.open(path, LIMITS)).damaged).toEqual([]);
  const bytes = readFileSync(path);
  const opened: number[] = [];
  const [first, second] = [bytes.indexOf(10) + 1, bytes.indexOf(10, bytes.indexOf(10) + 1)];
  for (let at = first; at < second; at++) {
    const changed = Buffer.from(bytes);
    changed[at] ^= 1;
    writeFileSync(path, changed);
    const again = await ReviewFile.open(path, LIMITS);
    if (
      again.damaged[0] !== 2 ||
      notes(again)
        .map(([, b]) => b)
        .join() !== 'b,d'
    )
      opened.push(at);
  }
  expect(opened).toEqual([]);
});

test('a line that was cut off is left out, and the next one is whole', async () => {
  const file = await ReviewFile.open(path, LIMITS);
  for (const b of ['b', 'c']) await file.write({ a: 'a', b, time });
  truncateSync(path, statSync(path).size - 5);
  const again = await ReviewFile.open(path, LIMITS);
  expect(notes(again)).toEqual([['a', 'b', undefined]]);
  expect(again.damaged).toEqual([2]);
  await again.write({ a: 'a', b: 'd', time });
  appendFileSync(path, 'null\n');
  expect(notes(await ReviewFile.open(path, LIMITS)).map(([, b]) => b)).toEqual(['b', 'd']);
  expect(readFileSync(path, 'utf8')).toContain('"b":"d"');
});
