/** The commands as a user runs them: names, fields, files and exit codes are a contract. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { COMMANDS, commandsOf, flagsOf, isCommon } from '../../src/apps/cli/command-table.ts';
import { FLAGS, longName, optionName } from '../../src/apps/cli/flags.ts';
import { folder, neardup, parseLines, ROOT } from './run-neardup.ts';

const FERRY = 'the ferry leaves at nine from the north pier every day of the week weather permitting';
const LINES = [
  { id: 'a', body: FERRY, date: '2024-01-01' },
  {
    id: 'b',
    body: 'fresh bread is sold from seven in the old bakery behind the market hall',
    date: '2024-01-02',
  },
  { id: 'c', body: `${FERRY.toUpperCase()}!`, date: '2024-01-03' },
].map((line) => JSON.stringify(line));
const JSONL = `${LINES.join('\n')}\n`;

describe('dedup', () => {
  test('writes what stays byte for byte, and what goes with its evidence', async () => {
    const dir = folder({ 'in.jsonl': JSONL });
    const out = join(dir, 'out.jsonl');
    const { code, stdout } = await neardup(
      ['dedup', 'in.jsonl', '-o', out, '--text-field', 'body', '--json'],
      { cwd: dir },
    );
    expect(code).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe(`${LINES[0]}\n${LINES[1]}\n`);
    const removal = {
      id: 'c',
      keptId: 'a',
      resemblance: 1,
      containment: { inKept: 1, ofKept: 1 },
      distance: 0,
      identical: true,
      group: 1,
    };
    expect(JSON.parse(readFileSync(`${out}.removed.jsonl`, 'utf8'))).toEqual(removal);
    const { results, summary } = parseLines(stdout);
    expect(results).toEqual([removal]);
    expect(summary).toMatchObject({ documents: 3, kept: 2, removed: 1, groups: 1, empty: 0, unreadable: 0 });
    expect(summary.engine).toMatch(/^wasm, \d+ threads?$/);
    expect(readFileSync(join(dir, 'in.jsonl'), 'utf8')).toBe(JSONL);
    expect(readdirSync(dir).sort()).toEqual(['in.jsonl', 'out.jsonl', 'out.jsonl.removed.jsonl']);
  });

  test('reads standard input and gzip, and writes gzip', async () => {
    const dir = folder();
    const args = ['dedup', '-', '-o', 'out.jsonl.gz', '--text-field', 'body', '--quiet'];
    const { code } = await neardup(args, { cwd: dir, input: gzipSync(JSONL) });
    expect(code).toBe(0);
    expect(gunzipSync(readFileSync(join(dir, 'out.jsonl.gz'))).toString()).toBe(`${LINES[0]}\n${LINES[1]}\n`);
  });

  test('copies files of a folder to a folder', async () => {
    const dir = folder();
    const { code } = await neardup(['dedup', join(ROOT, 'examples/mixed/zh'), '-o', 'clean/', '--quiet'], {
      cwd: dir,
    });
    expect(code).toBe(0);
    const kept = readdirSync(join(dir, 'clean'));
    expect(kept.length).toBeGreaterThan(3);
    for (const name of kept) {
      expect(readFileSync(join(dir, 'clean', name))).toEqual(
        readFileSync(join(ROOT, 'examples/mixed/zh', name)),
      );
    }
    expect(existsSync(join(dir, 'clean.removed.jsonl'))).toBe(true);
  });

  test('keeps rows of a CSV file as they are', async () => {
    const rows = [
      'id,body',
      'a,"the same, long text of a row, quoted"',
      'b,another text altogether',
      'c,"The same long text of a row; quoted"',
    ];
    const dir = folder({ 'in.csv': `${rows.join('\r\n')}\r\n` });
    const { code } = await neardup(['dedup', 'in.csv', '-o', 'out.csv', '--text-field', 'body', '--quiet'], {
      cwd: dir,
    });
    expect(code).toBe(0);
    expect(readFileSync(join(dir, 'out.csv'), 'utf8').trim().split(/\r?\n/)).toEqual(rows.slice(0, 3));
  });

  test('--against removes what is in the reference; --keep max:FIELD keeps the newest', async () => {
    const dir = folder({ 'in.jsonl': JSONL, 'ref.jsonl': `${JSON.stringify({ id: 'r', body: FERRY })}\n` });
    const against = await neardup(
      ['dedup', 'in.jsonl', '--against', 'ref.jsonl', '--text-field', 'body', '--json'],
      { cwd: dir },
    );
    expect(parseLines(against.stdout).results.map(({ id, keptId }) => [id, keptId])).toEqual([
      ['a', 'r'],
      ['c', 'r'],
    ]);
    const newest = await neardup(
      ['dedup', 'in.jsonl', '--keep', 'max:date', '--text-field', 'body', '--json'],
      { cwd: dir },
    );
    expect(parseLines(newest.stdout).results.map(({ id, keptId }) => [id, keptId])).toEqual([['a', 'c']]);
  });

  test('--exit-code is 1 when duplicates were found and 0 when not', async () => {
    const dir = folder({ 'in.jsonl': JSONL, 'clean.jsonl': `${LINES[0]}\n${LINES[1]}\n` });
    const run = (file: string) =>
      neardup(['dedup', file, '--exit-code', '--text-field', 'body'], { cwd: dir });
    expect((await run('in.jsonl')).code).toBe(1);
    expect((await run('clean.jsonl')).code).toBe(0);
  });

  test('--report writes one page with the groups', async () => {
    const dir = folder({ 'in.jsonl': JSONL });
    const { code } = await neardup(
      ['dedup', 'in.jsonl', '--report', 'r.html', '--text-field', 'body', '--quiet'],
      { cwd: dir },
    );
    expect(code).toBe(0);
    expect(readFileSync(join(dir, 'r.html'), 'utf8')).toContain(FERRY);
  });
});

test('the fields of pairs, groups, fingerprint and eval', async () => {
  const dir = folder({ 'in.jsonl': JSONL, 'truth.tsv': 'a\tb\tlabel\na\tc\tcopy\na\tb\tnone\n' });
  const run = async (...args: string[]) =>
    (await neardup([...args, '--text-field', 'body', '--json', '--quiet'], { cwd: dir })).stdout;
  expect(parseLines(await run('pairs', 'in.jsonl')).results).toEqual([
    { a: 'a', b: 'c', resemblance: 1, containment: { aInB: 1, bInA: 1 }, distance: 0, identical: true },
  ]);
  expect(parseLines(await run('groups', 'in.jsonl')).results).toMatchObject([
    { group: 1, kept: 'a', members: [{ id: 'c', keptId: 'a' }] },
  ]);
  const prints = parseLines(await run('fingerprint', 'in.jsonl')).results;
  expect(prints.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  for (const { fingerprint } of prints) expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
  expect(prints[0].fingerprint).toBe(prints[2].fingerprint);
  const evaluated = parseLines(await run('eval', 'in.jsonl', '--truth', 'truth.tsv', '--labels', 'copy'));
  expect(evaluated.results).toMatchObject([{ truth: 1, hits: 1, found: 1, precision: 1, recall: 1, f1: 1 }]);
  expect(evaluated.summary).toMatchObject({ documents: 3, pairs: 1 });
});

test('fingerprints of canonical text with --hash sdbm are those of paper A', async () => {
  const input = `${JSON.stringify({ id: 'p', text: 'school school students teachers' })}\n`;
  const { stdout } = await neardup(
    ['fingerprint', '-', '--canonical', '--hash', 'sdbm', '--features', 'counts'],
    { input },
  );
  const bits = '0000000000100100001000101000010100001000001100010000101010110000';
  expect(stdout).toBe(`${BigInt(`0b${bits}`).toString(16).padStart(16, '0')}\tp\n`);
});

describe('help', () => {
  /** What a command without input says. It is asked once for all tests, because a start takes long. */
  const said = (...args: string[]) => {
    const key = args.join(' ');
    if (!answers.has(key)) answers.set(key, neardup(args));
    return answers.get(key)!;
  };
  const answers = new Map<string, ReturnType<typeof neardup>>();

  test('every flag is explained for its commands, in one line that fits, and no two are alike', () => {
    for (const { entry } of commandsOf()) {
      const names = flagsOf(entry).map((flag) => /--[a-z-]+/.exec(flag.flags)![0]);
      expect(new Set(names).size).toBe(names.length);
      // every option that it names is a flag
      for (const name of entry.also ?? []) expect(FLAGS.map(optionName)).toContain(name);
    }
    for (const flag of FLAGS) {
      expect(flag.help.length, flag.help).toBeLessThan(115);
      expect(flag.help).not.toMatch(/\.$/);
      for (const command of flag.commands ?? [])
        expect(commandsOf().map(({ entry }) => entry.name)).toContain(command);
    }
  });

  test.each(COMMANDS.map((command) => command.name))(
    'neardup help %s teaches with examples',
    async (name) => {
      const { code, stdout } = await neardup(['help', name]);
      expect(code).toBe(0);
      expect(stdout).toContain('Examples:');
      expect(stdout).toContain(`neardup ${name} `);
      expect((await said(name, '--help')).stdout).toBe(stdout);
    },
  );

  test.each(['collection', 'collection watch', 'worker'])(
    'the help of %s lists its commands, and an unknown one is refused',
    async (name) => {
      const { stdout } = await said(...name.split(' '), '--help');
      const verbs = commandsOf().filter((each) => each.name.startsWith(`${name} `));
      for (const verb of verbs)
        expect(stdout).toContain(`  ${verb.name.slice(name.length + 1).split(' ')[0]}`);
      const { code, stderr } = await neardup([...name.split(' '), 'frobnicate']);
      expect([code, stderr]).toEqual([2, expect.stringContaining("unknown command 'frobnicate'")]);
      expect((await neardup(name.split(' '))).code).toBe(2);
    },
  );

  test.each(commandsOf())(
    'the short help of $name fits a screen, --help-all shows every option in groups',
    async ({ name, entry }) => {
      const { stdout: short } = await said(...name.split(' '), '--help');
      const { code, stdout: all } = await neardup([...name.split(' '), '--help-all']);
      expect(code).toBe(0);
      expect(short).toContain(`neardup ${name} `);
      expect(short).toContain('Examples:');
      expect(short.split('\n').length).toBeLessThan(60);
      const flags = flagsOf(entry);
      const common = flags.filter((flag) => isCommon(flag, entry));
      // a command of few options shows all of them
      expect(common.length).toBeGreaterThan(Math.min(3, flags.length - 1));
      expect(common.length).toBeLessThan(14);
      for (const flag of flags) {
        expect(all).toContain(`  ${flag.flags} `);
        expect(short.includes(`  ${flag.flags} `)).toBe(isCommon(flag, entry));
      }
      for (const { group } of flags) expect(all).toContain(`\n${group}:\n`);
    },
  );

  test('every flag is taken by a command, and what the short help shows is taken by its command', () => {
    for (const flag of FLAGS) {
      expect(commandsOf().some(({ entry }) => flagsOf(entry).includes(flag))).toBe(true);
    }
    for (const { entry } of commandsOf()) {
      const taken = flagsOf(entry).map(optionName);
      // options of the library that have no flag are in no help
      const flags = (entry.common ?? []).filter((name) => FLAGS.some((flag) => optionName(flag) === name));
      expect(taken).toEqual(expect.arrayContaining(flags));
    }
  });

  test.each(['bash', 'zsh', 'fish'] as const)(
    'completion for %s knows every command and flag',
    async (shell) => {
      const { code, stdout } = await said('completion', shell);
      expect(code).toBe(0);
      for (const { name, entry } of commandsOf()) {
        expect(stdout).toContain(name);
        for (const flag of flagsOf(entry)) expect(stdout).toContain(longName(flag).slice(2));
      }
      // a file: fish does not check what comes through a pipe
      const script = join(folder({ script: stdout }), 'script');
      const installed = spawnSync(shell, ['-n', script], { encoding: 'utf8' });
      if (installed.error === undefined) expect([installed.status, installed.stderr]).toEqual([0, '']);
      const main = await said('--help');
      expect(main.stdout).toMatch(/completion for bash, zsh and fish/);
    },
  );

  /** What bash offers for the words that were typed, the last of them unfinished. */
  async function bashOffers(...words: string[]): Promise<string[]> {
    const { stdout } = await said('completion', 'bash');
    const list = ['neardup', ...words].map((word) => `'${word}'`).join(' ');
    const ask = `COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _neardup; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const answer = spawnSync('bash', ['-c', `${stdout}\n${ask}`], {
      encoding: 'utf8',
      cwd: folder({ 'my essay.txt': 'x' }),
    });
    expect(answer.stderr).toBe('');
    return answer.stdout.split('\n').filter((line) => line !== '');
  }

  test('completion offers every command that help shows, the words that follow it, its options and their values', async () => {
    const { stdout } = await said('--help');
    const shown = [...stdout.matchAll(/^ {2}([a-z][a-z-]*)/gm)]
      .map(([, name]) => name)
      .filter((name) => name !== 'neardup');
    expect(shown).toContain('serve');
    expect((await bashOffers('')).sort()).toEqual([...new Set(shown)].sort());
    expect((await bashOffers('--')).sort()).toEqual(['--help', '--version']);
    expect(await bashOffers('collection', 're')).toEqual(['remove', 'repair']);
    expect(await bashOffers('collection', 'watch', 'f')).toEqual(['follow']);
    expect(await bashOffers('collection', 'add', '--th')).toEqual(['--threads']);
    expect(await bashOffers('collection', 'create', '--th')).toEqual(['--threshold', '--threads']);
    expect(await bashOffers('collection', 'add', '--on-duplicate', 's')).toEqual(['skip']);
    expect(await bashOffers('keys', '')).toEqual(['create', 'list', 'revoke']);
    expect(await bashOffers('completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(await bashOffers('help', 'spark')).toEqual(['spark-archive']);
    expect(await bashOffers('keys', 'create', '--sc')).toEqual(['--scopes']);
    expect(await bashOffers('serve', '--po')).toEqual(['--port']);
    expect(await bashOffers('dedup', '--method', 'b')).toEqual(['bands']);
    expect(await bashOffers('dedup', '--help')).toEqual(['--help-all', '--help']);
  });

  test('an option of other commands is refused with the names of those that take it', async () => {
    const { code, stderr } = await neardup(['groups', 'x.jsonl', '--report', 'page.html']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/unknown option '--report'[\s\S]*It is an option of dedup, trim, decontaminate\./);
    expect((await neardup(['groups', 'x.jsonl', '--nowhere'])).stderr).not.toContain('It is an option');
  });

  test('completion in bash leaves files to the shell, which quotes names with spaces', async () => {
    expect(await bashOffers('dedup', 'my')).toEqual([]);
    expect((await said('completion', 'bash')).stdout).toContain('complete -o default -F _neardup neardup');
  });

  test.skipIf(spawnSync('fish', ['--version']).error)('completion in fish offers the same', async () => {
    const { stdout } = await said('completion', 'fish');
    const script = join(folder({ script: stdout }), 'script');
    const offers = (line: string) =>
      spawnSync('fish', ['-c', `source ${script}; complete -C '${line}'`], { encoding: 'utf8' })
        .stdout.split('\n')
        .map((each) => each.split('\t')[0])
        .filter((each) => each !== '');
    expect(offers('neardup se').sort()).toEqual(['search', 'serve']);
    expect(offers('neardup collection re').sort()).toEqual(['remove', 'repair']);
    expect(offers('neardup collection watch f')).toEqual(['follow']);
    expect(offers('neardup collection add --th')).toEqual(['--threads']);
    expect(offers('neardup dedup --method b')).toEqual(['bands']);
    expect(offers('neardup serve --po')).toEqual(['--port']);
  });

  test('the usage of a command names commands that it has', () => {
    for (const { usage, commands } of COMMANDS) {
      const [, listed] = /^[\w-]+ ([a-z]+(?:\|[a-z…]+)+)/.exec(usage) ?? [];
      const names = listed?.split('|').filter((name) => name !== '…') ?? [];
      expect(commands?.map(({ name }) => name) ?? []).toEqual(expect.arrayContaining(names));
    }
  });

  test('--version is the version of the package, completion names the commands', async () => {
    const version = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
    expect((await neardup(['--version'])).stdout.trim()).toBe(version);
    expect((await neardup(['completion'])).stdout).toMatch(/dedup .*pairs .*fingerprint .*eval/);
  });
});
