/** From the canonical texts of a corpus to term statistics and signatures, on all threads, a stretch of the spool at a time. */

import type { Corpus } from '../corpus/index.ts';
import { type Address, plus } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import { TERM_SLOTS, TermStatistics } from '../fingerprint/index.ts';
import type { SignatureStore } from './indexes/signature-store.ts';
import { type SignArguments, signJob } from './sign-job.ts';

/** Bytes of text in a job; a longer document has one of its own. */
const JOB_BYTES = 1 << 20;

/** In how many documents each term occurs. */
export async function countTerms(corpus: Corpus, engine: Engine): Promise<TermStatistics> {
  const { heap } = engine;
  // a table for every job that runs at a time: two threads never write to one
  const tables: Address[] = [];
  const free: Address[] = [];
  await eachStretch(corpus, engine, async (stretch) => {
    let counts = free.pop();
    if (counts === undefined) {
      counts = heap.allocate(4 * TERM_SLOTS);
      heap.u8.fill(0, counts, counts + 4 * TERM_SLOTS);
      tables.push(counts);
    }
    await engine.run(signJob, { ...stretch, counts, width: 0, weights: 0, out: 0 });
    free.push(counts);
  });
  const statistics = new TermStatistics();
  for (const table of tables) {
    statistics.add(heap.u32.subarray(table / 4, table / 4 + TERM_SLOTS), 0);
    heap.release(table);
  }
  for (let number = 0; number < corpus.length; number++) if (!corpus.isEmpty(number)) statistics.documents++;
  return statistics;
}

/** Appends the signatures of all documents to a store, in their order. */
export async function signCorpus(
  corpus: Corpus,
  engine: Engine,
  statistics: TermStatistics,
  store: SignatureStore,
): Promise<void> {
  const weights = engine.heap.place(statistics.weights());
  const out = store.extend(corpus.length);
  await eachStretch(corpus, engine, async (stretch, first) => {
    const at = plus(out, first * store.bytes);
    await engine.run(signJob, { ...stretch, counts: 0, width: store.width, weights, out: at });
  });
  engine.heap.release(weights);
}

type Stretch = Omit<SignArguments, 'counts' | 'width' | 'weights' | 'out'>;

async function eachStretch(
  corpus: Corpus,
  engine: Engine,
  run: (stretch: Stretch, first: number) => Promise<void>,
): Promise<void> {
  const { heap } = engine;
  const positions = corpus.positions.view();
  const lengths = corpus.lengths.view();
  let next = 0;
  const lane = async () => {
    while (next < positions.length) {
      const first = next;
      const position = positions[first];
      const offsets = [0];
      // texts follow each other in the spool, each ended by a NUL
      for (; next < positions.length && (next === first || offsets.at(-1)! < JOB_BYTES); next++) {
        offsets.push(positions[next] + lengths[next] + 1 - position);
      }
      const length = offsets.at(-1)!;
      const stretch = {
        ...{ file: corpus.spool.file, position, length, count: next - first },
        ...{ text: heap.allocate(length), offsets: heap.place(Uint32Array.from(offsets)) },
      };
      await run(stretch, first);
      heap.release(stretch.text);
      heap.release(stretch.offsets);
    }
  };
  await Promise.all(Array.from({ length: engine.threads }, lane));
}
