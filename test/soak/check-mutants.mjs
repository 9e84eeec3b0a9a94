#!/usr/bin/env node
// Would a test notice? Plants faults, one after the other, in a copy of this tree, and runs the tests nearest to each: a fault that they let
// live is printed, and the exit code is 1. npm run test:faults -- [ROOM…] [--only TEXT]; ROOM is a file of mutants/, or the path of one like them.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { build } from '../../scripts/build.mjs';

/**
 * @typedef {object} Fault
 * @property {string} what
 * @property {string} file
 * @property {string} from Occurs once in the file.
 * @property {string} to
 * @property {readonly string[]} tests Files or folders.
 * @property {boolean} [built] The tests run what was built: it is built with the fault.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = new URL('mutants/', import.meta.url);
/** Milliseconds for a test, and for all that are nearest to a fault: it may make one wait for ever. */
const TEST_LIMIT = 60_000;
const TIME_LIMIT = 300_000;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const rooms = readdirSync(FOLDER).map((name) => name.replace('.mjs', ''));
const isPath = (room) => room.endsWith('.mjs');
const unknown = positionals.filter((room) => !rooms.includes(room) && !isPath(room));
if (unknown.length > 0) {
  console.error(`Expected some of ${rooms.join(', ')}, got ${unknown.join(', ')}.`);
  process.exit(2);
}

const chosen = [];
for (const room of positionals.length > 0 ? positionals : rooms) {
  const { faults } = await import(
    isPath(room) ? pathToFileURL(resolve(room)) : new URL(`${room}.mjs`, FOLDER)
  );
  const some = faults.filter(({ what }) => values.only === undefined || what.includes(values.only));
  for (const fault of some) withFault(fault, ROOT);
  chosen.push({ room, faults: some });
}
if (chosen.every(({ faults }) => faults.length === 0)) {
  console.error(`Expected --only to be a part of a fault's name, got ${values.only}.`);
  process.exit(2);
}
build(['wasm', 'debug', 'js'], { ifChanged: true });
const copy = copyTree();
let survivors = 0;
try {
  for (const each of chosen) survivors += checkRoom(each);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exit(survivors === 0 ? 0 : 1);

/** How many faults live. */
function checkRoom({ room, faults }) {
  for (const each of new Set(faults.map(({ tests, built }) => JSON.stringify({ tests, built })))) {
    const { tests, built } = JSON.parse(each);
    // what is built here must pass as well: otherwise every fault in it is noticed, and proves nothing
    if (built)
      for (const { file } of faults.filter((fault) => fault.built)) buildWith({ file }, sourceOf(file));
    const { passed, failed } = runTests({ tests });
    if (built) copyBuilt(copy);
    if (!passed) throw new Error(`without a fault, ${failed ?? each} fails`);
  }
  let alive = 0;
  for (const fault of faults) {
    const start = performance.now();
    const failed = plant(fault);
    if (failed === undefined) alive++;
    const seconds = Math.round((performance.now() - start) / 1000);
    const said = failed === undefined ? `lives    ${fault.file}` : `noticed  ${seconds} s, ${failed}`;
    console.log(`${room}: ${fault.what}\n    ${said}`);
  }
  console.log(`${room}: ${faults.length - alive} of ${faults.length} faults were noticed`);
  return alive;
}

/** The name of a test that notices the fault; undefined if none does. */
function plant(fault) {
  const path = join(copy, fault.file);
  const { before, after } = withFault(fault, copy);
  writeFileSync(path, after);
  try {
    if (fault.built) buildWith(fault, after);
    return runTests(fault).failed;
  } finally {
    writeFileSync(path, before);
    if (fault.built) copyBuilt(copy);
  }
}

/** Builds what depends on one file: its module of the library, the command and the worker. Types are not checked. */
function buildWith({ file }, source) {
  const module = join(copy, file.replace(/^src(.*)\.ts$/, 'dist$1.js'));
  const { options } = ts.getParsedCommandLineOfConfigFile(join(ROOT, 'tsconfig.build.json'), {}, ts.sys);
  // one module alone does not say that the package is of ES modules
  const compilerOptions = { ...options, module: ts.ModuleKind.ESNext };
  // apps are in bundles only
  if (existsSync(module))
    writeFileSync(module, ts.transpileModule(source, { compilerOptions, fileName: file }).outputText);
  execFileSync(process.execPath, ['scripts/bundle-cli.mjs'], { cwd: copy, stdio: 'inherit' });
}

/** A file of a tree as it is, and with a fault. */
function withFault({ what, file, from, to }, tree) {
  const before = sourceOf(file, tree);
  if (before.split(from).length !== 2) throw new Error(`${what}: expected once in ${file}: ${from}`);
  return { before, after: before.replace(from, () => to) };
}

function sourceOf(file, tree = ROOT) {
  return readFileSync(join(tree, file), 'utf8');
}

/** Whether these tests pass, and the first one that fails. A run may fail without one: that proves nothing. */
function runTests({ tests }) {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const { status, error } = spawnSync(
    process.execPath,
    // one process loads everything once, and files without a fault are translated once for all runs
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'main', '--maxWorkers', '1', '--bail', '1']
      .concat(['--experimental.fsModuleCache', `--experimental.fsModuleCachePath=${join(copy, '.cache')}`])
      .concat(['--testTimeout', String(TEST_LIMIT), '--reporter', 'json', '--outputFile', report])
      .concat(tests),
    {
      cwd: copy,
      stdio: 'ignore',
      env: { ...process.env, NEARDUP_BUILD: 'no' },
      timeout: TIME_LIMIT,
      killSignal: 'SIGKILL',
    },
  );
  if (error?.code === 'ETIMEDOUT') return { passed: false, failed: 'no end' };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  return { passed: status === 0, failed: results.find((result) => result.status === 'failed')?.fullName };
}

/** The tree as it is, with uncommitted changes. */
function copyTree() {
  const made = mkdtempSync(join(tmpdir(), 'neardup-mutants-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(made, file)), { recursive: true });
    cpSync(join(ROOT, file), join(made, file), { force: true });
  }
  copyBuilt(made);
  symlinkSync(join(ROOT, 'node_modules'), join(made, 'node_modules'));
  return made;
}

function copyBuilt(made) {
  rmSync(join(made, 'dist'), { recursive: true, force: true });
  cpSync(join(ROOT, 'dist'), join(made, 'dist'), { recursive: true });
}
