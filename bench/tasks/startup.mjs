// Processor time of short commands above that of `node -e 0`.
//
// Processor time of short commands above that of a bare `node -e 0`, in turn in one run, the minimum of the rounds.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const command = join(root, 'dist/apps/cli/main.cjs');

export async function run(print, { quick }) {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-startup-'));
  const ten = join(folder, 'ten.jsonl');
  const line = (id) =>
    JSON.stringify({ id, text: `The ferry number ${id} leaves at nine and returns at six.` });
  writeFileSync(ten, Array.from({ length: 10 }, (_, id) => `${line(id)}\n`).join(''));
  const page = (name) => join(root, 'examples/compare', name);
  const cases = {
    'node -e 0': ['-e', '0'],
    '--version': [command, '--version'],
    'dedup of 10 documents': [command, 'dedup', ten],
    'compare of two pages': [command, 'compare', page('essay.txt'), page('guide.md')],
  };
  const best = {};
  try {
    for (let round = 0; round < (quick ? 3 : 20); round++)
      for (const [name, args] of Object.entries(cases))
        best[name] = Math.min(best[name] ?? Infinity, processorTime(args));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const bare = best['node -e 0'];
  for (const name of Object.keys(cases).slice(1))
    print({
      case: name,
      value: best[name] - bare,
      unit: 'ms of CPU above node -e 0',
      reference: `${bare.toFixed(0)} ms bare`,
    });
}

/** Milliseconds of a child process on all its threads. */
function processorTime(args) {
  const times =
    'process.on("exit", () => { const { user, system } = process.cpuUsage(); require("fs").writeSync(3, String(user + system)); })';
  const preload = `data:text/javascript,import { createRequire } from 'node:module'; const require = createRequire('/'); ${times}`;
  const { output, status } = spawnSync(process.execPath, ['--import', preload, ...args], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return Number(output[3]) / 1000;
}
