/** Fields of documents in results (`fields`): every list, table and page has them, for lines of JSON and for mail. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import papaparse from 'papaparse';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  dedup,
  formatGroup,
  formatPair,
  formatRemoved,
  groups,
  inWords,
  type Progress,
  pairs,
} from '../../src/index.ts';

const FERRY = 'The ferry to the island leaves at nine from the second pier behind the old customs house';
const mail = (id: string, subject: string, body: string) =>
  `From x@y Mon Jan  1 2024\nMessage-ID: <${id}>\nSubject: ${subject}\nDate: Fri, 31 May 2002 10:00:00 +0000\n\n${body}\n\n`;

let root = '';
const at = (name: string) => join(root, name);
const table = (name: string) =>
  papaparse.parse(readFileSync(at(name), 'utf8').slice(1), { header: true, skipEmptyLines: true }).data;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'neardup-fields-'));
  const lines = [
    { id: 'a', text: FERRY, url: 'http://a', n: 2n ** 60n, meta: { score: 1 } },
    { id: 'b', text: `${FERRY}!`, url: '=1+1', long: 'x'.repeat(5000) },
    { id: 'c', text: `${FERRY}?` },
  ];
  const json = (line: object) =>
    JSON.stringify(line, (_, value) => (typeof value === 'bigint' ? `#${value}#` : value)).replace(
      /"#(\d+)#"/g,
      '$1',
    );
  writeFileSync(at('in.jsonl'), lines.map(json).join('\n'));
  writeFileSync(at('box.mbox'), mail('1@x', 'minutes', FERRY) + mail('2@x', 'Re: \u202eminutes', FERRY));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('shown fields stand beside the ids in pairs, groups and removed documents; a document without them has none', async () => {
  const options = { fields: 'url, meta.score', threads: 1 };
  const [a, b] = [{ url: 'http://a', 'meta.score': 1 }, { url: '=1+1' }];
  const found = await pairs(at('in.jsonl'), options).toArray();
  expect(found.map(({ aFields, bFields }) => [aFields, bFields])).toEqual([
    [a, b],
    [a, undefined],
  ]);
  const [group] = await groups(at('in.jsonl'), options).toArray();
  expect([group.keptFields, ...group.members.map(({ fields }) => fields)]).toEqual([a, b, undefined]);
  const removed = await dedup(at('in.jsonl'), options).toArray();
  expect(removed.map(({ fields, keptFields }) => [fields, keptFields])).toEqual([
    [b, a],
    [undefined, a],
  ]);
  expect(Object.keys((await pairs(at('in.jsonl'), { threads: 1 }).toArray())[0])).not.toContain('aFields');
});

test('shown fields are columns of tables, where no value is a formula, and are in the page', async () => {
  const options = { fields: 'url', threads: 1 };
  await pairs(at('in.jsonl'), { ...options, output: at('pairs.csv') }).toArray();
  expect(table('pairs.csv')[0]).toMatchObject({ a: 'a', 'a.url': 'http://a', 'b.url': "'=1+1" });
  await groups(at('in.jsonl'), { ...options, output: at('groups.csv') }).toArray();
  expect(table('groups.csv').slice(0, 2)).toMatchObject([
    { role: 'kept', id: 'a', keptId: '', 'id.url': 'http://a' },
    { role: 'copy', id: 'b', keptId: 'a', 'id.url': "'=1+1" },
  ]);
  await dedup(at('in.jsonl'), {
    ...options,
    removed: at('removed.csv'),
    report: at('page.html'),
  }).toArray();
  expect(table('removed.csv')[0]).toMatchObject({ id: 'b', 'id.url': "'=1+1", 'keptId.url': 'http://a' });
  expect(readFileSync(at('page.html'), 'utf8')).toContain('"http://a"');
});

test('fields of a reference are shown too', async () => {
  writeFileSync(at('old.jsonl'), JSON.stringify({ id: 'o', text: FERRY, url: 'http://old' }));
  const options = { against: at('old.jsonl'), fields: 'url', threads: 1 };
  const [first] = await dedup(at('in.jsonl'), options).toArray();
  expect([first.fields, first.keptFields]).toEqual([{ url: 'http://a' }, { url: 'http://old' }]);
});

test('shown fields of mail are subject, date and mailbox, and their control characters reach no terminal', async () => {
  const options = { fields: 'subject,date,mailbox', threads: 1 };
  const [pair] = await pairs(at('box.mbox'), options).toArray();
  expect(pair).toMatchObject({
    a: '1@x',
    aFields: { subject: 'minutes', date: 'Fri, 31 May 2002 10:00:00 +0000', mailbox: at('box.mbox') },
  });
  expect(formatPair(pair)).toContain('1@x (minutes · Fri, 31 May 2002 10:00:00 +0000 · ');
  const [group] = await groups(at('box.mbox'), options).toArray();
  const [removed] = await dedup(at('box.mbox'), options).toArray();
  for (const line of [formatPair(pair), formatGroup(group), formatRemoved(removed)])
    expect(line).toMatch(/^(?!.*\u202e).*\(Re: /s);
});

test('shown fields are cut if they are long and keep the digits of long numbers, and a name that no document has is told', async () => {
  const notes: string[] = [];
  const onProgress = ({ note }: Progress) => note !== undefined && notes.push(inWords(note));
  const [pair] = await pairs(at('in.jsonl'), {
    fields: 'n,long,nowhere',
    threads: 1,
    onProgress,
  }).toArray();
  expect(pair.aFields).toEqual({ n: '1152921504606846976' });
  expect(pair.bFields?.long).toBe(`${'x'.repeat(500)}…`);
  expect(notes.join('\n')).toMatch(/No document has the field `nowhere`/);
  expect(() => pairs(at('in.jsonl'), { fields: 'a,,b' })).toThrow(/names of fields with commas/);
});

test('shown fields are what the document has, even those named id, text or like a member of every object, and values without a form in JSON', async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const documents = [
    {
      id: 'a',
      text: FERRY,
      meta: { ...JSON.parse('{"__proto__":"own"}'), f: () => 1, c: circle, x: Number.NaN },
    },
    { id: 'b', text: FERRY, meta: { s: Symbol('s'), nothing: null, x: 'null' } },
  ];
  const notes: string[] = [];
  const onProgress = ({ note }: Progress) => note !== undefined && notes.push(inWords(note));
  const options = {
    fields: '__proto__,constructor,toString,f,c,x,s,nothing,id,text',
    threads: 1,
    onProgress,
  };
  const [pair] = await pairs(documents, options).toArray();
  expect(Object.entries(pair.aFields!)).toEqual([
    ...[
      ['__proto__', 'own'],
      ['x', 'NaN'],
      ['id', 'a'],
      ['text', FERRY],
    ],
  ]);
  expect(pair.bFields).toEqual({ x: 'null', id: 'b', text: FERRY });
  expect(notes.join('\n')).toMatch(/^No document has the field `constructor`, `toString` of/);
  await groups(at('in.jsonl'), {
    fields: 'url,constructor,group',
    threads: 1,
    output: at('own.csv'),
  }).toArray();
  expect(Object.values(table('own.csv')[0] as object)).not.toContainEqual(
    expect.stringContaining('native code'),
  );
  expect(table('own.csv')[0]).toMatchObject({ group: '1', 'id.group': '', 'id.constructor': '' });
});
