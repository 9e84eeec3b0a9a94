#!/usr/bin/env node
// Attacks on a built neardup: makes hostile input for each, runs the command on it and says what it answered.
//   node scripts/attack.mjs [--dist DIR] [NAME…]     all attacks, or those named; DIR is a built `dist/`
// An attack is a function in scripts/attacks/, listed below. It gets `{ folder, neardup }`: a folder of its own, and a function that runs the
// command with arguments and resolves to `{ code, signal, stdout, stderr, seconds }`. It returns `{ held, answer }`: whether the command stood
// up to the attack, and what it answered in a few words.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as keys from './attacks/keys.mjs';

/** By the number of what they attack in the list of promises: 1 the proof, 2 bounded work. */
const ATTACKS = {
  '1 forged pair': keys.forgedPair,
  '1 forged pair, exact': keys.forgedPairExact,
  '2 phrase of value 0': keys.zeroPhrase,
  '2 ids with one hash': keys.sameIdHash,
  '2 just under the threshold': keys.justUnder,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { dist: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) } },
});
const names = Object.keys(ATTACKS).filter(
  (name) => positionals.length === 0 || positionals.some((wanted) => name.includes(wanted)),
);
if (names.length === 0) {
  console.error(
    `Expected the name of an attack, got ${positionals.join(', ')}: ${Object.keys(ATTACKS).join(', ')}`,
  );
  process.exit(2);
}

const main = join(resolve(values.dist), 'apps/cli/main.js');
const root = mkdtempSync(join(tmpdir(), 'neardup-attack-'));
let fallen = 0;
try {
  console.log(row('attack', '', 'answer', 'seconds'));
  for (const name of names) {
    const folder = join(root, name.replaceAll(/\W+/g, '-'));
    mkdirSync(folder);
    const start = performance.now();
    const { held, answer } = await ATTACKS[name]({ folder, neardup });
    if (!held) fallen++;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(row(name, held ? 'held' : 'FELL', answer, seconds));
    rmSync(folder, { recursive: true, force: true });
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
process.exitCode = fallen === 0 ? 0 : 1;

function row(attack, held, answer, seconds) {
  return `${attack.padEnd(28)} ${held.padEnd(5)} ${answer.padEnd(72)} ${seconds.padStart(7)}`;
}

/** Runs the command to its end. With `then`, it gets the child as soon as it runs. */
function neardup(args, { then, ...options } = {}) {
  return new Promise((done) => {
    const start = performance.now();
    const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const read = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name]?.setEncoding('utf8').on('data', (chunk) => {
        read[name] += chunk;
      });
    }
    then?.(child);
    child.on('close', (code, signal) => {
      done({ code, signal, ...read, seconds: (performance.now() - start) / 1000 });
    });
  });
}
