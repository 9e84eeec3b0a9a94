// Signatures of topical documents or of real text, made once and kept in a temporary folder.
import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TERM_SLOTS, TermStatistics } from '../../dist/fingerprint/term-statistics.js';
import { countTerms, SignatureStore, signCorpus } from '../../dist/nearest/index.js';
import { closeRun, load, resolveVerbOptions, VERB_RULES } from '../../dist/pipeline/index.js';
import { openInput } from '../../dist/read/sources/input.js';
import { sharedFile } from './shared-sets.mjs';
import { topicalBatches } from './topical.mjs';

/** Statistics come from this many documents; more would change no weight. */
const STATISTICS_FROM = 100_000;
const FORMAT = 7;

/** 1024-bit signatures of the first `count` topical documents. */
export async function topicalSignatures(engine, count) {
  const folder = join(tmpdir(), 'neardup-bench');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `topical-v${FORMAT}-${count}.signatures`);
  // documents do not depend on how many follow them, and neither do statistics from as many as these
  for (const more of count < STATISTICS_FROM ? [count] : [count, 1_001_000, 2 ** 22]) {
    const known = join(folder, `topical-v${FORMAT}-${more}.signatures`);
    if (more >= count && existsSync(known)) return readHead(known, 128 * count);
  }
  const { heap } = engine;
  const counts = heap.allocate(4 * TERM_SLOTS);
  heap.u8.fill(0, counts, counts + 4 * TERM_SLOTS);
  await signBatches(
    engine,
    Math.min(count, STATISTICS_FROM),
    (text, offsets, n) => engine.call('termCounts', text, offsets, n, counts),
    1,
  );
  const statistics = new TermStatistics(
    heap.u32.slice(counts / 4, counts / 4 + TERM_SLOTS),
    Math.min(count, STATISTICS_FROM),
  );
  const weights = heap.place(statistics.weights());
  const out = heap.allocate(128 * count);
  let done = 0;
  await signBatches(
    engine,
    count,
    (text, offsets, n) => {
      const at = out + 128 * done;
      done += n;
      return engine.call('topsig', { text, offsets, count: n, width: 1024, weights, out: at, masks: 0 });
    },
    engine.threads,
  );
  const signatures = Buffer.from(heap.u8.slice(out, out + 128 * count));
  for (const block of [out, weights, counts]) heap.release(block);
  writeFileSync(`${path}.${process.pid}.tmp`, signatures);
  renameSync(`${path}.${process.pid}.tmp`, path);
  return signatures;
}

function readHead(path, bytes) {
  const file = openSync(path, 'r');
  const head = Buffer.alloc(bytes);
  for (let done = 0; done < bytes; )
    done += readSync(file, head, done, Math.min(bytes - done, 1 << 30), done);
  closeSync(file);
  return head;
}

/** Sends every batch through a kernel; `atOnce` of them run at a time. */
async function signBatches(engine, documents, call, atOnce) {
  const { heap } = engine;
  const batches = topicalBatches(documents);
  const lane = async () => {
    for (let next = batches.next(); !next.done; next = batches.next()) {
      const batch = next.value;
      const text = heap.place(batch.text);
      const offsets = heap.place(batch.ends);
      await call(text, offsets, batch.count);
      heap.release(text);
      heap.release(offsets);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Signatures of real text, where it lies beside the project; documents of fewer than ten words are left out. */
export async function realSignatures(engine) {
  const sets = ['package-descriptions', 'newswire'];
  const paths = sets.map((name) => sharedFile(`${name}/docs.jsonl.gz`));
  if (paths.includes(undefined)) return [];
  const options = resolveVerbOptions(VERB_RULES, { duplicateIds: 'rename', threads: engine.threads });
  const opened = await openInput(paths, options);
  const run = await load({ documents: opened.read }, options);
  const store = new SignatureStore(run.engine.heap, 1024);
  await signCorpus(run.corpus, run.engine, await countTerms(run.corpus, run.engine), store);
  const long = [];
  for (let i = 0; i < store.size; i++) if (run.corpus.words.get(i) >= 10) long.push(store.get(i));
  await closeRun(run);
  await opened.close();
  return [{ name: 'real text', signatures: Buffer.concat(long) }];
}
