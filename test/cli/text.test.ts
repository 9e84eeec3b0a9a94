/** `neardup text` prints what is read of files of any kind. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, neardup, parseLines } from './run-neardup.ts';

const FILES = {
  'a.rtf': "{\\rtf1\\ansicpg1251 \\'af\\'e6\\'e0\\'ea\\par two}",
  'b.html': '<p>One<p>two',
  'c.mbox': 'From x\nMessage-ID: <1@x>\n\nmail\n',
  'd.pdf': '%PDF-1.7 and no more',
};

test('`text` prints texts under the names of their documents; what cannot be read is named, and the exit code is 2', async () => {
  const dir = folder(FILES);
  const { code, stdout, stderr } = await neardup(['text', dir]);
  expect(stdout).toBe(
    `==> ${dir}/a.rtf <==\nЇжак\n\ntwo\n\n==> ${dir}/b.html <==\nOne\n\ntwo\n\n==> 1@x <==\nmail\n`,
  );
  expect(stderr).toMatch(/d\.pdf: Expected a whole PDF/);
  expect(code).toBe(2);
});

test('`text` reads a pipe as what it is: a table by its columns, and an option that is not for its format is refused', async () => {
  const table = await neardup(['text', '-', '--json'], { input: 'key,text\n1,one\n2,two\n' });
  expect(parseLines(table.stdout).results).toMatchObject([
    { text: 'one', meta: { key: '1' } },
    { text: 'two', meta: { key: '2' } },
  ]);
  const lines = await neardup(['text', '-', '--main'], { input: '{"text":"The ferry leaves at nine."}\n' });
  expect(lines.stderr).toContain('has no effect: the input is jsonl');
  const page = await neardup(['text', '-', '--main'], { input: '<!doctype html><p>The ferry leaves.' });
  expect([page.code, page.stdout]).toEqual([0, '==> standard input <==\nThe ferry leaves.\n']);
});

test('`text --json` says where each paragraph begins and ends, and gives a summary', async () => {
  const dir = folder(FILES);
  const { code, stdout } = await neardup(['text', join(dir, 'a.rtf'), join(dir, 'b.html'), '--json']);
  const { results, summary } = parseLines(stdout);
  expect(results).toMatchObject([
    {
      id: join(dir, 'a.rtf'),
      text: 'Їжак\n\ntwo',
      paragraphs: [
        { start: 0, end: 4 },
        { start: 6, end: 9 },
      ],
    },
    { text: 'One\n\ntwo' },
  ]);
  expect(summary).toMatchObject({ documents: 2, unreadable: 0 });
  expect(code).toBe(0);
});

test('`text` takes limits from the command line', async () => {
  const dir = folder({ 'a.rtf': '{\\rtf1 x}' });
  const { stderr, code } = await neardup(['text', join(dir, 'a.rtf'), '--document-seconds', '0']);
  expect(stderr).toMatch(/--document-seconds.*1 to 86400.*0/);
  expect(code).toBe(2);
});

test('`text --canonical` prints what `fingerprint --canonical` takes: the fingerprints are those of the texts', async () => {
  const lines = [
    { id: 'en', text: 'The ferry, and the cats: HARBOR!', lang: 'en' },
    { id: 'uk', text: 'Свіжа м’ЯТА і порόм' },
    { id: 'none', text: '…' },
  ];
  const dir = folder({ 'in.jsonl': lines.map((line) => `${JSON.stringify(line)}\n`).join('') });
  for (const treatment of [[], ['--stop-words', '--stems'], ['--ngram', '1']]) {
    const texts = await neardup(['text', 'in.jsonl', '--canonical', '--json', ...treatment], { cwd: dir });
    const again = await neardup(['fingerprint', '-', '--canonical'], { cwd: dir, input: texts.stdout });
    const once = await neardup(['fingerprint', 'in.jsonl', ...treatment], { cwd: dir });
    expect(again.stdout).toBe(once.stdout);
    expect([once.code, again.code, again.stderr]).toEqual([0, 0, '']);
  }
  const plain = await neardup(['text', 'in.jsonl', '--stop-words'], { cwd: dir });
  expect([plain.code, plain.stderr]).toEqual([2, expect.stringContaining('Expected `--canonical`')]);
});
