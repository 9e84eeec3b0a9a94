import {
  chmodSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CompiledModules } from './compiled-modules.ts';

let folder: string;
let caches: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-modules-'));
  caches = mkdtempSync(join(tmpdir(), 'neardup-caches-'));
  vi.stubEnv('XDG_CACHE_HOME', caches);
  vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', undefined);
  writeFileSync(join(folder, 'build.txt'), 'one');
  writeFileSync(
    join(folder, 'run.cjs'),
    "const { add } = require('./sum.cjs'); exports.run = (n) => add(n, 1);",
  );
  writeFileSync(join(folder, 'sum.cjs'), 'exports.add = (a, b) => a + b;');
});

afterEach(() => {
  vi.unstubAllEnvs();
  for (const path of [folder, caches]) rmSync(path, { recursive: true });
});

/** Runs the modules, and says whether anything had to be compiled. */
function isCompiled(command = 'dedup'): boolean {
  const modules = new CompiledModules(command, folder);
  const { run } = modules.load('run.cjs') as { run(n: number): number };
  expect(run(41)).toBe(42);
  modules.keep();
  return modules.compiled;
}

function keptFile(): string {
  const all = join(caches, 'neardup', 'compiled-code');
  return join(all, readdirSync(all)[0], 'dedup');
}

it('a command uses the code of an earlier run of the same command', () => {
  expect(isCompiled()).toBe(true);
  expect(isCompiled()).toBe(false);
  expect(isCompiled('pairs')).toBe(true);
});

it('a module imports packages in every run', async () => {
  writeFileSync(join(folder, 'imports.cjs'), "exports.load = () => importPackage('node:os');");
  writeFileSync(
    join(folder, 'run.cjs'),
    "exports.run = (n) => require('./sum.cjs').add(n, 1); exports.load = () => require('./imports.cjs').load();",
  );
  for (let run = 0; run < 2; run++) {
    const modules = new CompiledModules('dedup', folder);
    const { load } = modules.load('run.cjs') as { load(): Promise<typeof import('node:os')> };
    expect((await load()).EOL).toBeDefined();
    modules.keep();
  }
});

it('a command never uses code of another build', () => {
  isCompiled();
  writeFileSync(join(folder, 'build.txt'), 'two');
  expect(isCompiled()).toBe(true);
});

it('a command compiles again if a byte of the kept code is wrong, or some are missing', () => {
  isCompiled();
  const good = readFileSync(keptFile());
  for (let at = 0; at < good.length; at += 97) {
    const bad = Buffer.from(good);
    bad[at] ^= 1;
    writeFileSync(keptFile(), bad);
    expect(isCompiled()).toBe(true);
  }
  for (const length of [0, 7, 8, good.length - 1]) {
    writeFileSync(keptFile(), good.subarray(0, length));
    expect(isCompiled()).toBe(true);
  }
});

it.skipIf(process.platform === 'win32')(
  'a command never runs code that other users could have written',
  () => {
    isCompiled();
    chmodSync(keptFile(), 0o666);
    expect(isCompiled()).toBe(true);
  },
);

it('a command runs without a place to keep code, and if none is wanted', () => {
  writeFileSync(join(caches, 'neardup'), 'a file where a folder should be');
  expect(isCompiled()).toBe(true);
  expect(isCompiled()).toBe(true);
  rmSync(join(caches, 'neardup'));
  vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', '1');
  isCompiled();
  expect(readdirSync(caches)).toEqual([]);
});

it.skipIf(process.platform === 'win32')(
  'a command deletes old code of other builds, and nothing that it did not make',
  () => {
    const all = join(caches, 'neardup', 'compiled-code');
    const old = new Date(Date.now() - 40 * 24 * 3600 * 1000);
    const make = (path: string, files: readonly string[]) => {
      mkdirSync(path, { recursive: true });
      for (const file of files) writeFileSync(join(path, file), 'x');
      utimesSync(path, old, old);
      return path;
    };
    const [build, other, third] = ['0', '1', '2'].map((digit) => `${digit.repeat(16)}-v20.19.0-x64`);
    const gone = make(join(all, build), ['dedup', 'compare-all.123']);
    const mixed = make(join(all, other), ['dedup', 'notes.txt']);
    const kept = [
      make(join(caches, 'neardup', 'collections'), ['log']),
      make(join(caches, 'neardup', build), ['dedup']),
      make(join(all, 'seen.nd'), ['log']),
      make(join(caches, 'elsewhere'), ['dedup']),
    ];
    const link = join(all, third);
    symlinkSync(kept[3], link);
    lutimesSync(link, old, old);
    isCompiled();
    expect(existsSync(gone)).toBe(false);
    expect(readdirSync(mixed)).toEqual(['notes.txt']);
    for (const path of kept) expect(readdirSync(path)).toHaveLength(1);
    expect(readdirSync(link)).toEqual(['dedup']);
  },
);
