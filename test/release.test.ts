/** What a release says of itself: its version in every place, and the files that its wheel takes it from. `npm run release:check` tries the rest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './cli/run-neardup.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { version, repository, homepage, bugs } = JSON.parse(read('package.json'));

test('package, lock file, changelog and citation have one version, and the wheel takes its own from package.json', () => {
  expect(JSON.parse(read('package-lock.json')).version).toBe(version);
  expect(/^## \[([^\]]+)\]/m.exec(read('CHANGELOG.md'))![1]).toBe(version);
  expect(/^version: (.+)$/m.exec(read('CITATION.cff'))![1]).toBe(version);
  const project = read('python/pyproject.toml');
  expect(project).toContain('dynamic = ["version"]');
  expect(project).toContain('path = "src/neardup/_program/package.json"');
});

test('what only the owner can fill in is either blank or an address', () => {
  for (const value of [repository?.url ?? repository, homepage, bugs?.url ?? bugs])
    expect(value === undefined || /^(?:git\+)?https:\/\//.test(value)).toBe(true);
});
