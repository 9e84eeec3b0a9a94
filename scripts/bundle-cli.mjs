// Makes one file of many modules, because Node takes about a millisecond to load a module: of every subcommand of the command, of
// what they share, and of the worker, which the library uses too. Packages stay what they are. The files are CommonJS, which Node
// loads in half the time of ES modules.
import { chmodSync, rmSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundledPages } from './bundle-pages.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

// what most commands use is one file; what `neardup --version` uses is not in it
const shared = {
  name: 'shared',
  test: (id) => id.includes('/src/') && !/\/(visible|version)\.ts$/.test(id),
  minShareCount: 5,
};
await bundle(['apps/cli/main.ts', 'apps/cli/signal-thread.ts'], 'apps/cli', { groups: [shared] });
await bundle(['worker.ts'], 'worker', true);
// it must be executable when `npx neardup` links to it
chmodSync(`${root}dist/apps/cli/main.cjs`, 0o755);

async function bundle(entries, folder, codeSplitting) {
  const input = entries.map((entry) => `${root}src/${entry}`);
  const dir = `${root}dist/${folder}`;
  // nothing of an older build may be left
  rmSync(dir, { recursive: true, force: true });
  const made = await rolldown({
    input,
    platform: 'node',
    // a subcommand, or a worker, gets only what it uses of the library
    treeshake: { moduleSideEffects: (id) => input.includes(id) || id.includes('/apps/cli/') },
    external: (name) => !name.startsWith('.') && !isAbsolute(name),
    plugins: [bundledPages()],
  });
  const names = { entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' };
  await made.write({ dir, format: 'cjs', ...names, codeSplitting });
  await made.close();
}
