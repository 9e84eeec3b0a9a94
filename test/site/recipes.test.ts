/**
 * Every command of the site's own pages does what the page says: they run one after the other in a folder with the examples, after those of
 * README, and write the files that they name.
 */
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
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

describe('in one folder, after the tasks of README', () => {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-recipes-'));
  symlinkSync(join(ROOT, 'examples'), join(folder, 'examples'));
  beforeAll(async () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const tasks = [...readme.matchAll(/^```sh\n(neardup [^\n]*)\n```/gm)].map(([, command]) => command);
    expect(tasks.length).toBeGreaterThanOrEqual(5);
    await run(tasks.join('\n'), folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  // collections and folders of other blocks stay, so that none is in the way; their files go, so that none is needed
  beforeEach(() => {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isFile()) rmSync(join(folder, entry.name));
  });

  test.each(BLOCKS)('the commands of $page run and write what they name: $code', async ({ code }) => {
    const { stdout } = await run(code, folder);
    const named = [...code.matchAll(/(?:-o|--report|--html|--csv|--annotate|--errors|--curve|>) (\S+)/g)].map(
      ([, file]) => file,
    );
    for (const file of named) expect(existsSync(join(folder, file)), file).toBe(true);
    expect(stdout.length + named.length).toBeGreaterThan(0);
  });
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

/** Stops at the first command that fails. */
function run(code: string, folder: string): Promise<{ stdout: string }> {
  const script = `set -eo pipefail\nneardup() { '${process.execPath}' '${MAIN}' "$@"; }\n${code}`;
  return promisify(execFile)('bash', ['-c', script], { cwd: folder });
}
