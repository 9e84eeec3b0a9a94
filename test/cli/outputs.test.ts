/** What a person sees, and what goes to files, when the command writes outputs. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { folder, MAIN, neardup, parseLines } from './run-neardup.ts';

const FERRY = 'The ferry to the island leaves at nine from the second pier behind the old customs house';
const LINES = ['a', 'b'].map((id) => `${JSON.stringify({ id, text: FERRY })}\n`);
const input = () => folder({ 'in.jsonl': LINES.join('') });

describe('the command', () => {
  test('lists what it would remove, or writes the list to a file and prints the summary only', async () => {
    const cwd = input();
    expect((await neardup(['dedup', 'in.jsonl'], { cwd })).stdout).toContain('b → a');
    const written = await neardup(['dedup', 'in.jsonl', '-o', 'out.jsonl'], { cwd });
    expect(written.stdout).not.toContain('→');
    expect(written.stdout).toMatch(/removed +1/);
    expect(readFileSync(join(cwd, 'out.jsonl.removed.jsonl'), 'utf8')).toContain('"id":"b"');
    const json = await neardup(['dedup', 'in.jsonl', '-o', 'out2.jsonl', '--json'], { cwd });
    expect(parseLines(json.stdout).results).toMatchObject([{ id: 'b', keptId: 'a' }]);
    const listed = await neardup(['pairs', 'in.jsonl', '-o', 'pairs.csv'], { cwd });
    expect(listed.stdout).not.toContain('a = b');
    expect(readFileSync(join(cwd, 'pairs.csv'), 'utf8')).toContain('a,b,1');
  });

  test('clears the progress line of a terminal before it prints the summary', (context) => {
    const terminal = spawnSync(
      'script',
      ['-qec', `${process.execPath} ${MAIN} dedup in.jsonl -o out.jsonl`, '/dev/null'],
      { cwd: input(), encoding: 'utf8' },
    );
    if (terminal.error !== undefined)
      context.skip('the program `script`, which gives a terminal, is not here');
    // whatever was drawn last is covered by spaces; a run that ends at once draws nothing
    expect(terminal.stdout).toMatch(/^(?:.*\r +\r)? {2}\x1b\[2m *documents/m);
  });

  test('writes kept documents to standard output, and the summary to standard error', async () => {
    const cwd = input();
    const { code, stdout, stderr } = await neardup(['dedup', 'in.jsonl', '-o', '-'], { cwd });
    expect([code, stdout]).toEqual([0, LINES[0]]);
    expect(stderr).toMatch(/removed +1/);
    const refused = await neardup(['dedup', 'in.jsonl', '-o', '-', '--json'], { cwd });
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('Expected one thing on standard output');
  });

  test('names every file that cannot be read in its JSON, and to a person the first twenty with the number of all others', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `${10 + i}.pdf`);
    const cwd = folder({
      'in.jsonl': LINES.join(''),
      ...Object.fromEntries(names.map((name) => [name, '%PDF-1.4'])),
    });
    const { stdout, stderr } = await neardup(['dedup', 'in.jsonl', ...names, '--json'], { cwd });
    const told = stdout
      .trim()
      .split('\n')
      .flatMap((line) => JSON.parse(line).problem?.source ?? []);
    expect(told.sort()).toEqual(names);
    const shown = stderr.trim().split('\n');
    expect(shown).toHaveLength(21);
    expect(shown[20]).toBe('neardup: … and 10 more that could not be read (--problems FILE lists all)');
  });

  test('keeps the mails of a mailbox and the members of an archive as they are in a folder', async () => {
    const mail = (id: string, text: string, end: string) =>
      [`From ${id}@x Mon`, `Message-ID: <${id}@x>`, `Subject: ${id}`, '', text, '>From here', '', ''].join(
        end,
      );
    const mails = [
      mail('a', FERRY, '\r\n'),
      mail('b', FERRY, '\n'),
      mail('c', 'Bread is sold at seven.', '\n'),
    ];
    const bytes = [strToU8('Herons nest there.'), strToU8('Pear trees.')];
    const zip = zipSync({ 'in/a.txt': bytes[0], 'c.txt': bytes[1] });
    const cwd = folder({ 'box.mbox': mails.join(''), 'x.zip': zip });
    await neardup(['dedup', 'box.mbox', 'x.zip', '-o', 'out/'], { cwd });
    expect(readFileSync(join(cwd, 'out/box.mbox'), 'utf8')).toBe(mails[0] + mails[2]);
    const files = readdirSync(join(cwd, 'out/x.zip.files'), { recursive: true });
    expect(files.sort()).toEqual(['c.txt', 'in', 'in/a.txt']);
  });

  test('writes every member of an archive inside the folder, whatever their names are', async () => {
    const long = 'The minutes of the meeting of the board of the association of harbors and masters in ';
    const names = [
      '../../up.txt',
      'd',
      'd/e.txt',
      'x:1.txt',
      'x?1.txt',
      'bell\x07.txt',
      `${long}1.txt`,
      `${long}2.txt`,
    ];
    names.push(`${'f/'.repeat(2000)}deep.txt`, 'тека/файл.txt');
    const members = names.map((name, i) => [name, strToU8(`Text ${'abcdefghijklm'[i]} of its own.`)]);
    const cwd = folder({ 'x.zip': zipSync(Object.fromEntries(members)) });
    const { code, stderr } = await neardup(['dedup', 'x.zip', '-o', 'out/'], { cwd });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('Cannot')]);
    const entries = readdirSync(join(cwd, 'out'), { recursive: true, withFileTypes: true });
    const files = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
    expect(files.map((file) => readFileSync(file, 'utf8')).sort()).toEqual(
      members.map(([, text]) => Buffer.from(text as Uint8Array).toString()).sort(),
    );
    expect(files.every((file) => file.startsWith(join(cwd, 'out/x.zip.files')))).toBe(true);
    expect(files.filter((file) => !file.endsWith('.txt'))).toEqual([]);
    expect(readdirSync(cwd).sort()).toEqual(['out', 'out.removed.jsonl', 'x.zip']);
  });

  test('says once that the text is in no field it knows, however many lines and files there are', async () => {
    const lines = Array.from({ length: 50 }, (_, i) => JSON.stringify({ story: FERRY, [`n${i}`]: i }));
    const shards = Array.from({ length: 30 }, (_, i) => [`shard-${i}.jsonl`, '{"plot":"x"}\n{"plot":"y"}\n']);
    const cwd = folder({
      'in.jsonl': lines.join('\n'),
      'b.jsonl': '{"story":"x"}\n',
      ...Object.fromEntries(shards),
    });
    const { code, stderr } = await neardup(['dedup', 'in.jsonl', 'b.jsonl', 'shard-*.jsonl'], { cwd });
    expect(code).toBe(2);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^neardup: in\.jsonl:1: Expected a field `text`, .*got `story`.*`--text-field`\.$/,
      ),
      expect.stringMatching(/^neardup: b\.jsonl:1: Expected a field/),
      expect.stringMatching(/^neardup: shard-0\.jsonl:1: Expected a field .*got `plot`/),
      'neardup: in.jsonl: … and 49 more with the same problem',
      'neardup: shard-0.jsonl: … and 59 more with the same problem, here and in 29 other sources',
    ]);
  });
});
