// A collection of topical documents as 1024-bit signatures, some of them as queries, and what a search of it costs: CPU milliseconds, CDR,
// recall, and counts of lists and postings that do not depend on the machine.
import { openEngine } from '../../dist/engines/index.js';
import {
  cumulativeDistanceRatio,
  newSignatureIndex,
  recallAt,
  SignatureStore,
} from '../../dist/nearest/index.js';
import { cutSlices } from '../../dist/nearest/indexes/cut-slices.js';
import { valuesWithin } from '../../dist/nearest/indexes/slices.js';
import { topicalSignatures } from '../data/signatures.mjs';

/** Of `topical.mjs`, which makes the documents. */
export const SEED = 'topical';
/** As in the paper: so many are re-ranked. */
export const K = 30;
const WIDTH = 1024;
/** CPU time of one measurement. */
const LEAST_MS = 50;
/** Written between queries, 128 MB: more than any cache holds. */
const CACHES = new Float64Array(2 ** 24);

export class Trial {
  static async open(count, threads, queries = 50) {
    const trial = new Trial();
    trial.engine = await openEngine({ threads });
    const signatures = await topicalSignatures(trial.engine, count);
    trial.store = new SignatureStore(trial.engine.heap, WIDTH);
    trial.store.reserve(count);
    trial.store.append(signatures);
    trial.positions = Array.from({ length: queries }, (_, i) => Math.floor(((i + 0.5) * count) / queries));
    trial.queries = trial.positions.map((at) =>
      Uint8Array.from(signatures.subarray(128 * at, 128 * (at + 1))),
    );
    const scan = newSignatureIndex(trial.engine, trial.store, 'scan');
    const exact = trial.time(scan, {});
    trial.truth = exact.found.map((hits) => hits.map(({ distance }) => distance));
    trial.scan = { ms: exact.ms, megabytes: scan.bytes / 1e6 };
    scan.close();
    return trial;
  }

  /** Slice lists with slices of these bits, with the CPU seconds of their making. */
  async slices(sliceBits) {
    const index = newSignatureIndex(this.engine, this.store, 'slices', { sliceBits });
    const before = process.cpuUsage();
    await index.build();
    const { user, system } = process.cpuUsage(before);
    return { index, build: (user + system) / 1e6 };
  }

  /** Searches for all queries: CPU ms of one, CDR at 1 … K, recall@10. */
  measure(index, settings) {
    const { ms, found } = this.time(index, settings);
    const cdr = Array.from({ length: K }, () => 0);
    let recall = 0;
    for (const [q, hits] of found.entries()) {
      const distances = hits.map(({ distance }) => distance);
      for (let p = 1; p <= K; p++)
        cdr[p - 1] += cumulativeDistanceRatio(this.truth[q], distances, p) / found.length;
      recall += recallAt(this.truth[q], distances) / found.length;
    }
    return { ms, cdr, cdr10: cdr[9], recall };
  }

  time(index, settings) {
    let ms = Number.POSITIVE_INFINITY;
    let [found, spent] = [[], 0];
    // a small collection is searched so often that the compiler and the clock do not count
    for (let round = 0; round < 2 || spent < LEAST_MS; round++) {
      const before = process.cpuUsage();
      found = this.queries.map((query) => index.nearest(query, K, settings));
      const { user, system } = process.cpuUsage(before);
      const took = (user + system) / 1e3;
      spent += took;
      ms = Math.min(ms, took / this.queries.length);
    }
    return { ms, found };
  }

  /** CPU ms of a query if nothing of the index is in the caches, as in collections that are much larger than these. */
  coldTime(index, settings) {
    let sum = 0;
    for (const query of this.queries) {
      CACHES.fill(sum);
      const before = process.cpuUsage();
      index.nearest(query, K, settings);
      const { user, system } = process.cpuUsage(before);
      sum += (user + system) / 1e3;
    }
    return sum / this.queries.length;
  }

  /** Lists that a query visits, and the postings in them, on average. */
  operations(index, expand) {
    const { slices, wide, bits } = cutSlices(WIDTH, this.bitsOf(index));
    const part = index.parts().find(({ name }) => name === 'ends').bytes;
    const ends = new Uint32Array(part.buffer, part.byteOffset, part.byteLength / 4);
    const listed = index.parts().find(({ name }) => name === 'lists').bytes;
    const ids = new Uint32Array(listed.buffer, listed.byteOffset, listed.byteLength / 4);
    const [variants, narrow] = [valuesWithin(bits, expand), valuesWithin(bits - 1, expand)];
    let [lists, postings] = [0, 0];
    for (const [q, query] of this.queries.entries()) {
      for (let slice = 0, start = 0, at = 0; slice < slices; slice++) {
        const width = slice < wide ? bits : bits - 1;
        const value = bitsAt(query, start, width);
        const around = slice < wide ? variants : narrow;
        const own = ids.subarray(slice * this.store.size).subarray(ends[at + value], ends[at + value + 1]);
        if (!own.includes(this.positions[q]))
          throw new Error('A signature is not in its own list: slices are read wrongly.');
        lists += around.length;
        for (const change of around) {
          const list = at + (value ^ change);
          postings += ends[list + 1] - ends[list];
        }
        start += width;
        at += 2 ** width + 1;
      }
    }
    return { lists: lists / this.queries.length, postings: postings / this.queries.length };
  }

  bitsOf(index) {
    return new Uint32Array(index.parts()[0].bytes.slice().buffer)[0];
  }

  async close() {
    this.store.close();
    await this.engine.close();
  }
}

/** Bits [start, start + width) of a signature, the lowest first. */
function bitsAt(signature, start, width) {
  let value = 0;
  for (let bit = 0; bit < width; bit++) {
    const at = start + bit;
    if ((signature[at >>> 3] >>> (at & 7)) & 1) value |= 1 << bit;
  }
  return value;
}
