// Makes the command: a file for every subcommand, one for its worker, and some for what they share, instead of 300 modules. Node
// takes about a millisecond to load a module; a small corpus takes less than all of them. Packages stay what they are.
import { chmodSync, rmSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundledPages } from './bundle-pages.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = `${root}dist/apps/cli`;

// nothing of an older build may be left
rmSync(folder, { recursive: true, force: true });
// the command starts workers at one place, a worker nowhere
await bundle('apps/cli/main.ts', '[name].js', 1);
await bundle('engines/workers/worker.ts', 'worker-[name].js', 0);
// it must be executable when `npx neardup` links to it
chmodSync(`${folder}/main.js`, 0o755);

async function bundle(entry, chunkFileNames, workerStarts) {
  const input = `${root}src/${entry}`;
  const made = await rolldown({
    input,
    platform: 'node',
    // a subcommand gets only what it uses of the library
    treeshake: { moduleSideEffects: (id) => id === input || id.includes('/apps/cli/') },
    external: (name) => !name.startsWith('.') && !isAbsolute(name),
    plugins: [
      bundledPages(),
      { name: 'its own worker', transform: (code) => code.replaceAll("'#worker'", "'#cli-worker'") },
    ],
  });
  const { output } = await made.write({ dir: folder, format: 'esm', chunkFileNames });
  await made.close();
  checkWorkers(entry, output.map(({ code }) => code ?? '').join('\n'), workerStarts);
}

/** The replacement is one of text: if the source is written in another way, it must not pass unnoticed. */
function checkWorkers(entry, code, workerStarts) {
  const count = (name) => code.split(new RegExp(`['"\`]${name}['"\`]`)).length - 1;
  const own = count('#cli-worker');
  const others = count('#worker');
  if (own === workerStarts && others === 0) return;
  throw new Error(
    `bundle-cli: expected the bundle of ${entry} to name '#cli-worker' ${workerStarts} times and '#worker' never, ` +
      `got ${own} and ${others} times. See how src/engines/workers/pool.ts names its worker.`,
  );
}
