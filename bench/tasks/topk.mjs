// Nearest signatures: quality and time, FAISS, HNSW, paper B's tables.
//
// Top-k search over 1024-bit signatures: paper B's Table 1 (neighborhood and cut-off), Table 2 (what slice widths cost), Figure 3
// (growth), our default modes, and FAISS and npm usearch (HNSW) where they are installed. Milliseconds of CPU time for a query on one thread, the
// least of several rounds; every line has CDR@10 and recall@10 against the exhaustive scan. Queries are held out, but those of the paper's
// tables and figure are of the collection, as the paper's.
import { openEngine } from '../../dist/engines/index.js';
import {
  cumulativeDistanceRatio,
  newSignatureIndex,
  recallAt,
  SignatureStore,
} from '../../dist/nearest/index.js';
import { holdOut } from '../data/held-out.mjs';
import { realSignatures, topicalSignatures } from '../data/signatures.mjs';
import { faissLines } from './topk/faiss.mjs';
import { topkTables } from './topk/tables.mjs';
import { USEARCH_COUNT, usearchLines } from './topk/usearch.mjs';

const K = 30;
/** Paper B, Table 1: [i, j, milliseconds on 20 threads, CDR@10], a million documents, slices of 16 bits. */
const TABLE_1 = [
  [0, 0, 0.04, 0.817],
  [1, 0, 0.112, 0.869],
  [1, 1, 0.193, 0.913],
  [2, 0, 0.568, 0.896],
  [2, 1, 0.703, 0.951],
  [2, 2, 1.399, 0.967],
  [3, 0, 2.242, 0.911],
  [3, 1, 2.452, 0.967],
  [3, 2, 3.251, 0.985],
  [3, 3, 5.08, 0.989],
  [4, 0, 7.011, 0.913],
  [4, 1, 7.258, 0.971],
  [4, 2, 8.517, 0.99],
  [4, 3, 11.483, 0.995],
  [4, 4, 12.744, 0.996],
];
/** Paper B, Table 2: 500 million documents, slice bits → [milliseconds on 20 threads, MB of lists, CDR@10]. */
const TABLE_2 = {
  23: [199.738, 180_029, 0.925],
  24: [112.783, 177_417, 0.915],
  25: [66.753, 176_261, 0.902],
  26: [56.955, 177_346, 0.894],
};
const QUALITIES = [0.7, 0.8, 0.9, 0.95, 0.98, 1];

/** Held-out queries, and those of the paper's tables. */
const HELD_OUT = 1000;
const OF_COLLECTION = 200;
/** Inverted lists that FAISS is measured with: the best of them counts. */
const FAISS_LISTS = { topical: [1024, 4096, 8192], 'real text': [1024, 2048, 4096], quick: [256, 1024] };

/** Only some of the parts, where the whole takes too long: NEARDUP_TOPK=defaults,throughput */
const PARTS = (process.env.NEARDUP_TOPK ?? 'faiss,defaults,tables,throughput,real,growth,usearch').split(',');

/** Of `--markdown`. */
export const markdown = topkTables;

export async function run(emit, { quick, threads }) {
  const size = quick ? 2 ** 16 : 1_000_000;
  const asked = quick ? 100 : HELD_OUT;
  const engine = await openEngine({ threads });
  const beside = async (name, sample) => {
    const trial = new Trial(engine, sample, emit, name);
    await trial.prepare();
    if (PARTS.includes('defaults')) await trial.defaults();
    if (PARTS.includes('throughput') && name === 'topical') await trial.throughput();
    trial.close();
    if (PARTS.includes('faiss'))
      await faissLines(engine, sample, emit, name, FAISS_LISTS[quick ? 'quick' : name]);
  };
  await beside('topical', holdOut(await topicalSignatures(engine, size + asked), asked));
  for (const { name, signatures } of PARTS.includes('real') ? await realSignatures(engine) : [])
    await beside(name, holdOut(signatures, asked));
  if (PARTS.includes('tables')) {
    const trial = new Trial(engine, ofCollection(await topicalSignatures(engine, size)), emit, 'topical');
    await trial.prepare();
    await trial.tables(quick);
    trial.close();
  }
  if (PARTS.includes('growth')) await growth(engine, emit, quick);
  if (PARTS.includes('usearch')) {
    const signatures = await topicalSignatures(engine, (quick ? 10_000 : USEARCH_COUNT) + asked);
    await usearchLines(engine, holdOut(signatures, asked), emit);
  }
  extrapolate(emit);
  await engine.close();
}

/** Signatures, and some of them as queries. */
function ofCollection(collection, queries = OF_COLLECTION) {
  const step = collection.length / 128 / queries;
  const at = (i) => 128 * Math.floor((i + 0.5) * step);
  return {
    collection,
    queries: Array.from({ length: queries }, (_, i) => collection.subarray(at(i), at(i) + 128)),
  };
}

/** One collection with its queries and their true neighbors. */
class Trial {
  constructor(engine, { collection, queries }, emit, name) {
    this.engine = engine;
    this.store = new SignatureStore(engine.heap, 1024);
    this.store.reserve(collection.length / 128);
    this.store.append(collection);
    this.queries = queries;
    this.name = name;
    this.send = emit;
  }

  async prepare() {
    const scan = newSignatureIndex(this.engine, this.store, 'scan');
    this.truth = await scan.nearestAll(Buffer.concat(this.queries), K);
    const mean = (rank) =>
      this.truth.reduce((sum, found) => sum + (found[rank]?.distance ?? 0), 0) / this.truth.length;
    this.line('exhaustive scan', this.measure(scan, {}, 1), {
      reference: `mean distance of ranks 1 to 10: ${[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => Math.round(mean(rank))).join(' ')}`,
      MB: Math.round(scan.bytes / 1e6),
    });
    scan.close();
  }

  async defaults() {
    const { index, seconds } = await this.built('clusters');
    for (const quality of QUALITIES) {
      const facts = { 'build s': seconds, MB: Math.round(index.bytes / 1e6) };
      this.line(
        `clusters, quality ${quality}`,
        this.measure(index, { quality }, quality === 1 ? 1 : 3),
        facts,
      );
    }
    index.close();
  }

  async tables(quick) {
    const { index, seconds } = await this.built('slices', { sliceBits: quick ? undefined : 16 });
    for (const [expand, cutoff, ms, cdr] of TABLE_1) {
      if (quick && expand > 2) continue;
      this.line(
        `table 1: i ${expand}, j ${cutoff}`,
        this.measure(index, { expand, cutoff }, expand > 2 ? 1 : 2),
        {
          reference: `paper ${ms} ms on 20 threads, CDR ${cdr}`,
          'build s': seconds,
          MB: Math.round(index.bytes / 1e6),
        },
      );
    }
    index.close();
    // Table 2 asks what wider slices cost and gain; four widths about the one the rule gives, three bits of expansion
    const rule = Math.round(Math.log2(this.store.size)) - 4;
    for (let bits = rule - 2; bits <= rule + 1; bits++) {
      const wider = await this.built('slices', { sliceBits: bits });
      const paper = TABLE_2[bits - rule + 25];
      this.line(`table 2: slices of ${bits} bits, i 3`, this.measure(wider.index, { expand: 3 }, 1), {
        reference: `paper, 500 M, ${bits - rule + 25} bits: ${paper[0]} ms on 20 threads, ${paper[1]} MB, CDR ${paper[2]}`,
        MB: Math.round(wider.index.bytes / 1e6),
      });
      wider.index.close();
    }
  }

  /**
   * Queries per second on one thread and on all. On a machine that others use too, processor time tells more: where a query takes as
   * much of it on all threads as on one, nothing but the number of processors limits them.
   */
  async throughput() {
    const { index } = await this.built('clusters');
    const queries = Buffer.concat(this.queries);
    const count = queries.length / 128;
    for (const quality of [0.8, 0.9, 0.95]) {
      const one = { ms: Number.POSITIVE_INFINITY, cpu: Number.POSITIVE_INFINITY };
      const all = { ...one };
      const measured = async (best, search) => {
        const [start, cpuStart] = [performance.now(), cpu()];
        await search();
        best.ms = Math.min(best.ms, (performance.now() - start) / count);
        best.cpu = Math.min(best.cpu, (cpu() - cpuStart) / count);
      };
      for (let round = 0; round < 5; round++) {
        await measured(one, () => {
          for (let q = 0; q < count; q++)
            index.nearest(queries.subarray(128 * q, 128 * (q + 1)), K, { quality });
        });
        await measured(all, () => index.nearestAll(queries, K, { quality }));
      }
      this.line(
        `throughput, quality ${quality}`,
        { ms: all.ms, ...this.quality(index, { quality }) },
        {
          ...{ threads: this.engine.threads, 'queries/s': Math.round(1000 / all.ms) },
          ...{ 'times one thread': one.ms / all.ms, 'CPU ms, one thread': one.cpu, 'CPU ms, all': all.cpu },
          'times by CPU time': (this.engine.threads * one.cpu) / all.cpu,
        },
      );
    }
    index.close();
  }

  async built(kind, settings) {
    const index = newSignatureIndex(this.engine, this.store, kind, settings);
    const start = performance.now();
    await index.build();
    return { index, seconds: (performance.now() - start) / 1000 };
  }

  measure(index, settings, rounds = 3) {
    let ms = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      const start = cpu();
      for (const query of this.queries) index.nearest(query, K, settings);
      ms = Math.min(ms, (cpu() - start) / this.queries.length);
    }
    return { ms, ...this.quality(index, settings) };
  }

  quality(index, settings) {
    let [cdr10, recall10] = [0, 0];
    for (const [q, query] of this.queries.entries()) {
      const truth = this.truth[q].map(({ distance }) => distance);
      const found = index.nearest(query, K, settings).map(({ distance }) => distance);
      cdr10 += cumulativeDistanceRatio(truth, found) / this.queries.length;
      recall10 += recallAt(truth, found) / this.queries.length;
    }
    return { cdr10, recall10 };
  }

  line(name, { ms, cdr10, recall10 }, more = {}) {
    const size = this.store.size.toLocaleString('en');
    this.send({
      case: `${this.name} ${size}: ${name}`,
      value: ms,
      unit: 'ms',
      threads: 1,
      engine: 'wasm',
      cdr10,
      recall10,
      ...more,
    });
  }

  close() {
    this.store.close();
  }
}

/** Figure 3: the collection doubles, slices grow by a bit; beside it the default at a fixed quality. */
async function growth(engine, emit, quick) {
  for (let power = 14; power <= (quick ? 16 : 22); power += quick ? 1 : 2) {
    const sample = ofCollection(await topicalSignatures(engine, 2 ** power), 100);
    const trial = new Trial(engine, sample, () => {}, 'topical');
    await trial.prepare();
    trial.send = emit;
    const slices = await trial.built('slices');
    trial.line(`figure 3: ${slices.index.name}, i 2`, trial.measure(slices.index, { expand: 2 }));
    slices.index.close();
    const { index } = await trial.built('clusters');
    trial.line('figure 3: clusters, quality 0.9', trial.measure(index, { quality: 0.9 }));
    index.close();
    trial.close();
  }
}

/** What 500 million documents (paper B's ClueWeb09) would take, from the figures of a million. */
function extrapolate(emit) {
  const millions = 500;
  emit({
    case: 'on paper: 500 million documents',
    value: Math.round(millions * 265) / 1000,
    unit: 'GB',
    reference: 'paper 177 GB of lists and 92 GB of signatures, 57 ms on 20 threads at CDR 0.894',
    note: 'clusters: 265 MB a million; 12 million fit one 4 GB memory, so 42 processes',
    cdr10: null,
    recall10: null,
  });
}

function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
