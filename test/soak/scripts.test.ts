/** Scripts that the tests do not run: they lead to files that exist, and their faults to places that exist. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Fault {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly tests: readonly string[];
}

test('every script imports files that exist', () => {
  const scripts = globSync(['**/*.mjs'], { cwd: ROOT, ignore: ['**/node_modules/**', 'dist/**', '.*/**'] });
  const imports = scripts.flatMap((script) =>
    [...read(script).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path]) => ({ script, path })),
  );
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.filter(({ script, path }) => !existsSync(join(ROOT, dirname(script), path)))).toEqual([]);
});

test('every script takes from the built library what the library exports', async () => {
  const scripts = globSync(['{bench,scripts,test}/**/*.mjs'], { cwd: ROOT });
  const taken = scripts.flatMap((script) =>
    [...read(script).matchAll(/import \{([^}]*)\} from '(\.[^']*\/dist\/[^']*)'/g)].map(
      ([, names, path]) => ({
        script,
        path: join(ROOT, dirname(script), path),
        names: names.split(',').flatMap((name) => name.trim().split(' as ')[0] || []),
      }),
    ),
  );
  expect(taken.length).toBeGreaterThan(30);
  const missing: string[] = [];
  for (const { script, path, names } of taken) {
    const library = (await import(path)) as object;
    missing.push(...names.filter((name) => !(name in library)).map((name) => `${script}: ${name}`));
  }
  expect(missing).toEqual([]);
});

test('every fault that check-mutants plants has one place, tests that exist, and is counted in the docs', async () => {
  const wrong: string[] = [];
  let count = 0;
  for (const room of globSync(['*.mjs'], { cwd: join(ROOT, 'test/soak/mutants') })) {
    const { faults } = (await import(new URL(`mutants/${room}`, import.meta.url).href)) as {
      faults: Fault[];
    };
    expect(faults.length).toBeGreaterThan(5);
    count += faults.length;
    for (const { what, file, from, tests } of faults) {
      if (!existsSync(join(ROOT, file)) || read(file).split(from).length !== 2)
        wrong.push(`${what}: ${file}`);
      wrong.push(...tests.filter((path) => !existsSync(join(ROOT, path))).map((path) => `${what}: ${path}`));
    }
  }
  expect(wrong).toEqual([]);
  for (const page of ['docs/architecture.md', 'test/soak/README.md'])
    expect(read(page), page).toContain(` ${count} faults`);
});
