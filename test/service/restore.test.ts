/** What docs/service.md says of backups: a collection that was damaged is replaced by its backup, with the keys and reviews beside it. */
import { cpSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder } from '../cli/run-neardup.ts';
import { C, FERRY, runService } from './run-service.ts';

test('a collection is restored from a backup as the docs say, with its documents, keys and reviews', async () => {
  const data = folder();
  const first = await runService({ data });
  await first.send('PUT', `${C}/documents/a`, { text: FERRY });
  await first.send('PUT', `${C}/reviews`, { a: 'a', b: 'b', state: 'certain' });
  await first.send('PUT', `${C}/classes/10b`, { documents: [{ id: 'a', text: FERRY }] });
  const { task } = await first.json('POST', `${C}/tasks`, { type: 'backup' });
  await expect
    .poll(async () => (await first.json('GET', `${C}/tasks/${task}`)).state, { timeout: 60_000 })
    .toBe('finished');
  // after the backup
  await first.send('PUT', `${C}/documents/late`, { text: 'Too late.' });
  const { secret } = await first.json('POST', '/v1/keys', { scopes: ['admin'] });
  await first.close();

  const [backup] = readdirSync(join(data, 'backups'));
  const path = join(data, 'collections', 'documents.nd');
  for (const name of readdirSync(join(path, 'log'))) writeFileSync(join(path, 'log', name), 'damaged\n');
  rmSync(join(path, 'derived'), { recursive: true, force: true });
  renameSync(path, join(data, 'moved-away'));
  cpSync(join(data, 'backups', backup), path, { recursive: true });

  const again = await runService({ data });
  const headers = { authorization: `Bearer ${secret}` };
  expect(await again.json('GET', `${C}/documents/a`, undefined, headers)).toMatchObject({ text: FERRY });
  expect((await again.send('GET', `${C}/documents/late`, undefined, headers)).status).toBe(404);
  expect((await again.json('GET', `${C}/reviews`, undefined, headers)).reviews).toMatchObject([
    { state: 'certain' },
  ]);
  expect(await again.json('GET', `${C}/classes/10b`, undefined, headers)).toMatchObject({ damaged: 0 });
  expect((await again.send('GET', `${C}/documents/a`)).status).toBe(401);
  await again.close();
});
