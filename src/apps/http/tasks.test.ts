import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Task } from './service-answers.ts';
import { Tasks } from './tasks.ts';

test('a task that is taken while others end is taken and runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-tasks-'));
  const tasks = await Tasks.open(folder);
  for (let round = 0; round < 20; round++) {
    const work = async () => ({ summary: {} });
    const started = Array.from({ length: 10 }, () => tasks.start('c', 'merge', work));
    for (const { task } of await Promise.all(started)) {
      while (tasks.get('c', task).ended === undefined)
        await new Promise((r) => tasks.changes.once('task', r));
      expect(tasks.get('c', task).state).toBe('finished');
    }
  }
  await tasks.close();
  const again = await Tasks.open(folder);
  const states = again.list('c').map(({ state }: Task) => state);
  expect(new Set(states)).toEqual(new Set(['finished']));
});
