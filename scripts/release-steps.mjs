// What the steps of the release check are made of: each is said with its outcome, and one that fails does not stop the others.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../', import.meta.url));
export const MB = 1e6;

let failed = 0;

/** @param check Throws if something is wrong; what it returns is said. */
export async function step(what, check) {
  try {
    const found = await check();
    console.log(`ok        ${what}${typeof found === 'string' && found !== '' ? `: ${found}` : ''}`);
  } catch (error) {
    failed++;
    const told = [error.stdout, error.stderr].filter(Boolean).join('\n').trim();
    console.log(`NOT OK    ${what}: ${error.message.split('\n')[0]}${told === '' ? '' : `\n${told}`}`);
  }
}

export function hasFailed() {
  return failed > 0;
}

export function run(command, args, cwd = ROOT, env = process.env) {
  return execFileSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
  });
}

/** Runs a command of a package that is not installed here. */
export function exec(name, command) {
  run('npm', ['exec', '--yes', `--package=${name}`, '--', ...command]);
}

/** The command of this build. */
export function neardup(...args) {
  return run(process.execPath, [join(ROOT, 'dist/apps/cli/main.cjs'), ...args]);
}

export function read(name) {
  return readFileSync(join(ROOT, name), 'utf8');
}

export function same(what, found, expected) {
  if (found !== expected) throw new Error(`expected ${what} to be ${expected}, found ${found}`);
}

export function atMost(what, found, most) {
  if (found > most) throw new Error(`expected ${what} to have at most ${size(most)}, found ${size(found)}`);
}

export function size(bytes) {
  return `${(bytes / MB).toFixed(1)} MB`;
}
