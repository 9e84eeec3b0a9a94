import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openCollection } from '../index.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-among-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = (name: string) => openCollection(join(folder, name), { create: true, threads: 1 });
const TEXT = 'The ferry to the island leaves at nine from the second pier behind the old customs house.';

test('documents are compared only with stored ones, and ones of the same call, among which they are asked to be', async () => {
  await using collection = await open('among.nd');
  await collection.add([{ id: 'theirs/1', text: TEXT }]);
  const options = { among: 'mine/', onDuplicate: 'skip' } as const;
  const added = await collection.add(
    ['mine/1', 'minery', 'mine/2'].map((id) => ({ id, text: TEXT })),
    options,
  );
  expect(added.map(({ state, duplicateOf }) => [state, duplicateOf?.b])).toEqual([
    ['added', undefined],
    ['duplicate', 'mine/1'],
    ['duplicate', 'mine/1'],
  ]);
  // calls of the same moment with other prefixes are not decided together
  const [other, all] = await Promise.all([
    collection.add([{ id: 'other/1', text: TEXT }], { ...options, among: 'other/' }),
    collection.add([{ id: 'x', text: TEXT }], { onDuplicate: 'skip' }),
  ]);
  expect([other[0].state, all[0].state, all[0].duplicateOf?.b]).toEqual(['added', 'duplicate', 'theirs/1']);
});

test('an id with more characters than allowed fails, and is told by its beginning', async () => {
  await using collection = await open('ids.nd');
  const answers = await collection.add(
    ['ab', '😀😀', 'abc', '😀😀😀'].map((id) => ({ id, text: TEXT })),
    { maxId: 2 },
  );
  expect(answers.map(({ id, state }) => [id, state])).toEqual([
    ['ab', 'added'],
    ['😀😀', 'added'],
    ['ab…', 'failed'],
    ['😀😀…', 'failed'],
  ]);
  expect(answers[2].reason).toBe('Expected an id of at most 2 characters, got a longer one.');
});
