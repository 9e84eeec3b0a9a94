/** The package as another program uses it: its types, and a bundle around it. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const folders: string[] = [];

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function bundle(folder: string, external: string[]): Promise<string> {
  folders.push(folder);
  const outfile = `${folder}/bundle.mjs`;
  await build({
    entryPoints: [`${root}test/package/user.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external,
    logLevel: 'error',
  });
  return outfile;
}

test('the API reference has every entry of the package', async () => {
  const read = async (name: string) => JSON.parse(await readFile(`${root}${name}`, 'utf8'));
  const entries = Object.values<{ types?: string }>((await read('package.json')).exports);
  const sources = entries.flatMap(({ types }) =>
    types === undefined ? [] : [types.replace('./dist/', 'src/').replace('.d.ts', '.ts')],
  );
  expect((await read('typedoc.json')).entryPoints.sort()).toEqual(sources.sort());
});

test('types of every room are sound without skipLibCheck and without the types of Node', async () => {
  const compiler = `${root}node_modules/typescript/bin/tsc`;
  const told = await run(process.execPath, [compiler, '-p', `${root}test/package`]).catch((error) => error);
  expect(told.stdout).toBe('');
});

test('a bundle made by esbuild works if neardup is external', async () => {
  // inside this package, `neardup` is the package itself
  const folder = `${root}dist/.bundle-${process.pid}`;
  await mkdir(folder, { recursive: true });
  const { stdout } = await run(process.execPath, [await bundle(folder, ['neardup', 'neardup/*'])]);
  expect(stdout).toBe('b a 1\n2\n');
});

test('a bundle that contains neardup says what to do', async () => {
  const folder = await mkdtemp(`${tmpdir()}/neardup-bundle-`);
  const failed = await run(process.execPath, [await bundle(folder, [])]).catch((error) => error);
  expect(failed.stderr).toContain('--external:neardup');
});
