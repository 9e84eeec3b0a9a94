// Who may import whom (docs/architecture.md): the rules that a machine can check, one function each.
// Run by `npm run check` and by the tests, or: node scripts/check-layers.mjs
import { fileURLToPath } from 'node:url';
import { findCycles, globalsIn, readModules } from './modules.mjs';

/** The shared vocabulary: every room imports it; it imports nothing else. */
const VOCABULARY = [
  ...['document', 'errors', 'wording', 'option-rules', 'run-options', 'abort', 'results', 'comparison'],
  ...['ordered', 'run-stream', 'unspaced', 'visible'],
];
/** The rooms from the floor up: each imports only those before it. */
const ROOMS = [
  'engines',
  'read',
  'canonicalize',
  'fingerprint',
  'write',
  'collection',
  'report',
  'pipeline',
  'duplicates',
  'passages',
  'nearest',
  'lasting',
  'redis',
  'stages',
  'spark',
];
/** They put rooms together and may import any: the public API, its old names, and what a worker thread runs. */
const ROOTS = ['index', 'indexes', 'worker'];

/** Where Node's modules and its globals may be used, and why. Everything else is to run in a browser as well. */
const NODE = {
  'apps/': 'the command runs in Node',
  'write/': 'it writes files',
  'spark/': 'a client of a Spark server',
  'stages/': 'a process of an engine like Spark: streams, hashes and temporary files',
  'collection/': 'it stores what is known of many documents in files',
  'redis/': 'it talks to Redis',
  'engines/open.ts': 'the environment and the number of processors',
  'engines/workers/': 'threads',
  'engines/wasm/': 'the file with the kernels',
  'engines/own-file.ts': 'the paths of kernels and workers',
  'engines/bytes.ts': 'Buffer if there is one, as it is faster',
  'engines/scalar/shingles/byte-checksums.ts': 'MD5 and SHA-1, for researchers',
  'read/sources/': 'files, folders, pipes and compression',
  'read/extract/workers/': 'processes',
  'read/archives/zip-members.ts': 'inflate',
  'read/extract/zip.ts': 'inflate',
  'read/extract/parquet.ts': 'reads a file here and there',
  'read/extract/parquet-reader.ts': 'reads the head of a file',
  'read/extract/pdf/pdfium.ts': 'the file with PDFium',
  'read/extract/docx.ts': 'paths inside an archive',
  'read/extract/epub.ts': 'paths inside an archive',
  'read/extract/rtf.ts': 'isAscii',
  'read/charsets/charset.ts': 'isUtf8',
  'read/text/wrapped-text.ts': 'isAscii and isUtf8',
  'read/warc/http-body.ts': 'inflate, gunzip and Brotli',
  'read/read-sources.ts': 'the number of processors',
};
/** These readers still use Buffers: a browser needs another form of them. */
const BUFFER = [
  'read/charsets/charset-stream.ts',
  'read/csv/',
  'read/extract/',
  'read/html/',
  'read/json/',
  'read/whole-document.ts',
];
const NODE_GLOBALS = ['Buffer', 'process', 'NodeJS', '__dirname', '__filename', 'require', 'setImmediate'];

/** What is wrong in the folder of a project: a sentence each. */
export function layerViolations(root = fileURLToPath(new URL('../', import.meta.url))) {
  const modules = readModules(`${root}/src`);
  return [
    ...modules.flatMap((module) => [...forbiddenImports(module)]),
    ...modules.flatMap((module) => [...barrels(module)]),
    ...modules.flatMap((module) => [...usesOfNode(module)]),
    ...fileCycles(modules, 'src'),
    ...fileCycles(readModules(`${root}/assembly`), 'assembly'),
  ];
}

/** A room imports the rooms below it, by their contract or their door. */
function* forbiddenImports({ path, imports }) {
  for (const { to } of imports) {
    const reason = whyForbidden(path, to);
    if (reason !== undefined) yield `src/${path} imports src/${to}: ${reason}`;
  }
}

function whyForbidden(from, to) {
  const here = roomOf(from);
  const there = roomOf(to);
  if (here === there || VOCABULARY.includes(there)) return undefined;
  if (VOCABULARY.includes(here)) return 'the shared vocabulary imports nothing else';
  if (here === 'apps') return to === 'index.ts' ? undefined : 'apps import index.ts only';
  if (there === 'apps' || ROOTS.includes(there)) return `nothing imports src/${there}`;
  if (to !== `${there}.ts` && to !== `${there}/index.ts`) {
    return `other rooms import only src/${there}.ts and src/${there}/index.ts`;
  }
  if (ROOTS.includes(here)) return undefined;
  if (!ROOMS.includes(there)) return `src/${to} is no room`;
  return ROOMS.indexOf(there) < ROOMS.indexOf(here) ? undefined : `${there} is not below ${here}`;
}

/** A contract holds types and the table of implementations: it passes no code of its folder on. That is what the door is for. */
function* barrels({ path, imports }) {
  if (path.includes('/') || !ROOMS.includes(roomOf(path))) return;
  for (const { to, typeOnly, isExport } of imports) {
    if (isExport && !typeOnly) yield `src/${path} passes src/${to} on: a contract is no door`;
  }
}

/** Only rooms that touch files, threads or the terminal use Node. */
function* usesOfNode({ path, packages, source }) {
  if (Object.keys(NODE).some((place) => path.startsWith(place))) return;
  for (const name of packages) {
    if (name.startsWith('node:')) yield `src/${path} imports ${name}: it is to run in a browser`;
  }
  const allowed = BUFFER.some((place) => path.startsWith(place)) ? ['Buffer'] : [];
  for (const name of globalsIn(source, NODE_GLOBALS)) {
    if (!allowed.includes(name)) yield `src/${path} uses ${name}: it is to run in a browser`;
  }
}

/** No file needs itself to be loaded. Imports of types alone do not count: they are gone at run time. */
function* fileCycles(modules, folder) {
  for (const cycle of findCycles(modules)) {
    yield `${folder}/${cycle[0]} imports itself: ${cycle.join(' → ')} → ${cycle[0]}`;
  }
}

/** `read/jsonl.ts` and `read.ts` are of the room `read`. */
function roomOf(path) {
  return path.split('/')[0].replace(/\.ts$/, '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = layerViolations();
  for (const line of wrong) console.error(`error: ${line}`);
  process.exit(wrong.length === 0 ? 0 : 1);
}
