/** Which candidates are compared if there are too many: the same in every command. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createCollection, dedup } from '../../src/index.ts';
import { generator } from './clustered-documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-limit-'));
afterAll(() => rmSync(folder, { recursive: true }));

const OPTIONS = { threads: 1, threshold: 0.8 } as const;

/** More documents than may be compared that are all just under the threshold. Some are near-duplicates, so that not all are kept. */
function crowd(seed: number): { id: string; text: string }[] {
  const random = generator(seed);
  const own: string[][] = [];
  return Array.from({ length: 1200 }, (_, i) => {
    const common = Array.from({ length: 30 }, (_, k) => `common${k}`);
    const words = Array.from({ length: 5 }, (_, k) => `u${i}x${k}`);
    if (i > 500 && i % 9 === 0) words.splice(0, 2, ...own[random(i)].slice(0, 2));
    own.push(words);
    return { id: `d${i}`, text: [...common, ...words].join(' ') };
  });
}

test('`dedup` and a collection that skips near-duplicates compare the same candidates of a crowd', async () => {
  const documents = crowd(7);
  const run = dedup(documents, OPTIONS);
  const removed = (await run.toArray()).map(({ id, keptId }) => [id, keptId]);
  const { truncated } = await run.summary;
  expect(truncated).toBeGreaterThan(10);
  const path = join(folder, 'skip.nd');
  await using collection = await createCollection(path, { threshold: 0.8 }, { threads: 1 });
  const answers = await collection.add(documents, { onDuplicate: 'skip' });
  const found = answers.flatMap(({ id, duplicateOf }) => (duplicateOf ? [[id, duplicateOf.b]] : []));
  expect(found).toEqual(removed);
  expect(answers.filter((answer) => answer.truncated === true)).toHaveLength(truncated!);
});
