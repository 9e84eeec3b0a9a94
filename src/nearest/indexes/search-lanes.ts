/** Runs a search kernel for one query on the calling thread, or for many on all threads, and reads the results. */

import { type Address, SignatureSearch } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';

import { badOption } from '../../errors.ts';
import type { Neighbor } from '../../nearest.ts';
import type { SignatureStore } from './signature-store.ts';

type SearchKernel = 'scanSignatures' | 'searchSlices' | 'searchLists';
export type SearchFields = Partial<Record<keyof typeof SignatureSearch, number>>;

/** A kernel and its arguments. */
export interface SearchPlan {
  readonly kernel: SearchKernel;
  readonly fields: SearchFields;
  /** Bytes of work space; zero at first, and the kernel leaves it fit for the next search. */
  readonly workBytes: number;
}

/** Queries of one job at most, and jobs of a thread at least: messages stay cheap, and threads finish together. */
const JOB_QUERIES = 64;
const THREAD_JOBS = 4;
/** Jobs of a thread that are under way: while one is done the next waits at the worker, and no thread waits for answers to be read. */
const JOBS_AHEAD = 2;

export class SearchLanes {
  /** Work space that is free at the moment, by size. */
  private readonly free: { address: Address; bytes: number }[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly store: SignatureStore,
  ) {}

  one(query: Uint8Array, k: number, plan: SearchPlan, mask?: Uint8Array): Neighbor[] {
    const search = this.prepare(query, k, plan, mask);
    this.engine.kernels[plan.kernel](search.address);
    return this.finish(search)[0];
  }

  async many(queries: Uint8Array, k: number, plan: SearchPlan): Promise<Neighbor[][]> {
    const { bytes } = this.store;
    const count = queries.length / bytes;
    const { threads } = this.engine;
    const each = Math.max(1, Math.min(JOB_QUERIES, Math.ceil(count / (THREAD_JOBS * threads))));
    const found: Neighbor[][] = new Array(count);
    let next = 0;
    // as many lanes, and so work spaces, as searches that are under way at a time
    const lane = async () => {
      while (next < count) {
        const from = next;
        next += each;
        const search = this.prepare(queries.subarray(from * bytes, (from + each) * bytes), k, plan);
        await this.engine.call(plan.kernel, search.address);
        for (const [i, neighbors] of this.finish(search).entries()) found[from + i] = neighbors;
      }
    };
    await Promise.all(Array.from({ length: threads === 1 ? 1 : JOBS_AHEAD * threads }, lane));
    return found;
  }

  /** Gives all work space back. */
  close(): void {
    for (const { address } of this.free.splice(0)) this.engine.heap.release(address);
  }

  private prepare(queries: Uint8Array, k: number, plan: SearchPlan, mask?: Uint8Array) {
    const { store } = this;
    const { heap } = this.engine;
    if (!Number.isInteger(k) || k < 1 || k > 10_000) throw badOption('k', 'an integer from 1 to 10,000', k);
    if (queries.length % store.bytes !== 0) {
      throw badOption('query', `a signature of ${store.width} bits`, `${8 * queries.length} bits`);
    }
    const queryCount = queries.length / store.bytes;
    const work = this.takeWork(plan.workBytes);
    const header = 4 * SignatureSearch.length;
    const queriesAt = 64 * Math.ceil(header / 64);
    const outAt = queriesAt + 8 * Math.ceil(queries.length / 8);
    const masksAt = outAt + 8 * k * queryCount;
    const address = heap.allocate(masksAt + (mask?.length ?? 0));
    const { u8, u32 } = heap;
    u8.set(queries, address + queriesAt);
    u8.fill(0xff, address + outAt, address + masksAt);
    if (mask !== undefined) u8.set(mask, address + masksAt);
    u32.fill(0, address / 4, address / 4 + SignatureSearch.length);
    const fields: SearchFields = {
      ...plan.fields,
      signatures: store.address,
      count: store.size,
      bytes: store.bytes,
      removed: store.removed,
      queries: address + queriesAt,
      queryCount,
      masks: mask === undefined ? 0 : address + masksAt,
      k,
      out: address + outAt,
      work: work.address,
    };
    for (const [name, value] of Object.entries(fields)) {
      u32[address / 4 + SignatureSearch[name as keyof SearchFields]] = value;
    }
    return { address, out: address + outAt, k, queryCount, work };
  }

  private finish(search: ReturnType<SearchLanes['prepare']>): Neighbor[][] {
    const { u32 } = this.engine.heap;
    const found: Neighbor[][] = [];
    for (let q = 0; q < search.queryCount; q++) {
      const neighbors: Neighbor[] = [];
      let at = search.out / 4 + 2 * q * search.k;
      for (let i = 0; i < search.k && u32[at + 1] !== 0xffffffff; i++, at += 2) {
        neighbors.push({ position: u32[at], distance: u32[at + 1] });
      }
      found.push(neighbors);
    }
    this.engine.heap.release(search.address);
    this.free.push(search.work);
    return found;
  }

  private takeWork(bytes: number): { address: Address; bytes: number } {
    const fitting = this.free.findIndex((work) => work.bytes >= bytes);
    if (fitting !== -1) return this.free.splice(fitting, 1)[0];
    const { heap } = this.engine;
    const small = this.free.pop();
    if (small !== undefined) heap.release(small.address);
    const address = heap.allocate(bytes);
    heap.u8.fill(0, address, address + bytes);
    return { address, bytes };
  }
}
