import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dedup, texts } from '../index.ts';

let root = '';
const at = (name: string) => join(root, name);
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'neardup-useless-'));
  writeFileSync(at('a.txt'), 'The ferry leaves at nine.');
  writeFileSync(at('b.html'), '<p>The ferry leaves at nine.');
  writeFileSync(at('c.jsonl'), '{"text":"The ferry leaves at nine."}\n');
  writeFileSync(
    at('d.eml'),
    'From: a@b.c\nSubject: ferry\nMessage-ID: <1@b.c>\n\nThe ferry leaves at nine.\n',
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('an option of reading', () => {
  test.each([
    [{ main: true }, ['a.txt', 'c.jsonl'], 'the input is text, jsonl'],
    [{ attachments: true }, ['a.txt', 'b.html'], 'the input is text, html'],
    [{ encoding: 'koi8-u' }, ['c.jsonl'], 'the input is jsonl'],
    [{ textField: 'body' }, ['a.txt', 'd.eml'], 'the input is text, eml'],
    [{ markup: 'html' as const }, ['b.html'], 'the input is html'],
  ])(
    'an option of reading that no format of the input looks at is refused: %j',
    async (options, names, why) => {
      const input = names.map(at);
      await expect(texts(input, options).toArray()).rejects.toThrow(`has no effect: ${why}.`);
      await expect(dedup(input, { threads: 1, ...options }).toArray()).rejects.toThrow('has no effect');
    },
  );

  test('an option of reading is for the reference too, and is not refused for what may be in mails', async () => {
    await dedup(at('a.txt'), { main: true, against: at('b.html'), threads: 1 }).toArray();
    await texts([at('a.txt'), at('d.eml')], { attachments: true, encoding: 'utf-8', main: true }).toArray();
  });
});

test('documents with one name of their format are numbered, as in other runs', async () => {
  const mail =
    'From a@b.c Mon Jan  1 00:00:00 2024\nFrom: a@b.c\nMessage-ID: <1@b.c>\n\nThe ferry leaves.\n\n';
  writeFileSync(at('twice.mbox'), mail.repeat(2));
  const [first, second] = await texts(at('twice.mbox')).toArray();
  expect(second.id).toBe(`${first.id}#2`);
  const [removed] = await dedup(at('twice.mbox'), { threads: 1 }).toArray();
  expect(removed).toMatchObject({ id: second.id, keptId: first.id });
});
