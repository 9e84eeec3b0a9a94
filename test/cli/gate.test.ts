/** The gate for a pipeline: `pairs` and `compare --all` with a baseline, SARIF and annotations. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { neardup, ROOT } from './run-neardup.ts';

const INSTALL =
  'Download the archive, unpack it into a new folder, and run the installer that is inside with the rights of an administrator.';
const RESTART =
  'When the installer has ended, restart the machine, and look into the log of the service whether every part has started.';

const schema = JSON.parse(
  readFileSync(
    createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'),
    'utf8',
  ),
);
// it is of an older draft, and says nothing that differs
for (const name of ['$schema', 'id']) delete schema[name];
const isSarif = new Ajv({
  strict: false,
  unicodeRegExp: false,
  validateFormats: false,
  logger: false,
}).compile(schema);

/** A folder of documents, and the command run in it. */
function documents(files: Record<string, string>) {
  const cwd = mkdtempSync(join(tmpdir(), 'neardup-gate-'));
  mkdirSync(join(cwd, 'docs'));
  const write = (name: string, text: string) => writeFileSync(join(cwd, 'docs', name), text);
  for (const [name, text] of Object.entries(files)) write(name, text);
  const run = (...args: string[]) => neardup(args, { cwd });
  const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
  return { cwd, write, run, read };
}

const TWO = {
  'a.md': `---\ntitle: A\n---\n# Setting up\n\nThis page is about Linux.\n\n${INSTALL}\n`,
  'b.md': `# For Windows\n\n${INSTALL}\n\nOther words follow here, and they are this page's own.\n`,
};
const ALL = ['compare', '--all', 'docs/', '--exit-code'];

test('a baseline lets pass what is known, wherever it has moved, and only new passages fail the run', async () => {
  const { write, run, read } = documents(TWO);
  expect((await run(...ALL)).code).toBe(1);
  expect(await run(...ALL, '--baseline', 'known.json', '--update-baseline')).toMatchObject({ code: 0 });
  expect(JSON.parse(read('known.json')).findings).toEqual([
    { a: 'docs/a.md', b: 'docs/b.md', words: expect.stringMatching(/^[0-9a-f]{16}$/) },
  ]);
  const passed = await run(...ALL, '--baseline', 'known.json');
  expect(passed).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('0 new, 1 known') });

  write(
    'a.md',
    `# Setting up\n\nOne more paragraph moves it.\n\n${INSTALL.replace('archive', '**archive**')}\n\nNews: ${RESTART}\n`,
  );
  write('c.md', `# Updating\n\n${RESTART}\n`);
  const failed = await run(...ALL, '--baseline', 'known.json', '--json');
  expect(failed.code).toBe(1);
  const [pair, { summary }] = failed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(summary.pairs).toBe(1);
  expect(pair).toMatchObject({
    a: 'docs/a.md',
    b: 'docs/c.md',
    passages: [{ a: { line: 7, endLine: 7 }, b: { line: 3 } }],
  });
});

test('a second passage with the words of a known one is new, and what is gone is counted', async () => {
  const { write, run } = documents(TWO);
  await run(...ALL, '--baseline', 'known.json', '--update-baseline');
  write('d.md', `# Copies\n\n${INSTALL}\n`);
  expect((await run(...ALL, '--baseline', 'known.json')).code).toBe(1);
  write('d.md', 'Nothing.');
  write('b.md', 'Nothing here.');
  expect((await run(...ALL, '--baseline', 'known.json')).stderr).toContain('1 of the baseline is gone');
});

test('a baseline counts from wherever the command is run, and keeps what pairs and passages know of each other', async () => {
  const { cwd, run, read } = documents({ ...TWO, 'c.md': TWO['b.md'] });
  await run('pairs', 'docs/', '--baseline', 'known.json', '--update-baseline');
  const pairs = JSON.parse(read('known.json')).findings.length;
  await run(...ALL, '--baseline', 'known.json', '--update-baseline');
  expect(JSON.parse(read('known.json')).findings.length).toBe(3 + pairs);
  expect(pairs).toBe(1);
  for (const documents of ['./docs/*.md', join(cwd, 'docs')])
    for (const verb of [['pairs'], ['compare', '--all']]) {
      const passed = await run(...verb, documents, '--exit-code', '--baseline', './known.json');
      expect(passed, passed.stderr).toMatchObject({ code: 0 });
    }
});

test('a picture in a folder is no document for a gate, and one that is named is; what is new counts first', async () => {
  const { cwd, run } = documents(TWO);
  writeFileSync(join(cwd, 'docs', 'p.png'), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  const update = ['--baseline', 'known.json', '--update-baseline'];
  expect((await run(...ALL, ...update)).code).toBe(0);
  const passed = await run('pairs', 'docs/', '--exit-code', '--github');
  expect(passed).toMatchObject({ code: 0, stderr: expect.stringContaining('A PNG image is not read') });
  expect((await run(...ALL, 'docs/p.png', ...update)).code).toBe(2);
  writeFileSync(join(cwd, 'docs', 'x.json'), '{"a":1}');
  expect((await run(...ALL, ...update)).code).toBe(2);
  expect((await run(...ALL, '--github')).code).toBe(1);
});

test('a known passage may move to another document, and its document may have another name; a copy more is new', async () => {
  const { cwd, write, run } = documents(TWO);
  const known = ['--baseline', 'known.json'];
  await run(...ALL, ...known, '--update-baseline');
  renameSync(join(cwd, 'docs', 'b.md'), join(cwd, 'docs', '0.md'));
  expect(await run(...ALL, ...known)).toMatchObject({ code: 0, stdout: '' });
  // it sorts before the known two
  write('-.md', `# Copies\n\n${INSTALL}\n`);
  const found = await run(...ALL, ...known, '--json');
  expect(found.code).toBe(1);
  expect(found.stderr).toContain('2 new, 1 known');
  renameSync(join(cwd, 'docs', '0.md'), join(cwd, 'docs', 'b.md'));
  const other = (await run(...ALL, ...known, '--github')).stdout
    .split('\n')
    .filter((line) => line.startsWith('::'));
  expect(other.map((line) => line.includes('docs/-.md'))).toEqual([true, true]);
});

test('pairs are known by their documents, and --update-baseline writes the same file for the same findings', async () => {
  const text = `${INSTALL} ${RESTART}`;
  const { write, run, read } = documents({ 'a.txt': text, 'b.txt': text });
  const args = ['pairs', 'docs/', '--exit-code', '--baseline', 'known.json'];
  await run(...args, '--update-baseline');
  const before = read('known.json');
  await run(...args, '--update-baseline');
  expect(read('known.json')).toBe(before);
  expect((await run(...args)).code).toBe(0);
  write('c.txt', `${text} And more.`);
  const found = await run(...args, '--json');
  expect(found.code).toBe(1);
  expect(found.stdout).toContain('docs/c.txt');
  expect(found.stdout).not.toContain('"b":"docs/b.txt"');
});

test('SARIF is valid, and names files, lines and columns of both places', async () => {
  const { run, read } = documents({
    ...TWO,
    'x #1.txt': `Some words of its own. ${RESTART}`,
    'y.txt': `First line.\n\nThen here: ${RESTART}`,
  });
  expect((await run('compare', '--all', 'docs/', '--sarif', 'out.sarif')).code).toBe(0);
  const log = JSON.parse(read('out.sarif'));
  expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
  const places = log.runs[0].results.map(
    ({ locations, relatedLocations }: { locations: [object]; relatedLocations: [object] }) => [
      locations[0],
      relatedLocations[0],
    ],
  );
  expect(places).toMatchObject([
    [
      {
        physicalLocation: {
          artifactLocation: { uri: 'docs/x%20%231.txt' },
          region: { startLine: 1, startColumn: 24 },
        },
      },
      {
        physicalLocation: {
          artifactLocation: { uri: 'docs/y.txt' },
          region: { startLine: 3, startColumn: 12, endLine: 3 },
        },
      },
    ],
    [
      { physicalLocation: { artifactLocation: { uri: 'docs/a.md' }, region: { startLine: 8 } } },
      { physicalLocation: { artifactLocation: { uri: 'docs/b.md' }, region: { startLine: 3 } } },
    ],
  ]);
  await run('pairs', 'docs/', '--threshold', '0.3', '--sarif', 'pairs.sarif');
  expect(isSarif(JSON.parse(read('pairs.sarif')))).toBe(true);
});

test('documents that are no files of their own have a name in SARIF, and no place', async () => {
  const { cwd, run, read } = documents({});
  const lines = ['a', 'b'].map((id) => JSON.stringify({ id, text: INSTALL }));
  writeFileSync(join(cwd, 'docs.jsonl'), lines.join('\n'));
  await run('pairs', 'docs.jsonl', '--sarif', 'out.sarif');
  const log = JSON.parse(read('out.sarif'));
  expect(isSarif(log)).toBe(true);
  expect(log.runs[0].results[0].locations).toEqual([{ logicalLocations: [{ fullyQualifiedName: 'a' }] }]);
});

const OTHERS = ['docs/c.json', 'docs/t.csv', 'docs/p.html', 'docs/d.npy', 'earlier.sarif'];

test('no output takes the place of a document, however that is named, of another file, or of another output', async () => {
  const { cwd, run, read } = documents(TWO);
  for (const name of OTHERS) writeFileSync(join(cwd, name), '{"text":"A text."}');
  for (const args of [
    ['pairs', 'docs/*.json', '--sarif', 'docs/c.json'],
    ['pairs', 'docs/{b.md,c.json}', '--update-baseline', '--baseline', 'docs/c.json'],
    ['pairs', 'docs/', '--update-baseline', '--baseline', 'docs/c.json'],
    ['pairs', 'docs/', '--sarif', 'earlier.sarif'],
    ['compare', '--all', 'docs/*', '--csv', 'docs/t.csv'],
    ['compare', '--all', 'docs/*.html', 'docs/a.md', '--html', 'docs/p.html'],
    ['compare', 'docs/a.md', '--in', 'docs/*.html', '--html', 'docs/p.html'],
    ['compare', '--all', 'docs/a.md', 'docs/b.md', '--html', 'x.html', '--csv', 'x.html'],
    ['fingerprint', '--signature', '64', 'docs/[dp].*', '--npy', 'docs/d.npy'],
    ['compare', '--all', 'docs/', '--sarif', 'docs/a.md'],
    ['compare', '--all', 'docs/', '--sarif', 'docs/c.json'],
    ['compare', '--all', 'docs/*.md', '--sarif', 'docs/a.md'],
    ['pairs', 'docs/a.md', 'docs/b.md', '--sarif', 'docs/a.md'],
    [...ALL, '--update-baseline', '--baseline', 'docs/a.md'],
    ['pairs', 'docs/c.json', '--update-baseline', '--baseline', 'docs/c.json'],
    [...ALL, '--update-baseline', '--baseline', 'known.json', '--sarif', 'known.json'],
  ]) {
    expect(await run(...args), String(args)).toMatchObject({ code: 2, stdout: '' });
    expect(read('docs/a.md')).toBe(TWO['a.md']);
    for (const name of OTHERS) expect(read(name)).toBe('{"text":"A text."}');
  }
  // where they were written before
  for (let turn = 0; turn < 2; turn++) {
    const written = await run(...ALL, '--update-baseline', '--baseline', 'docs/.known.json');
    expect(written.code).toBe(0);
    expect((await run('compare', '--all', 'docs/', '--sarif', 'out.sarif')).code).toBe(0);
  }
});

test('annotations escape what would end them', async () => {
  const { run } = documents({ 'a,x::y%.md': TWO['a.md'], 'b.md': TWO['b.md'] });
  const { stdout } = await run('compare', '--all', 'docs/', '--github');
  expect(stdout).toContain(
    '::warning file=docs/a%2Cx%3A%3Ay%25.md,line=8,endLine=8,title=Repeated passage::',
  );
  expect(stdout).toContain('words are also in docs/b.md, line 3.');
});

test('options that cannot be meant are refused, and a broken baseline writes nothing', async () => {
  const { cwd, run } = documents(TWO);
  writeFileSync(join(cwd, 'broken.json'), '{"version": 1');
  await run(...ALL, '--baseline', 'known.json', '--update-baseline');
  const whole = readFileSync(join(cwd, 'known.json'), 'utf8').trimEnd();
  for (const cut of [0, 1, 40, whole.length - 1]) {
    writeFileSync(join(cwd, 'cut.json'), whole.slice(0, cut));
    expect((await run(...ALL, '--baseline', 'cut.json')).code).toBe(2);
  }
  for (const [args, reason] of [
    [[...ALL, '--baseline', 'none.json'], 'none that can be read'],
    [[...ALL, '--baseline', 'broken.json', '--sarif', 'out.sarif'], 'to be a baseline of this version'],
    [[...ALL, '--update-baseline'], 'there is no baseline'],
    [[...ALL, '--github', '--json'], 'both write to standard output'],
    [['compare', '--all', '-', 'docs/', '--sarif', 'out.sarif'], 'which is read once'],
    [['pairs', '--fingerprints', 'docs/a.md', '--sarif', 'out.sarif'], 'not verified'],
    [['compare', 'docs/a.md', 'docs/b.md', '--sarif', 'out.sarif'], 'it concerns the pairs of texts'],
  ] as const) {
    const { code, stderr } = await run(...args);
    expect(stderr).toContain(reason);
    expect(code).toBe(2);
  }
  expect(existsSync(join(cwd, 'out.sarif'))).toBe(false);
});

test('the hook for pre-commit runs the version that the repository has', () => {
  const hooks = readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(hooks).toContain(`npx --yes neardup@${version} `);
});
