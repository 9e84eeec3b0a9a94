/** The functions of the package for Python take the options of the command line. UPDATE_README=1 writes them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './cli/run-neardup.ts';
import { pythonVerbs } from './python-verbs.ts';

const FILE = join(ROOT, 'python/src/neardup/_verbs.py');

test('the functions of the package for Python have the options, types and help of the command line', () => {
  if (process.env.UPDATE_README === '1') writeFileSync(FILE, pythonVerbs());
  expect(readFileSync(FILE, 'utf8')).toBe(pythonVerbs());
});
