// Who may import whom. A stage imports the shared vocabulary, the engines, and the contracts of earlier stages;
// apps import index.ts only; engines know bytes, never documents. Run by the tests, or: node scripts/check-layers.mjs
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** The shared vocabulary: imported by everyone, importing nothing but each other. */
const VOCABULARY = ['document', 'errors', 'ordered'];
/** The pipeline, in its order. */
const STAGES = [
  'read',
  'canonicalize',
  'fingerprint',
  'corpus',
  'indexes',
  'signature-indexes',
  'match',
  'verify',
  'compare',
  'report',
];

/** What is wrong with the imports below src/: a sentence each. */
export function layerViolations() {
  const wrong = [];
  for (const file of sourceFiles(SRC)) {
    const from = relative(SRC, file).replaceAll('\\', '/');
    for (const { target, typeOnly } of importsOf(file)) {
      const to = relative(SRC, target).replaceAll('\\', '/');
      const reason = forbidden(from, to, typeOnly);
      if (reason !== undefined) wrong.push(`src/${from} imports src/${to}: ${reason}`);
    }
  }
  return wrong;
}

function forbidden(from, to, typeOnly) {
  const here = layerOf(from);
  const there = layerOf(to);
  if (here === there || VOCABULARY.includes(there)) return undefined;
  if (from.endsWith('.test.ts') || from.endsWith('.cases.ts')) return undefined;
  if (VOCABULARY.includes(here)) return 'the shared vocabulary imports nothing else';
  if (here === 'apps') return to === 'index.ts' ? undefined : 'apps import index.ts only';
  if (there === 'apps') return 'nothing imports an app';
  if (here === 'engines') return 'engines know bytes and numbers only';
  if (there === 'engines') return undefined;
  if (here === 'options') return typeOnly ? undefined : 'options.ts imports types only';
  if (there === 'options')
    return STAGES.indexOf(here) === -1 || typeOnly ? undefined : 'a stage knows the options as a type only';
  if (STAGES.includes(there) && to !== `${there}.ts`)
    return `only its contract, src/${there}.ts, may be imported`;
  if (!STAGES.includes(here)) return undefined;
  if (!STAGES.includes(there)) return 'a stage imports no pipeline, verb or app';
  return STAGES.indexOf(there) < STAGES.indexOf(here) ? undefined : `${there} comes after ${here}`;
}

/** `read/jsonl.ts` and `read.ts` are of the layer `read`. */
function layerOf(path) {
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
  const pattern = /(?:^|\n)\s*(import|export)(\s+type)?\s[^;]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g;
  for (const match of code.matchAll(pattern)) {
    const clause = match[0];
    const typeOnly = match[2] !== undefined || /\{\s*(type\s+\w+\s*,?\s*)+\}/.test(clause);
    yield { target: resolve(dirname(file), match[3] ?? match[4]), typeOnly };
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = layerViolations();
  for (const line of wrong) console.error(`error: ${line}`);
  process.exit(wrong.length === 0 ? 0 : 1);
}
