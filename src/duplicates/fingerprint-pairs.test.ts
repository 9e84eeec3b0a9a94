import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../document.ts';
import { fingerprintPairs } from './fingerprint-pairs.ts';

describe('fingerprintPairs', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'neardup-fingerprints-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function fileOf(...lines: string[]): Promise<string> {
    const path = join(folder, 'board.jsonl');
    await writeFile(path, `${lines.join('\n')}\n`);
    return path;
  }
  const line = (id: string | number, fingerprint: string) => JSON.stringify({ id, fingerprint });

  it('gives every pair within 3 bits as a candidate that is not verified', async () => {
    const path = await fileOf(
      line('a', '00000000000000ff'),
      line('b', 'ffff000000000000'),
      line('c', '80000000000000fc'),
      line(7, 'FFFF000000000000'),
      line('far', '0000000000000fff'),
    );
    const run = fingerprintPairs(path);
    expect(await run.toArray()).toEqual([
      { a: 'a', b: 'c', distance: 3, verified: false },
      { a: 'b', b: '7', distance: 0, verified: false },
    ]);
    expect(await run.summary).toMatchObject({ documents: 5, pairs: 2, unreadable: 0 });
    expect(await fingerprintPairs(path, { maxDistance: 4 }).toArray()).toHaveLength(3);
    expect(await fingerprintPairs(path, { maxDistance: 0 }).toArray()).toHaveLength(1);
  });

  it('finds with eight blocks what the join finds, and refuses what these cannot do', async () => {
    const next = (x: bigint) => (x * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    const values: bigint[] = [1n];
    while (values.length < 400) {
      const last = values.at(-1)!;
      values.push(next(last), next(last) ^ (1n << (last % 60n)) ^ (5n << (next(last) % 59n)), last);
    }
    const path = await fileOf(...values.map((value, i) => line(i, value.toString(16).padStart(16, '0'))));
    const joined = await fingerprintPairs(path).toArray();
    expect(joined.length).toBeGreaterThan(200);
    expect(await fingerprintPairs(path, { index: 'eight-blocks' }).toArray()).toEqual(joined);
    expect(() => fingerprintPairs(path, { index: 'eight-blocks', maxDistance: 4 })).toThrow(
      '`maxDistance` to be at most 3 with eight blocks, got `4`',
    );
    expect(() => fingerprintPairs(path, { index: 'eight-blocks', tables: 4 })).toThrow(
      '`tables` has no effect',
    );
  });

  it('reads what `neardup fingerprint --json` prints, and passes over its summary', async () => {
    const path = await fileOf(line('a', '00000000000000ff'), '{"summary":{"documents":1}}');
    const run = fingerprintPairs(path);
    expect(await run.toArray()).toEqual([]);
    expect(await run.summary).toMatchObject({ documents: 1, unreadable: 0 });
  });

  it('reports a bad line with its place and continues', async () => {
    const problems: Problem[] = [];
    const path = await fileOf(
      line('a', '1234567890abcdef'),
      '{"id":"b"}',
      line('c', 'xyz'),
      'no JSON \u0007',
      '[1]',
      '{"id":{},"fingerprint":"1234567890abcdef"}',
      '{"__proto__":{"id":"x"},"fingerprint":"1234567890abcdef"}',
      `{"id":"${'x'.repeat(1 << 20)}","fingerprint":"1234567890abcdef"}`,
      '',
      line('d', '1234567890abcdee'),
    );
    const run = fingerprintPairs(path, { onProblem: (problem) => problems.push(problem) });
    expect(await run.toArray()).toEqual([{ a: 'a', b: 'd', distance: 1, verified: false }]);
    expect(await run.summary).toMatchObject({ documents: 2, unreadable: 7 });
    expect(problems.map((problem) => problem.line)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(problems[0].reason).toBe(
      'Expected the field `fingerprint` to be 16 hexadecimal digits, got none.',
    );
    expect(problems[2].reason).not.toContain('\u0007');
  });

  it('refuses an image of checksums, and says how texts are compared by their images', async () => {
    const path = await fileOf('{"id":"a","image":"smallest:20","checksum":"fast","values":[]}');
    const problems: Problem[] = [];
    const run = fingerprintPairs(path, { onProblem: (problem) => problems.push(problem) });
    await run.summary;
    expect(problems.map(({ reason }) => reason)).toEqual([
      'Expected a fingerprint, got an image. Give `neardup pairs` the texts and the kind of image.',
    ]);
  });

  it('refuses an id that occurs twice with both places, or renames it if asked to', async () => {
    const path = await fileOf(line('a', '0000000000000001'), '', line('a', '0000000000000001'));
    await expect(fingerprintPairs(path).toArray()).rejects.toThrow(
      `The id \`a\` occurs twice: ${path}:1 and ${path}:3.`,
    );
    const renamed = await fingerprintPairs(path, { duplicateIds: 'rename' }).toArray();
    expect(renamed).toEqual([{ a: 'a', b: 'a#2', distance: 0, verified: false }]);
  });

  it('fingerprintPairs never pairs documents without words, whose fingerprint is 0', async () => {
    const zero = '0000000000000000';
    const run = fingerprintPairs(
      await fileOf(line('a', zero), line('b', zero), line('c', `${zero.slice(1)}1`)),
    );
    expect(await run.toArray()).toEqual([]);
    expect(await run.summary).toMatchObject({ documents: 3, empty: 2 });
  });

  it('pairs each of several equal fingerprints with the first one only', async () => {
    const same = Array.from({ length: 100 }, (_, i) => line(i, '00ff00ff00ff00ff'));
    const pairs = await fingerprintPairs(await fileOf(...same)).toArray();
    expect(pairs).toHaveLength(99);
    expect(pairs.every(({ a }) => a === '0')).toBe(true);
  });
});
