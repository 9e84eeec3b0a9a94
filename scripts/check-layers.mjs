// Who may import whom (docs/architecture.md): the rules that a machine can check, one function each.
// Run by `npm run check` and by the tests, or: node scripts/check-layers.mjs
import { fileURLToPath } from 'node:url';
import { exportedNames, findCycles, globalsIn, readModules } from './modules.mjs';
import { secondCopies } from './second-copies.mjs';

/** The shared vocabulary: every room imports it; it imports nothing else. */
const VOCABULARY = [
  ...['document', 'errors', 'wording', 'option-rules', 'run-options', 'abort', 'summary', 'comparison'],
  ...['schema', 'answers'],
  ...['remote-address', 'ordered', 'run-stream', 'unspaced', 'visible', 'places-below'],
];
/** The rooms from the floor up: each imports only those before it. */
const ROOMS = [
  'platform',
  'remote',
  'arrow',
  'engines',
  'read',
  'canonicalize',
  'fingerprint',
  'write',
  'corpus',
  'report',
  'pipeline',
  'duplicates',
  'passages',
  'nearest',
  'repeats',
  'stages',
  'spark',
  'collection',
  'redis',
  'opensearch',
];
/**
 * Folders whose files are doors of their own: twins, which are replaced file by file; and of the kernels, which mostly serve one room each,
 * the layout of their memory and their plain form.
 */
const OPEN_FOLDERS = ['platform/', 'engines/layouts/', 'engines/scalar/'];

/** What the page without a server (apps/page) is made of. */
const PAGE_IMPORTS =
  /^browser\.ts$|^platform\/(?:embedded|file-trees)\.ts$|^read\/format-table\.ts$|^report\/sharing-table\.ts$|^write\/csv-cells\.ts$|^report\/pages\/(?:(?:say|reasons|unseen)\.ts$|(?:browser|class|comparison|sentences)\/)/;

/** What apps may import: the public API, doors that are loaded when they are used, and the declared answers. */
const APP_DOORS = ['index.ts', 'redis/index.ts', 'opensearch/index.ts', 'answers/index.ts'];

/** They put rooms together and may import any: the public API as a whole and by rooms, in Node and in browsers, and what a worker thread runs. */
const ROOTS = ['index', 'browser', 'anywhere', 'client', 'worker', 'options', 'public'];

/** A file for browsers takes the place of the one beside it: `files.browser.ts` that of `files.ts`. */
const BROWSER = '.browser.ts';

/** The folders where Node's modules and globals may be used, and why. Everything else runs in a browser as well. */
const NODE = {
  'platform/': 'what differs between Node and browsers',
  'remote/': 'it asks servers, and reads the credentials of the user',
  'write/': 'it writes files',
  'collection/store/': 'it stores documents in a folder',
  'stages/': 'a process of an engine like Spark: streams, hashes and temporary files',
  'spark/': 'a client of a Spark server',
  'redis/': 'it talks to Redis',
  'opensearch/': 'it talks to a cluster',
  'apps/cli/': 'the command runs in Node',
  'apps/http/': 'the service runs in Node',
  'apps/mcp/': 'the server for agents runs in Node',
  'apps/python/': 'the process of the package for Python runs in Node',
};
const NODE_GLOBALS = ['Buffer', 'process', 'NodeJS', '__dirname', '__filename', 'require', 'setImmediate'];

/** What is wrong in the folder of a project: a sentence each. */
export function layerViolations(root = fileURLToPath(new URL('../', import.meta.url))) {
  const modules = readModules(`${root}/src`);
  return [
    ...modules.flatMap((module) => [...forbiddenImports(module)]),
    ...modules.flatMap((module) => [...barrels(module)]),
    ...modules.flatMap((module) => [...usesOfNode(module)]),
    ...modules.flatMap((module) => [...strayTwins(module)]),
    ...secondCopies(modules),
    ...namesExportedTwice(modules),
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
  if (from.startsWith('apps/page/')) {
    return PAGE_IMPORTS.test(to)
      ? undefined
      : 'the page imports browser.ts, the table of formats, and components of other pages';
  }
  if (here === 'apps') {
    return APP_DOORS.includes(to) ? undefined : `apps import ${APP_DOORS.join(' and ')} only`;
  }
  if (['anywhere.ts', 'options.ts'].includes(to) && ['index', 'browser'].includes(here)) return undefined;
  // what only programs use is in no door
  if (here === 'public' && (ROOMS.includes(there) || VOCABULARY.includes(there))) return undefined;
  // types of answers, which leave nothing in the code
  if (here === 'client' && to === 'apps/http/service-answers.ts') return undefined;
  if (there === 'apps' || ROOTS.includes(there)) return `nothing imports src/${there}`;
  const isOpen = OPEN_FOLDERS.some((folder) => to.startsWith(folder));
  if (!isOpen && to !== `${there}.ts` && to !== `${there}/index.ts`) {
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

/** Node is used in a few folders only, and never by a file for browsers. */
function* usesOfNode({ path, packages, source }) {
  if (!path.endsWith(BROWSER) && Object.keys(NODE).some((folder) => path.startsWith(folder))) return;
  for (const name of packages) {
    if (name.startsWith('node:')) yield `src/${path} imports ${name}: it is to run in a browser`;
  }
  for (const name of globalsIn(source, NODE_GLOBALS))
    yield `src/${path} uses ${name}: it is to run in a browser`;
}

/** Files for browsers are in platform/. Besides, a browser may have another door of a room that uses Node. */
function* strayTwins({ path }) {
  const isDoor = Object.keys(NODE).some((folder) => path === `${folder}index${BROWSER}`);
  if (path.endsWith(BROWSER) && !path.startsWith('platform/') && !isDoor) {
    yield `src/${path} is for browsers: such files are in src/platform`;
  }
}

/** A name is declared for others in one file only. Twins (`files.ts` and `files.browser.ts`) count as one file. */
function* namesExportedTwice(modules) {
  const places = new Map();
  for (const { path, source } of modules) {
    for (const name of exportedNames(source)) {
      const file = path.replace(BROWSER, '.ts');
      const known = places.get(name) ?? file;
      if (known !== file && !isTwinOfDoor(known, file))
        yield `src/${known} and src/${file} export ${name}: a name means one thing`;
      else places.set(name, known);
    }
  }
}

/** `write/index.browser.ts` stands for the whole room in browsers: it declares what files of the room declare for Node. */
function isTwinOfDoor(...files) {
  return files.includes('write/index.ts') && files.every((file) => roomOf(file) === 'write');
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
