/** Every command of the site's own pages does what the page says: it runs in a folder with the examples, and writes the files that it names. */
import { execFile, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { MAIN, ROOT } from '../cli/run-neardup.ts';

const FOLDER = join(ROOT, 'site/pages');
const BLOCKS = readdirSync(FOLDER).flatMap((page) =>
  [...readFileSync(join(FOLDER, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .map(([, code]) => code)
    // installing is what a clone did before the tests
    .filter((code) => !code.includes('npm ci'))
    .map((code) => ({ page, code })),
);

test('there are twenty recipes, each with a block', () => {
  const recipes = readFileSync(join(FOLDER, 'recipes.md'), 'utf8')
    .split(/^## \d+\. /m)
    .slice(1);
  expect(recipes).toHaveLength(20);
  for (const recipe of recipes) expect(recipe).toMatch(/^```(?:sh|js)\n/m);
});

test.each(BLOCKS)('the commands of $page run and write what they name: $code', async ({ code }) => {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-recipe-'));
  symlinkSync(join(ROOT, 'examples'), join(folder, 'examples'));
  try {
    const script = `set -eo pipefail\nneardup() { '${process.execPath}' '${MAIN}' "$@"; }\n${code}`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder });
    const named = [...code.matchAll(/(?:-o|--report|--html|--csv|--annotate|>) (\S+)/g)].map(
      ([, file]) => file,
    );
    for (const file of named) expect(existsSync(join(folder, file)), file).toBe(true);
    expect(stdout.length + named.length).toBeGreaterThan(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the program of the last recipe runs, and says what goes', () => {
  const [, code] = /^```js\n([\s\S]*?)^```/m.exec(readFileSync(join(FOLDER, 'recipes.md'), 'utf8'))!;
  // beside package.json, so that `neardup` means this package
  const path = join(ROOT, `recipe-${process.pid}.mjs`);
  writeFileSync(path, code);
  try {
    const { stdout, stderr } = spawnSync(process.execPath, [path], { cwd: ROOT, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/ goes, .* stays\n\d+\n$/);
  } finally {
    rmSync(path);
  }
});
