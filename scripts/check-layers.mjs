// Who may import whom (docs/architecture.md). A room imports the rooms below it, through their contract (`src/ROOM.ts`) or their
// door (`src/ROOM/index.ts`); apps import index.ts only. Run by the tests, or: node scripts/check-layers.mjs
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** The shared vocabulary: every room imports it; it imports nothing else. */
const VOCABULARY = [
  ...[
    'document',
    'errors',
    'wording',
    'option-rules',
    'run-options',
    'results',
    'comparison',
    'ordered',
    'run-stream',
  ],
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
/** Published under an old name for one version. */
const DEPRECATED = ['indexes'];

/** What is wrong with the imports below src/: a sentence each. */
export function layerViolations() {
  const wrong = [];
  for (const file of sourceFiles(SRC)) {
    const from = relative(SRC, file).replaceAll('\\', '/');
    if (from.endsWith('.test.ts') || from.endsWith('.cases.ts')) continue;
    for (const target of importsOf(file)) {
      const to = relative(SRC, target).replaceAll('\\', '/');
      const reason = forbidden(from, to);
      if (reason !== undefined) wrong.push(`src/${from} imports src/${to}: ${reason}`);
    }
  }
  return wrong;
}

function forbidden(from, to) {
  const here = roomOf(from);
  const there = roomOf(to);
  if (here === there || VOCABULARY.includes(there)) return undefined;
  if (VOCABULARY.includes(here)) return 'the shared vocabulary imports nothing else';
  if (here === 'apps') return to === 'index.ts' ? undefined : 'apps import index.ts only';
  if (there === 'apps') return 'nothing imports an app';
  if (there === 'engines') return undefined;
  if (to !== `${there}.ts` && to !== `${there}/index.ts`) {
    return `other rooms import only src/${there}.ts and src/${there}/index.ts`;
  }
  if (here === 'index' || DEPRECATED.includes(here)) return undefined;
  if (!ROOMS.includes(there)) return `src/${to} is no room`;
  return ROOMS.indexOf(there) < ROOMS.indexOf(here) ? undefined : `${there} is not below ${here}`;
}

/** `read/jsonl.ts` and `read.ts` are of the room `read`. */
function roomOf(path) {
  return path.split('/')[0].replace(/\.ts$/, '');
}

function* sourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(path);
    else if (entry.name.endsWith('.ts')) yield path;
  }
}

function* importsOf(file) {
  const code = readFileSync(file, 'utf8');
  const pattern = /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g;
  for (const match of code.matchAll(pattern)) yield resolve(dirname(file), match[1] ?? match[2]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = layerViolations();
  for (const line of wrong) console.error(`error: ${line}`);
  process.exit(wrong.length === 0 ? 0 : 1);
}
