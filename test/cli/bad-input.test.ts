/** Bad input is normal input: a clear message, the run goes on where it can, exit code 2, no partial file. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { folder, MAIN, neardup, parseLines, start } from './run-neardup.ts';

const GOOD = '{"id":"good-1","text":"the quick brown fox jumps over the lazy dog"}\n';
const GOOD_2 = '{"id":"good-2","text":"an entirely different sentence about winter apples"}\n';

/** No stack trace, whatever happens. */
function expectCalm(stderr: string): void {
  expect(stderr).not.toMatch(/\n\s+at .*:\d+:\d+/);
  expect(stderr).not.toMatch(/undefined|\[object/);
}

describe('documents that cannot be read are named, and the rest is processed', () => {
  test('every one of them is a line of --json, though the terminal shows the first of many', async () => {
    const dir = folder({ 'x.jsonl': `${GOOD}${'not json\n'.repeat(100)}` });
    const { stdout, stderr } = await neardup(['dedup', 'x.jsonl', '--json'], { cwd: dir });
    expect(stderr.trim().split('\n')).toHaveLength(2);
    const { problems } = parseLines(stdout);
    expect(problems.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, i) => i + 2));
    expect(problems[0]).toEqual({
      ...{ source: 'x.jsonl', line: 2, reason: 'Expected a JSON object, got `not json`.' },
    });
  });

  test('lines that are not JSON or lack the field: file, line, what was expected', async () => {
    const dir = folder({ 'x.jsonl': `${GOOD}not json\n{"id":"q"}\n{"id":"r","text":7}\n${GOOD_2}` });
    const { code, stdout, stderr } = await neardup(['dedup', join(dir, 'x.jsonl'), '--json']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/x\.jsonl:2: .*JSON/);
    expect(stderr).toMatch(/x\.jsonl:3: .*text/);
    expect(stderr).toMatch(/x\.jsonl:4: .*text/);
    expectCalm(stderr);
    expect(parseLines(stdout).summary).toMatchObject({ documents: 2, unreadable: 3, removed: 0 });
  });

  test('a truncated gzip file gives what comes before the damage, and a message', async () => {
    const lines = Array.from(
      { length: 5000 },
      (_, i) => `{"id":"${i}","text":"document number ${i} has ${i * i} apples"}\n`,
    );
    const whole = gzipSync(lines.join(''));
    const dir = folder({ 'x.jsonl.gz': whole.subarray(0, whole.length / 2), 'y.jsonl': GOOD });
    const { code, stdout, stderr } = await neardup([
      'dedup',
      join(dir, 'x.jsonl.gz'),
      join(dir, 'y.jsonl'),
      '--json',
    ]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/x\.jsonl\.gz.*truncated/);
    expectCalm(stderr);
    expect(parseLines(stdout).summary.documents).toBeGreaterThan(1000);
  });

  test('invalid UTF-8 and NUL bytes are read as text', async () => {
    const dir = folder({
      'a.txt': Buffer.from([0x68, 0x69, 0xff, 0xfe, 0x00, 0x74, 0x68, 0x65, 0x72, 0x65, 0xc3]),
      'b.txt': 'hi there',
    });
    const { code, stdout, stderr } = await neardup([
      'pairs',
      join(dir, 'a.txt'),
      join(dir, 'b.txt'),
      '--json',
    ]);
    expectCalm(stderr);
    expect(code).toBe(0);
    expect(parseLines(stdout).summary.documents).toBe(2);
  });

  test('a line of 300 MB is left out with a message, in bounded memory', async () => {
    const dir = folder();
    const path = join(dir, 'long.jsonl');
    const file = openSync(path, 'w');
    writeSync(file, `${GOOD}{"id":"huge","text":"`);
    const piece = Buffer.alloc(10 << 20, 'word ');
    for (let i = 0; i < 30; i++) writeSync(file, piece);
    writeSync(file, `"}\n${GOOD_2}`);
    const { code, stdout, stderr } = await neardup(['dedup', path, '--json', '--threads', '1'], {
      env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=256' },
    });
    expect(stderr).toMatch(/long\.jsonl:2: Expected a line of at most 104857600 bytes, got \d{9}/);
    expect(code).toBe(2);
    expect(parseLines(stdout).summary).toMatchObject({ documents: 2, unreadable: 1 });
  });

  test('an empty file and an empty folder are reported', async () => {
    const dir = folder({ 'empty.jsonl': '', 'x.jsonl': GOOD });
    mkdirSync(join(dir, 'nothing'));
    const files = await neardup(['dedup', join(dir, 'empty.jsonl'), join(dir, 'x.jsonl'), '--json']);
    expect(files.stderr).toMatch(/empty\.jsonl: .*empty/i);
    expect(files.code).toBe(2);
    expect(parseLines(files.stdout).summary).toMatchObject({ documents: 1, unreadable: 1 });
    const none = await neardup(['dedup', join(dir, 'nothing'), '--json']);
    expect(none.stderr).toMatch(/nothing.*(empty|no )/i);
    expect(none.code).toBe(2);
  });

  test('a file and a folder without permission are named, the rest is read', async (context) => {
    const dir = folder({
      'secret.txt': 'secret words nobody may read',
      'open.txt': 'open words everyone may read',
    });
    mkdirSync(join(dir, 'closed'));
    chmodSync(join(dir, 'secret.txt'), 0o000);
    chmodSync(join(dir, 'closed'), 0o000);
    chmodSync(dir, 0o755);
    // root reads everything: run as the user `nobody`, if that user may run the command
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    try {
      execFileSync(process.execPath, [MAIN, '--version'], nobody);
    } catch {
      context.skip('the command cannot be run without root rights from here');
    }
    const { code, stdout, stderr } = await neardup(['dedup', dir, '--json'], nobody);
    chmodSync(join(dir, 'closed'), 0o755);
    expect(stderr).toMatch(/secret\.txt: .*permission denied/);
    expect(stderr).toMatch(/closed.*permission denied/);
    expectCalm(stderr);
    expect(code).toBe(2);
    expect(parseLines(stdout).summary).toMatchObject({ documents: 1, unreadable: 2 });
  });

  test('fingerprint prints while it reads: if it fails, only whole lines and no summary are printed', async () => {
    const many = Array.from({ length: 30_000 }, (_, i) => `{"id":"${i}","text":"document ${i}"}\n`).join('');
    const dir = folder({ 'x.jsonl': GOOD + many, 'y.jsonl': GOOD_2 + GOOD });
    const paths = [join(dir, 'x.jsonl'), join(dir, 'y.jsonl')];
    const { code, stdout, stderr } = await neardup(['fingerprint', ...paths, '--json']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/good-1.*x\.jsonl:1 and .*y\.jsonl:2/);
    expectCalm(stderr);
    const lines = stdout.split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.length).toBeGreaterThan(20_000);
    expect(lines.slice(1).map((line) => JSON.parse(line).id)).toEqual(lines.slice(1).map((_, i) => `${i}`));
  });

  test('an id that occurs twice names both places; --duplicate-ids rename continues', async () => {
    const dir = folder({ 'x.jsonl': GOOD + GOOD_2, 'y.jsonl': GOOD });
    const paths = [join(dir, 'x.jsonl'), join(dir, 'y.jsonl')];
    const refused = await neardup(['dedup', ...paths, '-o', join(dir, 'out.jsonl')]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/good-1.*x\.jsonl:1 and .*y\.jsonl:1/);
    expect(refused.stderr).toContain('--duplicate-ids rename');
    expect(readdirSync(dir).sort()).toEqual(['x.jsonl', 'y.jsonl']);
    const renamed = await neardup(['dedup', ...paths, '--duplicate-ids', 'rename', '--json']);
    expect(parseLines(renamed.stdout).results).toMatchObject([
      { id: 'good-1#2', keptId: 'good-1', resemblance: 1 },
    ]);
  });
});

describe('a call that is wrong fails at once and says what was expected', () => {
  test.each([
    [['dedup', 'no-such-file.jsonl'], /no-such-file\.jsonl/],
    [['dedup', 'x', '--frobnicate'], /--frobnicate/],
    [['dedup', 'x', '--tresholt', '0.5'], /--threshold/],
    [['dedup', '.', '--threshold', '7'], /threshold.*above 0 and up to 1.*7/],
    [['dedup', '.', '--threshold', 'high'], /threshold.*above 0 and up to 1.*high/],
    [['pairs', '.', '--distance', '9'], /--distance.*0 to 7.*9/],
    [['dedup', '.', '--keep', 'best'], /keep.*first, last, longest.*best/],
    [['dedup', '.', '--encoding', 'klingon'], /klingon/],
    [['dedup', '.', '--distance', '3'], /`--distance` has no effect: only `--method simhash`/],
    [['dedup', '.', '--lang', 'xx', '--stems'], /`--lang` to be `auto` or the code of a language/],
    [['dedup', '.', '--lang', 'en'], /`--lang` has no effect: .*\n.*`--stop-words` or `--stems`/],
    [['dedup', '.', '--only-against'], /reference for `--only-against`.*\n.*`--against`/],
    [['compare', 'a', 'b', '--sources', '3'], /`--sources` has no effect: .*`--in`/],
    [
      ['compare', 'a', 'b', '--right-weight', '0.1'],
      /`--right-weight` to be a number from `--similar-weight`/,
    ],
    [['search', 'x'], /`--in` to be the documents to search/],
    [['dedup'], /input/],
    [['frobnicate'], /frobnicate/],
    [['eval', '.'], /--truth/],
    [['dedup', 'package.json', '-o', 'out.docx'], /out\.docx/],
  ])('neardup %j', async (args, message) => {
    const { code, stderr } = await neardup(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expectCalm(stderr);
  });

  test('an output that is an input is refused, also through a link', async () => {
    const dir = folder({ 'x.jsonl': GOOD });
    symlinkSync('x.jsonl', join(dir, 'link.jsonl'));
    for (const output of ['x.jsonl', './x.jsonl', 'link.jsonl']) {
      const { code, stderr } = await neardup(['dedup', 'x.jsonl', '-o', output], { cwd: dir });
      expect(stderr).toMatch(/never changes its input/);
      expect(code).toBe(2);
    }
    expect(readFileSync(join(dir, 'x.jsonl'), 'utf8')).toBe(GOOD);
    expect(readdirSync(dir).sort()).toEqual(['link.jsonl', 'x.jsonl']);
  });
});

describe('nothing is left under the final name when a run cannot finish', () => {
  test.skipIf(!existsSync('/dev/full'))(
    'results that cannot be printed: one line, and exit code 2',
    async () => {
      const dir = folder({ 'x.jsonl': '{"id":"a","text":"some words"}\n' });
      const full = openSync('/dev/full', 'w');
      const { finished } = start(['fingerprint', join(dir, 'x.jsonl')], { stdio: ['ignore', full, 'pipe'] });
      const { code, stderr } = await finished;
      closeSync(full);
      expect(stderr).toBe('neardup: Cannot write the results: ENOSPC: no space left on device, write.\n');
      expect(code).toBe(2);
    },
  );

  test('a full disk', async (context) => {
    const dir = folder({
      'x.jsonl': Array.from(
        { length: 4000 },
        (_, i) => `{"id":"${i}","text":"number ${i} ${'word '.repeat(40)}${i * i}"}\n`,
      ).join(''),
    });
    const small = join(dir, 'small');
    mkdirSync(small);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small], { stdio: 'ignore' });
    } catch {
      context.skip('no file system can be mounted here');
    }
    try {
      const { code, stderr } = await neardup(['dedup', join(dir, 'x.jsonl'), '-o', join(small, 'out.jsonl')]);
      expect(stderr).toMatch(/no space left/);
      expectCalm(stderr);
      expect(code).toBe(2);
      expect(readdirSync(small)).toEqual([]);
      // this method looks at all texts
      const spool = await neardup(['dedup', join(dir, 'x.jsonl'), '--method', 'exact', '--temp', small]);
      expect(spool.stderr).toMatch(/no space left[\s\S]*--temp/);
      expect(spool.code).toBe(2);
      expect(readdirSync(small)).toEqual([]);
    } finally {
      execFileSync('umount', [small]);
    }
  });

  test('Ctrl-C in the middle', async () => {
    const dir = folder();
    const out = join(dir, 'out.jsonl');
    const { child, finished } = start(['dedup', '-', '-o', out, '--report', join(dir, 'r.html')], {
      cwd: dir,
    });
    child.stdin!.on('error', () => {}); // the pipe breaks when the process ends
    child.stdin!.write(GOOD + GOOD_2);
    // it is in the middle when it has taken more than a pipe holds
    await new Promise((resolve) => child.stdin!.write('\n'.repeat(1 << 20), resolve));
    // it has a message when it has run for a moment
    await new Promise((resolve) => setTimeout(resolve, 1000));
    child.kill('SIGINT');
    const { code, stderr } = await finished;
    expect(stderr).toMatch(/interrupted/);
    expectCalm(stderr);
    expect(code).toBe(130);
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(dir)).toEqual([]);
  });
});
