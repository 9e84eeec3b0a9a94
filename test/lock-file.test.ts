/** `package-lock.json`: only packages that were tested can be installed. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lockProblems } from '../scripts/complete-lock.mjs';

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

test('every package of the lock file has an integrity, and none names a registry', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(50);
  expect(lockProblems(lock)).toEqual([]);
});

test('a package without an integrity, or with the name of a registry, is refused', () => {
  const integrity = `sha512-${'A'.repeat(86)}==`;
  const packages = {
    '': {},
    'node_modules/good': { integrity },
    'node_modules/bare': {},
    'node_modules/weak': { integrity: 'sha1-AAAA' },
    'node_modules/placed': { integrity, resolved: 'a registry' },
  };
  expect(lockProblems({ packages })).toEqual([
    'node_modules/bare has no integrity',
    'node_modules/weak has no integrity',
    'node_modules/placed names a registry',
  ]);
});
