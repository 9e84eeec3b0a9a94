/** Habits of the command line: pipes, patterns of files, lists, names of any bytes, colors, narrow terminals. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, MAIN, neardup, parseLines } from './run-neardup.ts';

const FERRY = 'The ferry to the island leaves at nine from the second pier behind the old customs house';
const LINES = ['a', 'b'].map((id) => `${JSON.stringify({ id, text: FERRY })}\n`).join('');

describe('without an input', () => {
  test('standard input is read if nothing is named, and that is said', async () => {
    const { code, stdout, stderr } = await neardup(['dedup', '--json'], { input: LINES });
    expect([code, stderr]).toEqual([0, 'neardup: reading standard input\n']);
    expect(parseLines(stdout).results).toMatchObject([{ id: 'b', keptId: 'a' }]);
  });

  test('a run that has no pipe either says what to name', () => {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, 'pairs'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining('Name at least one file, folder or glob')]);
  });
});

/** A folder with files of each kind. */
function tree(): string {
  const cwd = folder();
  const files = ['a.txt', 'b.log', '.env', 'keep.log', 'node_modules/x.txt', 'sub/.git/y.txt', 'sub/c.txt'];
  for (const name of files) {
    const path = join(cwd, 'in', name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, `${FERRY} ${name}`);
  }
  return cwd;
}

const idsOf = (stdout: string) => parseLines(stdout).results.map(({ id }) => id);

describe('files of a folder', () => {
  test('names in folders that begin with a dot are left out, that is said, and --hidden reads them', async () => {
    const cwd = tree();
    const { stderr } = await neardup(['fingerprint', 'in', '--json'], { cwd });
    expect(stderr).toBe(
      'neardup: not read: in/.env, in/sub/.git/ (`--hidden` reads names that begin with a dot)\n',
    );
    const all = await neardup(['fingerprint', 'in', '--json', '--hidden'], { cwd });
    expect([all.stderr, idsOf(all.stdout)]).toEqual([
      '',
      expect.arrayContaining(['in/.env', 'in/sub/.git/y.txt']),
    ]);
  });

  test('patterns leave files out, and may take names back', async () => {
    const cwd = tree();
    const patterns = ['*.log', '!keep.log', 'node_modules/'].flatMap((each) => ['--exclude-files', each]);
    const { stdout, stderr } = await neardup(['fingerprint', 'in', '--json', ...patterns], { cwd });
    expect(idsOf(stdout)).toEqual(['in/a.txt', 'in/keep.log', 'in/sub/c.txt']);
    expect(stderr).toContain('in/b.log, in/node_modules/');
    const glob = await neardup(['fingerprint', 'in/**/*.txt', '--json', '--exclude-files', 'sub/'], { cwd });
    expect(idsOf(glob.stdout)).toEqual(['in/a.txt', 'in/node_modules/x.txt']);
  });

  test('--gitignore leaves out what the .gitignore files of folders name', async () => {
    const cwd = tree();
    writeFileSync(join(cwd, 'in/.gitignore'), 'node_modules/\n*.log\n');
    writeFileSync(join(cwd, 'in/sub/.gitignore'), '/c.*\n');
    const { stdout } = await neardup(['fingerprint', 'in', '--json', '--gitignore'], { cwd });
    expect(idsOf(stdout)).toEqual(['in/a.txt']);
  });

  test('inputs come from a list, whose names end with a line or with a zero byte', async () => {
    const cwd = tree();
    writeFileSync(join(cwd, 'list'), 'in/a.txt\nin/sub/c.txt\n');
    const { stdout } = await neardup(['fingerprint', '--json', '--files-from', 'list'], { cwd });
    expect(idsOf(stdout)).toEqual(['in/a.txt', 'in/sub/c.txt']);
    const zero = await neardup(['fingerprint', '--json', '--files-from', '-', 'in/b.log'], {
      cwd,
      input: 'in/a.txt\0in/keep.log\0',
    });
    expect(idsOf(zero.stdout)).toEqual(['in/b.log', 'in/a.txt', 'in/keep.log']);
    const empty = await neardup(['fingerprint', '--files-from', '-'], { cwd, input: '' });
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('`-` names no files')]);
  });

  test.skipIf(process.platform !== 'linux')('a file is read whatever the bytes of its name are', async () => {
    const cwd = folder();
    const name = Buffer.from(`${cwd}/caf\xe9.txt`, 'latin1');
    writeFileSync(name, FERRY);
    writeFileSync(join(cwd, 'copy.txt'), FERRY);
    const { code, stdout } = await neardup(['dedup', '.', '--json'], { cwd });
    expect([code, parseLines(stdout).results]).toMatchObject([
      0,
      [{ id: './caf\\xE9.txt', keptId: './copy.txt' }],
    ]);
    // a shell passes the bytes of the name
    const named = spawnSync('sh', ['-c', `"$0" "$1" fingerprint caf?.txt`, process.execPath, MAIN], {
      cwd,
      encoding: 'utf8',
    });
    expect([named.status, named.stdout]).toEqual([0, expect.stringContaining('caf\\xE9.txt')]);
  });
});

test('all problems are written to a file, but never over a file that is something else', async () => {
  const cwd = folder({ 'in.jsonl': `{bad\n${LINES}{worse\n`, 'list.jsonl': '' });
  const run = () => neardup(['dedup', 'in.jsonl', '--problems', 'list.jsonl'], { cwd });
  for (const { code } of [await run(), await run()]) expect(code).toBe(2);
  const told = readFileSync(join(cwd, 'list.jsonl'), 'utf8').trimEnd().split('\n');
  expect(told.map((line) => JSON.parse(line).problem.line)).toEqual([1, 4]);
  const refused = await neardup(['dedup', 'in.jsonl', '--problems', 'in.jsonl'], { cwd });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('is no list of problems')]);
  expect(readFileSync(join(cwd, 'in.jsonl'), 'utf8')).toContain('{worse');
});

test('FORCE_COLOR colors what goes to a pipe, and NO_COLOR forbids it', async () => {
  const run = async (env: object) =>
    (await neardup(['dedup', '-', '--quiet'], { input: LINES, env: { ...process.env, ...env } })).stdout;
  expect(await run({ FORCE_COLOR: '1', NO_COLOR: '' })).toContain('\x1b[');
  expect(await run({ FORCE_COLOR: '1', NO_COLOR: '1' })).not.toContain('\x1b[');
  expect(await run({ FORCE_COLOR: '0', NO_COLOR: '' })).not.toContain('\x1b[');
});

test('--color decides before the variables do, and a word that it does not know is refused', async () => {
  const run = async (when: string, env: object) => {
    const args = ['dedup', '-', '--quiet', '--color', when];
    return neardup(args, { input: LINES, env: { ...process.env, ...env } });
  };
  expect((await run('always', { NO_COLOR: '1' })).stdout).toContain('\x1b[');
  expect((await run('never', { FORCE_COLOR: '1' })).stdout).not.toContain('\x1b[');
  expect((await run('auto', { FORCE_COLOR: '1', NO_COLOR: '' })).stdout).toContain('\x1b[');
  expect(await run('sometimes', {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Allowed choices are auto, always, never'),
  });
});

test('a page whose name promises another format is refused before anything is written', async () => {
  const cwd = folder({ 'in.jsonl': LINES, 'a.txt': 'One text.', 'b.txt': 'One text.' });
  for (const args of [
    ['dedup', 'in.jsonl', '-o', 'out.jsonl', '--report', 'r.pdf'],
    ['trim', 'in.jsonl', '-o', 'out.jsonl', '--report', 'r.PDF'],
    ['compare', 'a.txt', 'b.txt', '--html', 'r.docx'],
    ['compare', '--all', 'a.txt', 'b.txt', '--html', 'r.pdf'],
  ]) {
    const { code, stderr } = await neardup(args, { cwd });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/ends in `\.html`, which a browser prints as PDF/),
    ]);
    expect(readdirSync(cwd).sort()).toEqual(['a.txt', 'b.txt', 'in.jsonl']);
  }
  for (const name of ['r.html', 'r.HTM', 'report', './r'])
    expect((await neardup(['dedup', 'in.jsonl', '--report', name], { cwd })).code).toBe(0);
});

test('a list or documents as TSV begin with the first column, as CSV with the mark that Excel asks for', async () => {
  const cwd = folder({ 'in.jsonl': LINES });
  for (const [ending, mark] of [
    ['tsv', ''],
    ['csv', '\ufeff'],
  ]) {
    await neardup(['dedup', 'in.jsonl', '-o', `out.${ending}`, '--removed', `removed.${ending}`], { cwd });
    expect(readFileSync(join(cwd, `out.${ending}`), 'utf8')).toMatch(new RegExp(`^${mark}id`));
    expect(readFileSync(join(cwd, `removed.${ending}`), 'utf8')).toMatch(new RegExp(`^${mark}id`));
  }
});

test.each(['dedup', 'compare', 'collection'])(
  'the help of %s fits a terminal of 40 columns',
  async (name) => {
    const env = { ...process.env, COLUMNS: '40' };
    const { stdout } = await neardup([name, '--help'], { env });
    // a path or a regular expression is not broken
    const long = stdout.split('\n').filter((line) => line.length > 40 && /\S\s+\S/.test(line.trim()));
    expect(long).toEqual([]);
  },
);

describe('standard output by another name', () => {
  test('/dev/stdout takes the kept documents as - does', async () => {
    const cwd = folder({ 'in.jsonl': LINES });
    const { code, stdout } = await neardup(['dedup', 'in.jsonl', '-o', '/dev/stdout'], { cwd });
    expect([code, stdout]).toEqual([0, `${LINES.split('\n')[0]}\n`]);
  });

  test('the pipe of a shell takes the kept documents, and no list is written beside it', (context) => {
    const cwd = folder({ 'in.jsonl': LINES });
    const shell = spawnSync(
      'bash',
      ['-c', `"$0" "$1" dedup in.jsonl -o >(cat > out); wait; sleep .2`, process.execPath, MAIN],
      { cwd, encoding: 'utf8' },
    );
    if (shell.error !== undefined) context.skip('bash is not here');
    expect(shell.stderr).toBe('');
    expect(readFileSync(join(cwd, 'out'), 'utf8')).toBe(`${LINES.split('\n')[0]}\n`);
  });
});

test('an output in a folder that is not there advises to make the folder', async () => {
  const cwd = folder({ 'in.jsonl': LINES });
  const { stderr } = await neardup(['dedup', 'in.jsonl', '-o', 'none/out.jsonl'], { cwd });
  expect(stderr).toContain('Make the folder `none` first, or choose another path.');
});
