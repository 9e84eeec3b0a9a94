// Makes the command: a file for every subcommand and some for what they share, instead of 300 modules. Node takes about a
// millisecond to load a module; a small corpus takes less than all of them. Packages, kernels and workers stay what they are.
import { chmodSync, rmSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = `${root}dist/apps/cli`;

// nothing of an older build may be left
rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: `${root}src/apps/cli/main.ts`,
  platform: 'node',
  // a subcommand gets only what it uses of the library
  treeshake: { moduleSideEffects: (id) => id.includes('/apps/cli/') },
  external: (name) => !name.startsWith('.') && !isAbsolute(name),
});
await bundle.write({ dir: folder, format: 'esm', chunkFileNames: '[name].js' });
await bundle.close();
// it must be executable when `npx neardup` links to it
chmodSync(`${folder}/main.js`, 0o755);
