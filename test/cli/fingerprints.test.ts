/** Fingerprints on their own: candidates are listed, but nothing is removed or grouped without texts. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { folder, neardup, parseLines } from './run-neardup.ts';

const TEXTS = ['the ferry leaves at nine', 'fresh bread is sold here', 'the ferry leaves at nine'];

test('fingerprints that `fingerprint --json` prints can be joined by `pairs --fingerprints`', async () => {
  const lines = TEXTS.map((text, id) => JSON.stringify({ id, text }));
  const dir = folder({ 'in.jsonl': `${lines.join('\n')}\n` });
  const printed = await neardup(['fingerprint', 'in.jsonl', '--json'], { cwd: dir });
  writeFileSync(join(dir, 'board.jsonl'), printed.stdout);
  const { code, stdout } = await neardup(['pairs', '--fingerprints', 'board.jsonl', '--json'], { cwd: dir });
  expect(code).toBe(0);
  const { results, summary } = parseLines(stdout);
  expect(results).toEqual([{ a: '0', b: '2', distance: 0, verified: false }]);
  expect(summary).toMatchObject({ documents: 3, pairs: 1, unreadable: 0 });
});

test('what `fingerprint` prints without --json is refused by `pairs --fingerprints`, which says what it needs', async () => {
  const dir = folder({ 'board.txt': '0123456789abcdef\ta\n' });
  const { code, stderr } = await neardup(['pairs', '--fingerprints', 'board.txt'], { cwd: dir });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('as `neardup fingerprint` prints if asked for JSON'),
  ]);
});

test('a bad line among fingerprints is reported with its place and makes the exit code 2', async () => {
  const dir = folder({ 'board.jsonl': '{"id":"a","fingerprint":"12"}\n' });
  const { code, stderr } = await neardup(['pairs', '--fingerprints', 'board.jsonl'], { cwd: dir });
  expect(code).toBe(2);
  expect(stderr).toContain('board.jsonl:1: Expected `fingerprint` to be 16 hexadecimal digits, got `12`.');
});

test('dedup and groups refuse fingerprints and leave everything as it is', async () => {
  const dir = folder({ 'board.jsonl': '{"id":"a","fingerprint":"0123456789abcdef"}\n' });
  for (const command of ['dedup', 'groups']) {
    const { code, stderr } = await neardup([command, '--fingerprints', 'board.jsonl'], { cwd: dir });
    expect(code).toBe(2);
    expect(stderr).toContain(`Expected texts for \`neardup ${command}\`, got fingerprints.`);
  }
  expect(readFileSync(join(dir, 'board.jsonl'), 'utf8')).toContain('0123456789abcdef');
});

test('fingerprints of sentences go into `pairs --fingerprints`, each known by its document and number', async () => {
  const essay = 'Fresh bread is sold at the harbor. The ferry leaves at nine in the morning.';
  const notes = 'The ferry leaves at nine in the morning. Nobody was on the quay.';
  const dir = folder({ 'essay.txt': essay, 'notes.txt': notes });
  const args = ['fingerprint', 'essay.txt', 'notes.txt', '--level', 'sentence', '--json'];
  writeFileSync(join(dir, 'parts.jsonl'), (await neardup(args, { cwd: dir })).stdout);
  const { code, stdout } = await neardup(['pairs', '--fingerprints', 'parts.jsonl', '--json'], { cwd: dir });
  expect(code).toBe(0);
  expect(parseLines(stdout).results).toEqual([
    { a: 'essay.txt#sentence-1', b: 'notes.txt#sentence-0', distance: 0, verified: false },
  ]);
});

test('`pairs --fingerprints --tables` takes 5 and 6 tables, and names the numbers that it takes', async () => {
  const lines = ['0000000000000000', '0000000000000007', 'ffffffffffffffff', '800000000000000f'].map(
    (fingerprint, i) =>
      JSON.stringify({ id: `d${i}`, fingerprint: fingerprint.replace(/^0{16}$/, '8000000000000001') }),
  );
  const dir = folder({ 'board.jsonl': `${lines.join('\n')}\n` });
  const join = (tables: string) =>
    neardup(['pairs', '--fingerprints', 'board.jsonl', '--tables', tables, '--json'], { cwd: dir });
  const [four, five, six, seven] = await Promise.all(['4', '5', '6', '7'].map(join));
  expect(parseLines(four.stdout).results).toEqual([
    { a: 'd0', b: 'd1', distance: 3, verified: false },
    { a: 'd0', b: 'd3', distance: 3, verified: false },
    { a: 'd1', b: 'd3', distance: 2, verified: false },
  ]);
  expect(parseLines(five.stdout).results).toEqual(parseLines(four.stdout).results);
  expect(parseLines(six.stdout).results).toEqual(parseLines(four.stdout).results);
  expect(seven.code).toBe(2);
  expect(seven.stderr).toContain('one of 4, 5, 6, 10, 20, 35, 56 (for `--distance` 3)');
});

test('the example that paper A prints comes from the command line, in both rules for ties', async () => {
  const dir = folder({ 'school.jsonl': '{"id":"school","text":"school school students teachers"}\n' });
  const args = ['fingerprint', 'school.jsonl', '--canonical', '--hash', 'sdbm', '--features', 'counts'];
  const bits = async (more: string[]) => {
    const { stdout } = await neardup([...args, ...more], { cwd: dir });
    return BigInt(`0x${stdout.split('\t')[0]}`)
      .toString(2)
      .padStart(64, '0');
  };
  expect(await bits(['--ties', '1'])).toBe(
    '0011101010100100001000111100010101011000001101010000111111110100',
  );
  expect(await bits([])).toBe('0000000000100100001000101000010100001000001100010000101010110000');
});

test('images have the checksums that Node computes of the sorted shingles, and only those that are asked for', async () => {
  const dir = folder({ 'in.jsonl': '{"id":"a","text":"Cat ant. Bee dog"}\n' });
  const image = async (...more: string[]) => {
    const args = ['fingerprint', 'in.jsonl', '--order', 'sorted', '--json', ...more];
    const { stdout, stderr, code } = await neardup(args, { cwd: dir });
    return { code, stderr, values: code === 0 ? parseLines(stdout).results[0].values : undefined };
  };
  const shingles = ['ant bee cat', 'ant bee dog'];
  const crc = shingles.map((text) => crc32(text).toString(16).padStart(16, '0')).sort();
  const md5 = shingles.map((text) => createHash('md5').update(text).digest('hex').slice(0, 16)).sort();
  expect((await image('--image', 'all', '--checksum', 'crc32')).values).toEqual(crc);
  expect((await image('--image', 'smallest:1', '--checksum', 'md5')).values).toEqual(md5.slice(0, 1));
  const whole = md5.filter((value) => BigInt(`0x${value}`) % 10n === 0n);
  expect((await image('--image', 'divisible:10', '--checksum', 'md5')).values).toEqual(whole);
  expect((await image('--image', 'all', '--checksum', 'crc32', '--step', '2')).values).toHaveLength(1);
  const letters = Array.from({ length: 8 }, (_, i) => [...'catantbeedog'.slice(i, i + 5)].sort().join(''));
  const ofLetters = [...new Set(letters)].map((text) => crc32(text).toString(16).padStart(16, '0')).sort();
  const characters = ['--image', 'all', '--checksum', 'crc32', '--unit', 'character', '--shingle', '5'];
  expect((await image(...characters)).values).toEqual(ofLetters);
  const wrong = await image('--image', 'divisible:9');
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('`divisible:` with 10 to 50')]);
  const lonely = await image('--checksum', 'md5');
  expect([lonely.code, lonely.stderr]).toEqual([2, expect.stringContaining('Expected `--image` with `--')]);
});

test('signatures are printed in the width that is asked for, equal for equal texts', async () => {
  const lines = TEXTS.map((text, id) => JSON.stringify({ id, text }));
  const dir = folder({ 'in.jsonl': `${lines.join('\n')}\n` });
  const { stdout } = await neardup(['fingerprint', 'in.jsonl', '--signature', '128', '--json'], { cwd: dir });
  const [first, second, third] = parseLines(stdout).results.map(({ signature }) => signature);
  expect(first).toMatch(/^[\da-f]{32}$/);
  expect(third).toBe(first);
  expect(second).not.toBe(first);
  const two = await neardup(['fingerprint', 'in.jsonl', '--signature', '128', '--image', 'all'], {
    cwd: dir,
  });
  expect([two.code, two.stderr]).toEqual([2, expect.stringContaining('Expected one kind of fingerprint')]);
});

describe('pairs of images', () => {
  const lines = [1, 2, 3].map((n) =>
    JSON.stringify({
      id: `d${n}`,
      text: Array.from({ length: 60 }, (_, i) => (i === 59 ? `end${n}` : n === 3 ? `z${i}` : `w${i}`)).join(
        ' ',
      ),
    }),
  );

  test('pairs --image compares images, with their error, and says that nothing is verified', async () => {
    const cwd = folder({ 'in.jsonl': lines.join('\n') });
    const run = (...args: string[]) => neardup(['pairs', 'in.jsonl', ...args], { cwd });
    const { stdout } = await run('--image', 'all', '--checksum', 'crc32', '--order', 'sorted', '--json');
    const { results, summary } = parseLines(stdout);
    expect(results).toMatchObject([{ a: 'd1', b: 'd2', error: 0, verified: false }]);
    expect(results[0].resemblance).toBeCloseTo(57 / 59, 3);
    expect(summary).toMatchObject({ documents: 3, pairs: 1 });
    expect((await run('--image', 'smallest:20', '--step', '2')).stdout).toMatch(
      /% ± .+% {2}d1 \? d2 {2}not verified/,
    );
  });

  test.each([
    [
      ['--image', 'smallest:20', '--containment', '0.9'],
      '`--containment` has no effect: the n smallest checksums',
    ],
    [
      ['--image', 'all', '--method', 'exact'],
      '`--method` has no effect: images are compared by their checksums alone.',
    ],
    [['--checksum', 'md5'], '`--checksum` has no effect: there is no `--image`.'],
    [['--index', 'eight-blocks'], '`--index` has no effect: there is no `--fingerprints`.'],
    [['--image', 'largest:20'], '`--image` to be `all`, `smallest:` with a number'],
  ])('pairs refuses %j', async (args, message) => {
    const cwd = folder({ 'in.jsonl': lines.join('\n') });
    const { code, stderr } = await neardup(['pairs', 'in.jsonl', ...args], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
