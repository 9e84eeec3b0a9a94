#!/usr/bin/env node
// Attacks on a built neardup: makes hostile input for each, runs the command on it and says what it answered.
//   node test/soak/attack.mjs [--dist DIR] [--old DIR] [NAME…]     all attacks, or those named
// DIR is a built `dist/`; with --old every attack is run on that build first, and the table shows both.
// An attack is a function in test/soak/attacks/, listed below. It gets `{ folder, neardup, library }`: a folder of its own, a function that imports
// the library, and one that runs the command with arguments and resolves to `{ code, signal, stdout, stderr, seconds, killed }`. It returns `{ held, answer }`: whether the
// command stood up to the attack, and what it answered in a few words.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import * as files from './attacks/files-of-others.mjs';
import * as keys from './attacks/keys.mjs';
import * as lost from './attacks/lost-text.mjs';
import * as processes from './attacks/processes.mjs';
import { forgedContent } from './attacks/same-content.mjs';
import * as holes from './attacks/service-holes.mjs';
import * as service from './attacks/silence.mjs';
import * as slow from './attacks/slow-fields.mjs';
import * as terminal from './attacks/terminal.mjs';

/** By what they attack: 1 the proof, 2 bounded work, 3 signals, 5 who looks at results, 6 files of others, 7 the service, 8 text that may be lost. */
const ATTACKS = {
  '1 forged pair': keys.forgedPair,
  '1 forged pair, exact': keys.forgedPairExact,
  '1 forged content in a collection': forgedContent,
  '2 phrase of value 0': keys.zeroPhrase,
  '2 ids with one hash': keys.sameIdHash,
  '2 a footer in every fifth': keys.commonFooter,
  '2 just under the threshold': keys.justUnder,
  '2 fields in quadratic time': slow.slowFields,
  '2 zip of many members': slow.manyMembers,
  '2 zip after other bytes': slow.prefixedZip,
  '2 requests that silence': service.silence,
  '3 signal while it computes': processes.signalWhileComputing,
  '3 signal while a pipe is silent': processes.signalWhileWaiting,
  '3 stop while a question runs': service.stopWhileStuck,
  '5 escapes for a terminal': terminal.terminal,
  '5 formulas for a spreadsheet': terminal.formulas,
  '6 several writers of a collection': processes.twoWriters,
  '6 leftovers of killed runs': processes.leftovers,
  '6 old folders in the cache': files.oldFolders,
  '6 link of another user': files.foreignLink,
  '7 damaged files of keys': holes.damagedKeys,
  '7 files of keys that are gone': holes.missingKeys,
  '7 feed of a revoked key': holes.revokedFeed,
  '7 links out of the import root': holes.importedLinks,
  '7 guesses of a key with a prefix': holes.guesses,
  '7 ids that no address can name': holes.longIds,
  '7 a collection half made': holes.halfMade,
  '7 broken collections and a task': (given) => lost.brokenAmongOthers(given, holes.serve),
  '8 copies in disguise': lost.disguises,
  '8 unreadable files of a folder': lost.unreadableFiles,
  '8 a reference without text': lost.unreadReference,
};

const own = fileURLToPath(new URL('../../dist', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { dist: { type: 'string', default: own }, old: { type: 'string' } },
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

const builds = { ...(values.old && { before: values.old }), now: values.dist };
const root = mkdtempSync(join(tmpdir(), 'neardup-attack-'));
let fallen = 0;
try {
  console.log(row('attack', 'build', '', 'answer', 'seconds'));
  for (const name of names) {
    for (const [build, dist] of Object.entries(builds)) {
      const folder = join(root, name.replaceAll(/\W+/g, '-'));
      mkdirSync(folder);
      const start = performance.now();
      const { held, answer } = await ATTACKS[name]({
        folder,
        neardup: commandOf(dist),
        library: () => import(pathToFileURL(join(resolve(dist), 'index.js')).href),
      });
      if (!held && build === 'now') fallen++;
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(row(name, build, held ? 'held' : 'FELL', answer, seconds));
      rmSync(folder, { recursive: true, force: true });
    }
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
process.exitCode = fallen === 0 ? 0 : 1;

function row(attack, build, held, answer, seconds) {
  return `| ${attack.padEnd(32)} | ${build.padEnd(6)} | ${held.padEnd(4)} | ${answer.padEnd(72)} | ${seconds.padStart(7)} |`;
}

/** Runs the command of a build to its end. With `then`, it gets the child as soon as it runs; after `limit` seconds it is killed. */
function commandOf(dist) {
  // older builds have the second name
  const main = ['main.cjs', 'main.js']
    .map((name) => join(resolve(dist), 'apps/cli', name))
    .find((path) => existsSync(path));
  if (main === undefined) throw new Error(`Expected a build in ${dist}, found no command there.`);
  return (args, { then, limit = 600, ...options } = {}) =>
    new Promise((done) => {
      const start = performance.now();
      const child = spawn(process.execPath, [main, ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
        ...options,
      });
      let killed = false;
      const timer = setTimeout(() => {
        killed = true;
        child.kill('SIGKILL');
      }, 1000 * limit);
      const read = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr']) {
        child[name]?.setEncoding('utf8').on('data', (chunk) => {
          read[name] += chunk;
        });
      }
      then?.(child);
      child.on('close', (code, signal) => {
        clearTimeout(timer);
        done({ code, signal, ...read, seconds: (performance.now() - start) / 1000, killed });
      });
    });
}
