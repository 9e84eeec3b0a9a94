// Who may import whom (docs/architecture.md): the rules that a machine can check, one function each.
// Run by `npm run check` and by the tests, or: node scripts/check-layers.mjs
import { fileURLToPath } from 'node:url';
import { findCycles, readModules } from './modules.mjs';

/** The shared vocabulary: every room imports it; it imports nothing else. */
const VOCABULARY = [
  ...['document', 'errors', 'wording', 'option-rules', 'run-options', 'results', 'comparison'],
  ...['ordered', 'run-stream', 'unspaced'],
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
];
/** They put rooms together and may import any: the public API, its old names, and what a worker thread runs. */
const ROOTS = ['index', 'indexes', 'worker'];

/** What is wrong in the folder of a project: a sentence each. */
export function layerViolations(root = fileURLToPath(new URL('../', import.meta.url))) {
  const modules = readModules(`${root}/src`);
  return [
    ...modules.flatMap((module) => [...forbiddenImports(module)]),
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
