/** Titles, snippets, groups above a resemblance, and how far a request is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followComparison } from './follow-comparison.ts';
import { C, runService, type TestService } from './run-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await runService();
});
afterAll(() => service.stop());

test('documents have titles and snippets around the words that are sought', async () => {
  const text = `${'The harbor was quiet. '.repeat(30)}A ferry waited for the tide. ${'Nothing more. '.repeat(30)}`;
  await service.send('PUT', `${C}/documents/4`, { text, title: 'Coffee quotas are back' });
  await service.send('PUT', `${C}/documents/5`, { text: `Ferries at low tide\n\n${text} Again.` });
  const body = { ids: ['4', '5', 'none'], words: 'ferry tide' };
  const { documents } = await service.json('POST', `${C}/documents/heads`, body);
  expect(documents).toMatchObject([
    { id: '4', title: 'Coffee quotas are back' },
    { id: '5', title: 'Ferries at low tide' },
  ]);
  expect(documents[0].snippet).toContain('A ferry waited for the tide.');
});

test('a search in titles finds titles that no text has, and the same title first', async () => {
  await service.send('PUT', `${C}/documents/6`, {
    text: 'Other words.',
    title: 'Coffee quotas are back, says minister',
  });
  const { documents, looked } = await service.json('GET', `${C}/titles?words=coffee%20QUOTAS%20are%20back`);
  expect(documents.map(({ id }: { id: string }) => id)).toEqual(['4', '6']);
  expect(looked).toBe(3);
  expect(await service.json('GET', `${C}/titles?words=zzz`)).toMatchObject({ documents: [] });
});

test('a page of groups has the groups and copies of at least a resemblance, and their number', async () => {
  const words = Array.from({ length: 120 }, (_, i) => `word${i}`);
  const put = (id: string, changed: number) =>
    service.send('PUT', `/v1/collections/grouped/documents/${id}`, {
      text: words.map((word, i) => (i < changed ? `${word}x` : word)).join(' '),
    });
  await service.send('PUT', '/v1/collections/grouped', {});
  for (const [id, changed] of [
    ['a', 0],
    ['b', 1],
    ['c', 8],
  ] as const)
    await put(id, changed);
  await service.json('POST', '/v1/collections/grouped/tasks', { type: 'groups', threshold: 0.8 });
  const page = (query: string) => service.json('GET', `/v1/collections/grouped/groups?${query}`);
  await expect
    .poll(() => page('').then(({ shown }) => shown), { timeout: 60_000 })
    .toEqual({ groups: 1, copies: 2 });
  const near = await page('resemblance=0.95');
  expect(near.shown).toEqual({ groups: 1, copies: 1 });
  expect(near.groups[0].members).toMatchObject([{ id: 'b' }]);
  expect(await page('resemblance=1')).toMatchObject({ shown: { groups: 0, copies: 0 }, groups: [] });
});

test('how far a comparison is can be asked while its answer is awaited, and not afterward', async () => {
  const { stages, request } = await followComparison(service, 'verify');
  expect(stages).toContain('verify');
  expect((await service.send('GET', `/v1/progress/${request}`)).status).toBe(404);
});
