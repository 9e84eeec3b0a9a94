// Style, types and layers (`npm run check`), two at a time: types take longest, so they come first.  node scripts/check.mjs
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const BIN = join(ROOT, 'node_modules/.bin');

const CHECKS = [
  types('tsconfig.json'),
  types('tsconfig.pages.json'),
  types('tsconfig.browser.json'),
  types('web/tsconfig.json'),
  [join(BIN, 'biome'), 'check', '.'],
  [process.execPath, 'scripts/check-layers.mjs'],
];

/** What has not changed since the last time is not checked again. */
function types(config) {
  const known = `dist/.checked-${config.replaceAll('/', '-')}`;
  return [
    join(BIN, 'tsc'),
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    join(ROOT, known),
    '-p',
    config,
  ];
}

/** Runs a command, shows all that it says when it has ended, and tells whether it succeeded. */
async function succeeds([command, ...args]) {
  const child = spawn(command, args, { cwd: ROOT, env: { FORCE_COLOR: '1', ...process.env } });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  process.stdout.write(Buffer.concat(said));
  return code === 0;
}

const waiting = [...CHECKS];
let failed = 0;
async function takeTurns() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
    if (!(await succeeds(check))) failed++;
}
await Promise.all([takeTurns(), takeTurns()]);
process.exitCode = failed === 0 ? 0 : 1;
