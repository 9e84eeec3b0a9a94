/** A class as students hand it in: with no setting touched, what was copied is first, and what all have is no finding. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CompareAllOptions, compareAll } from '../../src/passages/index.ts';
import { COPIED, makeClass, plantedIds } from './make-class.ts';
import { writeClass } from './write-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-class-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The pairs in their order, named by their essays. */
async function rankedPairs(input: Parameters<typeof compareAll>[0], options: CompareAllOptions = {}) {
  const result = await compareAll(input, options);
  const names = result.pairs.map(({ a, b }) =>
    [a, b].map((id) => basename(id).replace(/\..*/, '')).join(' '),
  );
  return { ...result, names };
}

const planted = (kind: Parameters<typeof plantedIds>[0]) => plantedIds(kind).join(' ');

// in Ukrainian and Chinese, too, on all surfaces: test/service-heavy/class-surfaces.test.ts
test('all copied pairs of a class of 60 in four formats stand above all others, and what all have is told, no finding', async () => {
  writeClass(folder, makeClass('en'));
  const { names, common, documents, notCompared, pairs } = await rankedPairs(folder);
  expect([documents, notCompared]).toEqual([60, 0]);
  expect(names.slice(0, COPIED.length).toSorted()).toEqual(COPIED.map(planted).toSorted());
  expect(names).not.toContain(planted('templateOnly'));
  expect(common.map((each) => each.documents)).toEqual([60]);
  expect(common[0].text).toContain('I understand that copied work may lead to a mark of zero.');
  const [weakest, next] = pairs.slice(COPIED.length - 1).map(({ similarity: { a, b } }) => Math.max(a, b));
  expect(weakest).toBeGreaterThan(2 * next);
});

test('if the text that all have counts, every pair of the class shares it', async () => {
  const essays = makeClass('en').slice(0, 12);
  const { pairs, countCommon, common } = await rankedPairs(essays, { countCommon: true });
  expect([pairs.length, countCommon, common[0].documents]).toEqual([66, true, 12]);
});
