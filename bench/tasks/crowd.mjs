// Documents of which every fifth has the same footer, and documents without.
//
// Documents with a common footer beside the same number without: processor time, how it grows, what was removed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeCrowd } from '../data/crowd.mjs';

const MAIN = fileURLToPath(new URL('../../dist/apps/cli/main.cjs', import.meta.url));
const USAGE = new URL('../peers/usage.mjs', import.meta.url).href;
/** Words: documents with the footer resemble each other by 0.4, and by 0.55. */
const FOOTERS = [200, 250];
const ROUNDS = 3;

export async function run(emit, { quick, threads }) {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-crowd-'));
  const path = join(folder, 'documents.jsonl');
  const sizes = quick ? [15_000, 30_000] : [15_000, 30_000, 60_000, 120_000];
  const commands = {
    dedup: () => measure(['dedup', path, '--threads', threads]),
    pairs: () => measure(['pairs', path, '--threads', threads]),
    'collection create': () => {
      rmSync(join(folder, 'c.nd'), { recursive: true, force: true });
      return measure(['collection', 'create', join(folder, 'c.nd'), path]);
    },
  };
  try {
    const before = {};
    for (const documents of sizes) {
      writeCrowd(path, documents, 0);
      const without = Object.fromEntries(Object.entries(commands).map(([name, once]) => [name, least(once)]));
      for (const footer of FOOTERS) {
        writeCrowd(path, documents, footer);
        for (const [name, once] of Object.entries(commands)) {
          const { seconds, summary } = least(once);
          const kind = `${name}, every fifth with a footer of ${footer} of 350 words`;
          const growth = before[kind] && Math.log2(seconds / before[kind]);
          before[kind] = seconds;
          emit({
            case: `${kind}, ${documents.toLocaleString('en')} documents`,
            ...{ value: seconds, unit: 'CPU s', threads, engine: 'wasm', removed: summary?.removed },
            reference: {
              'without footer': without[name].seconds,
              ...(growth && { exponent: Number(growth.toFixed(2)) }),
            },
          });
        }
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The round with the least processor time. */
function least(once) {
  const rounds = Array.from({ length: ROUNDS }, once);
  return rounds.reduce((best, each) => (each.seconds < best.seconds ? each : best));
}

/** Processor time of the command, and what it summed up. */
function measure(args) {
  const usage = join(tmpdir(), `neardup-crowd-${process.pid}.json`);
  const command = ['--import', USAGE, MAIN, ...args.map(String), '--json', '--quiet'];
  const env = { ...process.env, NEARDUP_USAGE: usage };
  const { status, stdout } = spawnSync(process.execPath, command, { env, maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`neardup ${args.join(' ')} ended with ${status}`);
  const { cpu } = JSON.parse(readFileSync(usage, 'utf8'));
  rmSync(usage);
  const last = String(stdout).trim().split('\n').at(-1);
  return { seconds: cpu, summary: last === '' ? undefined : JSON.parse(last).summary };
}
