#!/usr/bin/env node
// Tries neardup in Next.js: packs the project, installs it with Next.js into a temporary folder, builds a route handler that calls `dedup`,
// starts the server and asks it. Once with the line that docs name (`serverExternalPackages`), and once without it.
//   node test/soak/try-next.mjs [--next VERSION] [--keep]     needs a build, npm's registry and two minutes; not part of the tests
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { values } = parseArgs({
  options: { next: { type: 'string', default: 'latest' }, keep: { type: 'boolean', default: false } },
});
const PORT = 3917;
const CONFIGS = {
  "with serverExternalPackages: ['neardup']": "export default { serverExternalPackages: ['neardup'] };\n",
  'without it': 'export default {};\n',
};
const ROUTE = `import { dedup } from 'neardup';
export const dynamic = 'force-dynamic';
export async function GET() {
  const text = 'The ferry leaves at nine from the north pier, weather permitting.';
  const run = dedup([{ id: 'a', text }, { id: 'b', text: text.toUpperCase() }], { threads: 2 });
  return Response.json({ removed: await run.toArray(), engine: (await run.summary).engine });
}
`;

const home = mkdtempSync(join(tmpdir(), 'neardup-next-'));
let failed = false;
try {
  const npm = (...args) =>
    execFileSync('npm', args, { cwd: home, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const [packed] = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', home], {
    ...{ cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  }).match(/[\w.-]+\.tgz/);
  writeFileSync(join(home, 'package.json'), '{"private":true}\n');
  npm('install', '--no-audit', '--no-fund', `next@${values.next}`, 'react', 'react-dom', `./${packed}`);
  mkdirSync(join(home, 'app/api/dedup'), { recursive: true });
  writeFileSync(join(home, 'app/api/dedup/route.js'), ROUTE);
  for (const [name, config] of Object.entries(CONFIGS)) {
    writeFileSync(join(home, 'next.config.mjs'), config);
    rmSync(join(home, '.next'), { recursive: true, force: true });
    const answer = await tryIt();
    console.log(`${name}: ${answer}`);
    if (name.startsWith('with ')) failed = !answer.includes('"keptId":"a"');
  }
} finally {
  if (values.keep) console.log(home);
  else rmSync(home, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

/** Builds and starts the server. Gives its answer, or why there is none. */
async function tryIt() {
  const next = join(home, 'node_modules/next/dist/bin/next');
  try {
    execFileSync(process.execPath, [next, 'build'], { cwd: home, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return `the build fails: ${`${error.stdout}${error.stderr}`.trim().slice(-600)}`;
  }
  const server = spawn(process.execPath, [next, 'start', '-p', String(PORT)], { cwd: home, stdio: 'ignore' });
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        const response = await fetch(`http://127.0.0.1:${PORT}/api/dedup`);
        return `${response.status} ${(await response.text()).slice(0, 300)}`;
      } catch (error) {
        if (attempt === 120) return `no answer: ${error.message}`;
        await sleep(500);
      }
    }
  } finally {
    server.kill();
    await new Promise((resolve) => server.on('exit', resolve));
  }
}
