import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dedupOnce } from './dedup.ts';
import { pairs } from './pairs.ts';

const SENTENCE = 'The ferry to the island leaves every morning at nine from the old stone pier. ';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-identical-'));
  writeFileSync(join(folder, 'a.txt'), SENTENCE.repeat(50));
  writeFileSync(join(folder, 'b.txt'), SENTENCE.repeat(5));
  copyFileSync(join(folder, 'a.txt'), join(folder, 'c.txt'));
  writeFileSync(join(folder, 'd.txt'), SENTENCE.repeat(50).toUpperCase());
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('texts with the same shingles', () => {
  it('texts with the same shingles are identical only if the canonical texts are, and the same file only if the bytes are', async () => {
    const found = new Map<string, unknown>();
    for await (const { a, b, resemblance, identical, sameBytes } of pairs(folder))
      found.set(`${basename(a)} ${basename(b)}`, { resemblance, identical, sameBytes });
    expect(Object.fromEntries(found)).toEqual({
      'a.txt b.txt': { resemblance: 1, identical: false, sameBytes: false },
      'a.txt c.txt': { resemblance: 1, identical: true, sameBytes: true },
      'a.txt d.txt': { resemblance: 1, identical: true, sameBytes: false },
    });
    const removed = new Map<string, unknown>();
    for await (const { id, keptId, identical, sameBytes } of dedupOnce(folder))
      removed.set(basename(id), [basename(keptId), identical, sameBytes]);
    expect(Object.fromEntries(removed)).toEqual({
      'b.txt': ['a.txt', false, false],
      'c.txt': ['a.txt', true, true],
      'd.txt': ['a.txt', true, false],
    });
  });

  it('nothing is said of the bytes of texts that come as objects', async () => {
    const texts = [50, 5, 50].map((times, i) => ({ id: String(i), text: SENTENCE.repeat(times) }));
    const found: unknown[] = [];
    for await (const pair of pairs(texts)) found.push([pair.identical, 'sameBytes' in pair]);
    expect(found).toEqual([
      [false, false],
      [true, false],
    ]);
  });

  it('the resemblance of texts with the same shingles is never rounded up to 1', async () => {
    const words = Array.from({ length: 60_000 }, (_, i) => `w${i}`);
    const texts = [words, words.slice(0, -1)].map((list, i) => ({ id: String(i), text: list.join(' ') }));
    for await (const { resemblance, containment } of pairs(texts)) {
      expect([resemblance, containment]).toEqual([0.9999, { aInB: 0.9999, bInA: 1 }]);
    }
  });
});
