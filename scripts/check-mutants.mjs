#!/usr/bin/env node
// Would a test notice? Plants faults, one after the other, in a copy of this tree, and runs the tests nearest to each: a fault that they let
// live is printed, and the exit code is 1. node scripts/check-mutants.mjs [ROOM…] [--only TEXT]
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * @typedef {object} Fault
 * @property {string} what
 * @property {string} file
 * @property {string} from Occurs once in the file.
 * @property {string} to
 * @property {readonly string[]} tests Files or folders.
 * @property {boolean} [built] The tests run the built command: it is built with the fault.
 * @property {string} [config] Another configuration of vitest.
 */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FOLDER = new URL('mutants/', import.meta.url);

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const rooms = readdirSync(FOLDER).map((name) => name.replace('.mjs', ''));
const unknown = positionals.filter((room) => !rooms.includes(room));
if (unknown.length > 0) {
  console.error(`Expected some of ${rooms.join(', ')}, got ${unknown.join(', ')}.`);
  process.exit(2);
}

const copy = copyTree();
let survivors = 0;
try {
  for (const room of positionals.length > 0 ? positionals : rooms) survivors += await checkRoom(room);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exit(survivors === 0 ? 0 : 1);

async function checkRoom(room) {
  const { faults } = await import(new URL(`${room}.mjs`, FOLDER).href);
  const chosen = faults.filter(({ what }) => values.only === undefined || what.includes(values.only));
  const tests = new Set(chosen.map(testsOf));
  for (const each of tests)
    if (!passes(JSON.parse(each))) throw new Error(`without a fault, these tests fail: ${each}`);
  const alive = chosen.filter((fault) => survives(fault));
  for (const { what, file } of alive) console.log(`lives   ${room}: ${what} (${file})`);
  console.log(`${room}: ${chosen.length - alive.length} of ${chosen.length} faults were noticed`);
  return alive.length;
}

function survives(fault) {
  const { what, file, from, to } = fault;
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  if (before.split(from).length !== 2) throw new Error(`${what}: expected once in ${file}: ${from}`);
  writeFileSync(
    path,
    before.replace(from, () => to),
  );
  try {
    return passes(JSON.parse(testsOf(fault)));
  } finally {
    writeFileSync(path, before);
  }
}

function testsOf({ tests, config, built = false }) {
  return JSON.stringify({ tests, config, built });
}

function passes({ tests, config, built }) {
  const project = config === undefined ? ['--project', 'all'] : ['--config', config];
  const { status } = spawnSync('npx', ['vitest', 'run', ...project, '--bail', '1', ...tests], {
    cwd: copy,
    env: { ...process.env, ...(!built && { NEARDUP_BUILD: 'no' }) },
    // a fault may make a test wait for ever
    timeout: 600_000,
  });
  return status === 0;
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
  cpSync(join(ROOT, 'dist'), join(made, 'dist'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(made, 'node_modules'));
  return made;
}
