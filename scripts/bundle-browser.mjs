// Bundles neardup for browsers: dist/browser/index.js, with files beside it that are loaded when they are needed. A file
// NAME.browser.ts (in src/platform) takes the place of NAME.ts beside it: that is the only difference between the code for Node and for browsers.
// Kernels and the scripts of workers are modules (`embedded:NAME`: gzip as Base64), so that no bundler has to know about them.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { ROOMS } from './bundle-library.mjs';
import { bundledPages } from './bundle-pages.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

/** What `embedded:NAME` is: a file, or the bundle of an entry. */
const FILES = {
  'kernels.wasm': 'dist/kernels.wasm',
  'pdfium.wasm': 'node_modules/@embedpdf/pdfium/dist/pdfium.wasm',
};
const SCRIPTS = {
  'worker.js': { entry: 'src/worker.ts', without: ['src/engines/scalar/kernels.ts'] },
  'extract-worker.js': { entry: 'src/read/extract/workers/worker.ts' },
  // it starts the other two
  'page-worker.js': { entry: 'src/apps/page/worker.ts', scripts: true },
};

/** Plugins that make code for browsers out of src/. */
export function forBrowsers({ scripts = true, without = [] } = {}) {
  return [leftOut(without), browserFiles(), embeddedFiles(scripts, without), bundledPages()];
}

/** Options of rolldown for an entry in src/. Only the entry runs when it is loaded: what it does not use is left out. */
export function browserBundle(entry, options) {
  const input = browserForm(`${root}${entry}`);
  return {
    input,
    platform: 'browser',
    treeshake: { moduleSideEffects: (id) => id === input || id.includes('/node_modules/') },
    external: /^node:/,
    plugins: forBrowsers(options),
    // PDFium asks for its own address, though it is given its bytes
    transform: { define: { 'import.meta.url': '"file:///"' } },
    checks: { pluginTimings: false },
  };
}

/** The files of a bundle. Nothing that is used may need a module of Node's. */
async function generate(bundle, options) {
  const { output } = await bundle.generate({ format: 'esm', minify: true, ...options });
  await bundle.close();
  for (const { fileName, imports, dynamicImports } of output) {
    const ofNode = [...(imports ?? []), ...(dynamicImports ?? [])].filter((name) => name.startsWith('node:'));
    if (ofNode.length > 0) throw new Error(`bundle-browser: ${fileName} imports ${ofNode.join(', ')}`);
  }
  return output;
}

/** One script, no module, with everything an entry needs. */
export async function singleFile(entry, { scripts = true, without } = {}) {
  const bundle = await rolldown(browserBundle(entry, { scripts, without }));
  const output = await generate(bundle, { format: 'iife', codeSplitting: false });
  if (output.length !== 1)
    throw new Error(`bundle-browser: expected one file of ${entry}, got ${output.length}`);
  return output[0].code;
}

/** Modules that the code of an entry could load, but never does. */
function leftOut(paths) {
  const ids = paths.map((path) => root + path);
  return { name: 'left out', load: (id) => (ids.includes(id) ? 'export {};' : undefined) };
}

function browserFiles() {
  return {
    name: 'browser files',
    resolveId(source, importer) {
      if (!source.startsWith('.') || importer === undefined) return undefined;
      const form = browserForm(resolve(importer, '..', source));
      return form.endsWith('.browser.ts') && form !== importer ? form : undefined;
    },
  };
}

function browserForm(path) {
  const form = path.replace(/(?<!\.browser)\.ts$/, '.browser.ts');
  return existsSync(form) ? form : path;
}

const PREFIX = 'embedded:';

/**
 * @param scripts False if the scripts of workers are not used: a worker's own would need itself.
 * @param without Names of files that are not used.
 */
function embeddedFiles(scripts, without) {
  return {
    name: 'embedded files',
    resolveId: (source) => (source.startsWith(PREFIX) ? source : undefined),
    async load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      const name = id.slice(PREFIX.length);
      const isUsed = name in FILES ? !without.includes(name) : scripts;
      return `export default '${isUsed ? await packed(name) : ''}';`;
    },
  };
}

const made = new Map();

/** gzip, as Base64; made once, however many bundles have it. */
function packed(name) {
  if (!made.has(name)) {
    const bytes = name in FILES ? readFileSync(root + FILES[name]) : script(SCRIPTS[name]);
    made.set(
      name,
      Promise.resolve(bytes).then((content) => gzipSync(content, { level: 9 }).toString('base64')),
    );
  }
  return made.get(name);
}

function script({ entry, scripts = false, without }) {
  return singleFile(entry, { scripts, without });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await write('browser', { index: `${root}src/browser.ts` });
  // apart: what they share with the whole would make it larger by what only they need
  const rooms = ROOMS.map((room) => [room, `${root}src/public/${room}.ts`]);
  await write('browser-rooms', Object.fromEntries(rooms), 'browser');
}

/**
 * Bundles entries, with the files that they load when they need them.
 * @param beside Another folder of dist: of its files, those that are the same and need no others are loaded from there (PDFium, word lists).
 */
async function write(folder, input, beside) {
  const dir = `${root}dist/${folder}`;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const entries = Object.values(input);
  const bundle = await rolldown({
    ...browserBundle('src/browser.ts'),
    input,
    treeshake: { moduleSideEffects: (id) => entries.includes(id) || id.includes('/node_modules/') },
  });
  const names = { entryFileNames: '[name].js', chunkFileNames: '[name].js' };
  const files = await generate(bundle, names);
  const shared = new Set(
    files
      .filter((file) => beside !== undefined && isThere(`${root}dist/${beside}`, file))
      .map(({ fileName }) => fileName),
  );
  for (const { fileName, code } of files) {
    if (shared.has(fileName)) continue;
    const moved = code.replaceAll(/(?<=["'`])\.\/([\w.-]+\.js)(?=["'`])/g, (path, name) =>
      shared.has(name) ? `../${beside}/${name}` : path,
    );
    writeFileSync(`${dir}/${fileName}`, moved);
  }
}

function isThere(folder, { fileName, code, imports, dynamicImports }) {
  const path = `${folder}/${fileName}`;
  return (
    imports.length + dynamicImports.length === 0 && existsSync(path) && readFileSync(path, 'utf8') === code
  );
}
