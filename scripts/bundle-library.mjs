// Bundles the library for Node: dist/library has a file for each entry of package.json, and what they share. Node takes about a millisecond to
// load a module: from files of their own, `import 'neardup'` takes three times as long. Types are those that tsc writes beside the sources' own.
import { readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundledPages } from './bundle-pages.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const { dependencies, peerDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const installed = Object.keys({ ...dependencies, ...peerDependencies });

/** Entries of the package, and the files in src/ that they are. */
export const ROOMS = ['canonicalize', 'duplicates', 'engines', 'fingerprint', 'nearest', 'passages', 'read'];
const rooms = Object.fromEntries(ROOMS.map((room) => [room, `${root}src/public/${room}.ts`]));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const others = {
    index: 'src/index.ts',
    client: 'src/client.ts',
    opensearch: 'src/opensearch/index.ts',
    redis: 'src/redis/index.ts',
  };
  const input = {
    ...rooms,
    ...Object.fromEntries(Object.entries(others).map(([name, path]) => [name, root + path])),
  };
  const dir = `${root}dist/library`;
  rmSync(dir, { recursive: true, force: true });
  const made = await rolldown({
    input,
    platform: 'node',
    treeshake: {
      moduleSideEffects: (id) => Object.values(input).includes(id) || id.includes('/node_modules/'),
    },
    external: (name) =>
      name.startsWith('#') ||
      isBuiltin(name) ||
      installed.some((each) => name === each || name.startsWith(`${each}/`)),
    plugins: [bundledPages()],
    checks: { pluginTimings: false },
  });
  const names = { entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js' };
  await made.write({ dir, format: 'esm', ...names });
  await made.close();
}
