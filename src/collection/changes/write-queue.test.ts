import { expect, test } from 'vitest';
import type { NewDocument } from './new-documents.ts';
import { WriteQueue } from './write-queue.ts';

const KEEP = { onDuplicate: 'keep' } as const;
const documents = (...ids: string[]) =>
  ids.map((id) => ({ id, text: `text of ${id}` })) as unknown as NewDocument[];

test('callers of one turn are one group, and each gets the answers for its own documents', async () => {
  const groups: string[][] = [];
  const queue = new WriteQueue(async (group) => {
    groups.push(group.map(({ id }) => id));
    return group.map(({ id }) => ({ id, state: 'added' }));
  }, 4);
  const answers = await Promise.all([
    queue.add(documents('a', 'b'), KEEP),
    queue.add(documents('c', 'd', 'e'), KEEP),
    queue.add(documents('f'), { onDuplicate: 'skip' }),
  ]);
  expect(answers.map((own) => own.map(({ id }) => id))).toEqual([['a', 'b'], ['c', 'd', 'e'], ['f']]);
  expect(groups).toEqual([['a', 'b', 'c', 'd'], ['e'], ['f']]);
});

test('if a group fails, all of its callers are told, and the next ones are served', async () => {
  let isBroken = true;
  const queue = new WriteQueue(async (group) => {
    if (isBroken) throw new Error('the disk broke');
    return group.map(({ id }) => ({ id, state: 'added' }));
  }, 10);
  const told: string[] = [];
  for (const id of ['a', 'b', 'c']) queue.add(documents(id), KEEP).catch(() => told.push(id));
  await queue.settled();
  expect(told).toEqual(['a', 'b', 'c']);
  isBroken = false;
  expect(await queue.add(documents('d'), KEEP)).toEqual([{ id: 'd', state: 'added' }]);
});
