/** Classes that are saved under a name: each comes back whole, a damaged file stops no other, and they are compared with each other. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SavedClasses } from '../../src/apps/http/saved-classes.ts';
import { folder } from '../cli/run-neardup.ts';
import { C, FERRY, LAMP, objects, runForTest, runService } from './run-service.ts';

const NAME = 'History 10b / autumn «2026»';
const at = (name: string) => `${C}/classes/${encodeURIComponent(name)}`;
const CLASS = {
  documents: [
    { id: 'a.txt', text: `${FERRY} One.`, lang: 'en' },
    { id: 'b.txt', text: `${FERRY} Two.` },
  ],
  exclude: [{ id: 'form.txt', text: LAMP }],
  excludeQuotations: true,
};

test('a class is there after a restart, whatever its name, with its documents and settings, until it is removed', async () => {
  const data = folder();
  const first = await runService({ data });
  const head = await first.json('PUT', at(NAME), CLASS);
  expect(head).toMatchObject({ class: NAME, documents: 2, damaged: 0 });
  await first.json('PUT', at('other'), { documents: [CLASS.documents[1]] });
  await first.close();
  const again = await runForTest({ data });
  expect(await again.json('GET', at(NAME))).toEqual({ class: NAME, saved: head.saved, damaged: 0, ...CLASS });
  const { classes } = await again.json('GET', `${C}/classes`);
  expect(classes.map((each: typeof head) => each.class)).toEqual(['other', NAME]);
  expect(await again.json('DELETE', at(NAME))).toEqual({ class: NAME, state: 'removed' });
  for (const method of ['GET', 'DELETE']) expect((await again.send(method, at(NAME))).status).toBe(404);
  await again.json('PUT', '/v1/collections/gone', {});
  await again.json('PUT', '/v1/collections/gone/classes/x', CLASS);
  await again.send('DELETE', '/v1/collections/gone');
  await again.json('PUT', '/v1/collections/gone', {});
  expect(await again.json('GET', '/v1/collections/gone/classes')).toEqual({ classes: [], broken: [] });
});

test('what another has saved meanwhile is not replaced, and every id is there once', async () => {
  const service = await runForTest();
  const { saved } = await service.json('PUT', at('x'), CLASS);
  const mine = await service.json('PUT', at('x'), { ...CLASS, replaces: saved });
  expect(mine.saved > saved).toBe(true);
  const late = await service.send('PUT', at('x'), { documents: [CLASS.documents[0]], replaces: saved });
  expect([late.status, (await late.json()).code]).toEqual([409, 'CLASS_CHANGED']);
  expect((await service.json('GET', at('x'))).documents).toHaveLength(2);
  const twice = await service.send('PUT', at('y'), { documents: [CLASS.documents[0], CLASS.documents[0]] });
  expect([twice.status, (await twice.json()).code]).toEqual([409, 'DUPLICATE_ID']);
});

test('a file that is damaged is listed as broken or with the number of its lost documents, and the others are served', async () => {
  const data = folder();
  const first = await runService({ data });
  for (const name of ['whole', 'cut', 'bit', 'head', 'long', 'renamed'])
    await first.json('PUT', at(name), CLASS);
  const path = join(data, 'classes', 'documents');
  const fileOf = (name: string) =>
    join(
      path,
      readdirSync(path).find((file) => readFileSync(join(path, file), 'utf8').includes(`"class":"${name}"`))!,
    );
  const [cut, bit, head] = [fileOf('cut'), fileOf('bit'), fileOf('head')];
  truncateSync(cut, readFileSync(cut).length - 20);
  writeFileSync(bit, readFileSync(bit, 'utf8').replace('One.', 'Ten.'));
  appendFileSync(fileOf('long'), 'rest\n');
  writeFileSync(head, readFileSync(head, 'utf8').replace('"class"', '"klass"'));
  writeFileSync(join(path, `${'0'.repeat(32)}.jsonl`), readFileSync(fileOf('renamed')));
  mkdirSync(join(path, `${'1'.repeat(32)}.jsonl`));
  await first.close();
  const service = await runForTest({ data });
  const { classes, broken } = await service.json('GET', `${C}/classes`);
  const damaged = Object.fromEntries(
    classes.map((each: { class: string; documents: number; damaged: number }) => [
      each.class,
      [each.documents, each.damaged],
    ]),
  );
  expect(damaged).toEqual({ whole: [2, 0], cut: [1, 1], bit: [1, 1], long: [2, 1], renamed: [2, 0] });
  expect(broken.map(({ file }: { file: string }) => file.slice(0, 18)).sort()).toEqual([
    'classes/documents/',
    'classes/documents/',
    'classes/documents/',
  ]);
  expect((await service.json('GET', at('bit'))).documents.map(({ id }: { id: string }) => id)).toEqual([
    'b.txt',
  ]);
  const none = await service.send('GET', at('head'));
  expect([none.status, (await none.json()).code]).toEqual([503, 'CLASS_DAMAGED']);
  const told = await service.service.classes.problems(['documents']);
  expect(told).toHaveLength(6);
  expect(told).toContainEqual(expect.stringContaining('1 lines of the class `bit` are damaged'));
  // saved anew, or removed, it is whole
  await service.json('PUT', at('head'), CLASS);
  await service.json('DELETE', at('bit'));
  expect((await service.json('GET', `${C}/classes`)).broken).toHaveLength(2);
});

test('classes beyond the limits are refused, and replacing one is not', async () => {
  const classes = new SavedClasses(folder(), { classes: 2, bytes: 1000 });
  const documents = [{ id: 'a', text: 'x'.repeat(100) }];
  for (const name of ['one', 'two', 'two']) await classes.put('news', name, { documents });
  await expect(classes.put('news', 'three', { documents })).rejects.toMatchObject({
    code: 'TOO_MANY_CLASSES',
  });
  const large = [{ id: 'a', text: 'x'.repeat(1000) }];
  await expect(classes.put('news', 'two', { documents: large })).rejects.toMatchObject({
    code: 'TOO_MANY_CLASSES',
  });
  await classes.put('others', 'three', { documents });
  expect((await classes.list('news')).classes.map((each) => each.class)).toEqual(['two', 'one']);
});

test('keys read and write classes by their scopes, and keys for some documents do neither', async () => {
  const service = await runForTest({}, [
    { scopes: ['read'] },
    { scopes: ['write'] },
    { scopes: ['read', 'write'], prefix: 'documents/a' },
  ]);
  const statuses = (secret: string) =>
    Promise.all(
      [['PUT', CLASS], ['GET'], ['DELETE']].map(async ([method, body]) => {
        const headers = { authorization: `Bearer ${secret}` };
        return (await service.send(method as string, at('x'), body, headers)).status;
      }),
    );
  const [read, write, own] = service.secrets;
  expect(await statuses(own)).toEqual([403, 403, 403]);
  expect((await statuses(read)).map((status) => status === 403)).toEqual([true, false, true]);
  expect((await statuses(write)).map((status) => status === 403)).toEqual([false, true, false]);
});

test('a class is compared with another one that was saved, also if both have the same files', async () => {
  const service = await runForTest();
  await service.json('PUT', at('last year'), CLASS);
  const documents = [
    { id: 'a.txt', text: `${FERRY} One.` },
    { id: 'new.txt', text: LAMP },
  ];
  const compared = async (body: object) =>
    objects(await (await service.send('POST', `${C}/compare-all`, { documents, ...body })).text());
  const [first, second, { summary }] = await compared({ inClass: 'last year', onlyIn: true });
  expect([first, second].map(({ a, b, inCollection }) => [a, b, inCollection])).toEqual([
    ['a.txt', 'a.txt', true],
    ['a.txt', 'b.txt', true],
  ]);
  expect(first.texts.a).toBe(first.texts.b);
  expect(second.texts.b).toMatch(/^[0-9a-f]{64}$/);
  expect(summary).toMatchObject({ documents: 2, pairs: 2 });
  for (const [body, status] of [
    [{ inClass: 'last year', in: true }, 400],
    [{ inClass: 'nobody' }, 404],
  ] as const)
    expect((await service.send('POST', `${C}/compare-all`, { documents, ...body })).status).toBe(status);
});

test('a page to save has the pairs that are listed, verdicts, notes, the date and what is ignored', async () => {
  const service = await runForTest();
  const page = {
    least: 0.5,
    named: 'B.TXT',
    reviews: [{ a: 'a.txt', b: 'b.txt', state: 'innocent', note: 'Both </script> quote it.' }],
  };
  const documents = [...CLASS.documents, { id: 'c.txt', text: `${FERRY} Three.` }];
  const headers = { accept: 'text/html' };
  const html = await (
    await service.send('POST', `${C}/compare-all`, { ...CLASS, documents, page }, headers)
  ).text();
  const [, island] = /<script type="application\/json" id="rows">(.*?)<\/script>/s.exec(html)!;
  const rows = JSON.parse(island);
  expect(rows.pairs.map(({ a, b, state, note }: Record<string, string>) => [a, b, state, note])).toEqual([
    ['a.txt', 'b.txt', 'innocent', 'Both </script> quote it.'],
    ['b.txt', 'c.txt', undefined, undefined],
  ]);
  expect(rows).toMatchObject({ least: 0.5, excluded: ['form.txt'], excludeQuotations: true });
  expect(rows.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  await service.json('PUT', at('last year'), CLASS);
  const body = {
    documents: documents.map((each) => ({ ...each, id: `Anna ${each.id}` })),
    inClass: 'last year',
    page: { reviews: [{ a: 'Anna a.txt', b: 'Anna b.txt', note: 'One.' }], hidesNames: true },
  };
  const hidden = await (await service.send('POST', `${C}/compare-all`, body, headers)).text();
  expect(hidden).not.toMatch(/Anna|[abc]\.txt/);
  expect(hidden.match(/id="pair-\d+"/g)).toHaveLength(9);
  expect(hidden).toMatch(/"note":"One\."/);
});
