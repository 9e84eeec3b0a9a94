/** The programs that docs/library.md shows print what their first lines say. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const NAMES = readdirSync(`${ROOT}examples/library`);

test('the page of the library has the four methods, each as a program of at most 35 lines', () => {
  expect(NAMES).toEqual(['images.mjs', 'matrix.mjs', 'simhash.mjs', 'slices.mjs']);
  const page = readFileSync(`${ROOT}docs/library.md`, 'utf8');
  for (const name of NAMES) {
    expect(page).toContain(`(../examples/library/${name})`);
    expect(page).toContain(`<!-- code: examples/library/${name} -->`);
    expect(readFileSync(`${ROOT}examples/library/${name}`, 'utf8').split('\n').length).toBeLessThanOrEqual(
      36,
    );
  }
});

test.each(NAMES)('the program %s prints what its first lines say', (name) => {
  const path = `${ROOT}examples/library/${name}`;
  const [, promised] = /^\/\/ .*\n\/\/ It prints:\n((?:\/\/ {3}.*\n)+)/.exec(readFileSync(path, 'utf8'))!;
  const { stdout, stderr } = spawnSync(process.execPath, [path], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toBe(promised.replaceAll(/^\/\/ {3}/gm, ''));
});
