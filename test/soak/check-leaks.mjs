// Calls the library again and again in one process, as a service does: runs that end, are left early, are aborted or fail, indexes that
// are built, opened and refused. Open files, threads and memory must be as many afterwards as after the first calls.
// node test/soak/check-leaks.mjs [--calls 10000]; the tests make a few calls. Needs a build.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  compare,
  createCollection,
  dedup,
  fingerprint,
  NeardupError,
  openCollection,
  pairs,
  search,
  texts,
} from '../../dist/index.js';

const DOCUMENTS = [
  { id: 'a', text: 'The keeper climbs the stairs at dusk and lights the lamp.' },
  { id: 'b', text: 'The keeper climbs the stairs at dusk and lights the lamp!' },
  { id: 'c', text: 'Fresh bread is sold from seven in the old bakery.' },
];
const OPTIONS = { threads: 1 };
/** Megabytes that a process may have more at the end: what is free is not given back at once. */
const MEMORY_ROOM = 64;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** What is open after some calls have been made, and after all of them. */
export async function checkLeaks({ calls, progress = () => {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-leaks-'));
  try {
    const ways = await waysToCall(folder);
    const round = async (from, to) => {
      for (let call = from; call < to; call++) {
        await ways[call % ways.length]();
        if ((call + 1) % 500 === 0) progress(call + 1, usage());
      }
    };
    const first = Math.min(calls >> 1, 20 * ways.length);
    await round(0, first);
    const before = usage();
    await round(first, calls);
    return { before, after: usage() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function waysToCall(folder) {
  const path = join(folder, 'documents.jsonl');
  writeFileSync(path, DOCUMENTS.map((document) => JSON.stringify(document)).join('\n'));
  const rtf = join(folder, 'page.rtf');
  writeFileSync(rtf, '{\\rtf1 The keeper climbs the stairs.}');
  const collection = join(folder, 'all.nd');
  await (await createCollection(collection, { indexes: ['search'] }, OPTIONS)).close();
  const damaged = join(folder, 'damaged.nd');
  mkdirSync(damaged);
  writeFileSync(join(damaged, 'collection.json'), 'no collection');
  return [
    () => dedup(DOCUMENTS, OPTIONS).toArray(),
    () => pairs(path, OPTIONS).summary,
    () => refused(dedup([DOCUMENTS[0], DOCUMENTS[0]], OPTIONS).toArray()),
    () => refused(pairs(join(folder, 'missing.jsonl'), OPTIONS).toArray()),
    async () => {
      for await (const _ of fingerprint(DOCUMENTS, OPTIONS)) break;
    },
    () => aborted((signal) => dedup(endless(), { threads: 2, signal }).toArray()),
    () => texts(rtf).toArray(),
    () => compare(DOCUMENTS[0], DOCUMENTS[1], OPTIONS),
    () => search(DOCUMENTS[0].text, { ...OPTIONS, in: path }).toArray(),
    async () => (await openCollection(collection, OPTIONS)).close(),
    () => refused(openCollection(damaged, OPTIONS)),
  ];
}

/** Documents that never end: a run of them can only be aborted. */
async function* endless() {
  yield DOCUMENTS[0];
  await new Promise(() => {});
}

async function aborted(call) {
  const controller = new AbortController();
  setTimeout(() => controller.abort('enough'), 2);
  const reason = await call(controller.signal).then(
    () => 'an answer',
    (error) => error,
  );
  if (reason !== 'enough') throw new Error(`Expected the reason of the signal, got ${reason}.`);
}

async function refused(promise) {
  const done = await promise.then(() => true, expected);
  if (done === true) throw new Error('Expected the call to be refused, got an answer.');
}

function expected(error) {
  if (!(error instanceof NeardupError)) throw error;
}

/** Open files and threads of this process, its children, and its memory in MB. */
function usage() {
  collectGarbage();
  return {
    files: readdirSync('/proc/self/fd').length,
    threads: readdirSync('/proc/self/task').length,
    memory: Math.round(process.memoryUsage().rss / 2 ** 20),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { calls: { type: 'string', default: '10000' } } });
  const start = performance.now();
  const { before, after } = await checkLeaks({
    calls: Number(values.calls),
    progress: (calls, { files, threads, memory }) =>
      console.log(`${calls} calls: ${files} files, ${threads} threads, ${memory} MB`),
  });
  const seconds = Math.round((performance.now() - start) / 1000);
  const isFlat =
    after.files <= before.files &&
    after.threads <= before.threads &&
    after.memory <= before.memory + MEMORY_ROOM;
  console.log(JSON.stringify({ before, after, seconds }), isFlat ? 'flat' : 'LEAKS');
  process.exit(isFlat ? 0 : 1);
}
