// Makes one file of many modules, because Node takes about a millisecond to load a module: of every subcommand of the command, of
// what they share, and of the worker, which the library uses too. Packages that users install stay what they are; those of the service
// (devDependencies) are put in, so that nobody has to install them. The files are CommonJS, which Node loads in half the time of ES
// modules.
import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundledPages } from './bundle-pages.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const { dependencies, peerDependencies, imports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
// `commander` is put in as well: from its own files, it takes a tenth of the time of a short command
const installed = Object.keys({ ...dependencies, ...peerDependencies }).filter(
  (name) => name !== 'commander',
);

const parts = ['main', 'run', 'signal-thread', 'service-thread'].map((name) => `apps/cli/${name}.ts`);
await bundle([...parts, 'apps/http/in-thread.ts'], 'apps/cli', [packageImports(), ownFiles(), lateModules()]);
nameBuild(`${root}dist/apps/cli`);
await bundle(['worker.ts'], 'worker');
// it must be executable when `npx neardup` links to it
chmodSync(`${root}dist/apps/cli/main.cjs`, 0o755);

async function bundle(entries, folder, plugins = []) {
  const input = entries.map((entry) => `${root}src/${entry}`);
  const dir = `${root}dist/${folder}`;
  // nothing of an older build may be left
  rmSync(dir, { recursive: true, force: true });
  const made = await rolldown({
    input,
    platform: 'node',
    // `main` loads `run` by its name, with all that it exports
    preserveEntrySignatures: 'allow-extension',
    // a subcommand, or a worker, gets only what it uses of the library
    treeshake: { moduleSideEffects: (id) => input.includes(id) || /\/apps\/cli\/|\/node_modules\//.test(id) },
    external: (name) => name.startsWith('#') || isBuiltin(name) || installed.includes(packageOf(name)),
    plugins: [bundledPages(), ...plugins],
  });
  const names = { entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' };
  await made.write({ dir, format: 'cjs', ...names });
  await made.close();
}

/** Packages are imported by `importPackage`, because code that V8 kept cannot import (`src/apps/cli/compiled-modules.ts`). */
function packageImports() {
  return {
    name: 'package-imports',
    renderChunk: (code, { fileName }) =>
      fileName === 'compiled-modules.cjs' ? code : code.replaceAll(/(?<![.\w$])import\(/g, 'importPackage('),
  };
}

/** The package's own files lie where package.json says: to let Node find out takes 4 ms of every run. */
function ownFiles() {
  const resolve = 'createRequire(import.meta.url).resolve';
  const paths = Object.fromEntries(Object.entries(imports).map(([name, path]) => [name, `../../../${path}`]));
  const ownPath = `((name) => require('node:path').join(__dirname, ${JSON.stringify(paths)}[name]))`;
  return {
    name: 'own-files',
    transform: (code, id) =>
      /\/platform\/own-files\.ts$/.test(id) ? code.replaceAll(resolve, ownPath) : undefined,
  };
}

/** Modules of Node that take about a millisecond to load, and that short runs do not use, are loaded when they are used. */
function lateModules() {
  const required =
    /^\t?(?:let|const) (\w+) = (require\("node:(?:child_process|crypto|inspector|net|tty|worker_threads)"\));$/gm;
  const late = (name, load) =>
    `const ${name} = { get late() { const late = ${load}; Object.defineProperty(this, "late", { value: late }); return late; } };`;
  return {
    name: 'late-modules',
    renderChunk: (code) =>
      [...code.matchAll(required)].reduce(
        (done, [line, name, load]) =>
          done
            .replaceAll(new RegExp(`(?<![.\\w$])${name}\\.`, 'g'), `${name}.late.`)
            .replace(line, late(name, load)),
        code,
      ),
  };
}

/** Names a build by its files, so that compiled code is never used for other files (`src/apps/cli/compiled-modules.ts`). */
function nameBuild(folder) {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(`${folder}/${name}`));
  writeFileSync(`${folder}/build.txt`, hash.digest('hex').slice(0, 16));
}

/** `@scope/name/file` is of the package `@scope/name`. */
function packageOf(name) {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}
