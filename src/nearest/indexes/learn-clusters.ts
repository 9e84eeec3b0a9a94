/**
 * Learns the centroids of a collection in two levels, from a sample: groups first, then the lists of every group, as many as its size
 * asks for; and tells the list of every signature. Nothing is drawn by chance, and groups do not depend on each other: any
 * number of threads gives the same.
 */
import { majorityWorkBytes } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';
import { clusterJob, clusterWorkBytes } from './cluster-job.ts';
import { SignatureStore } from './signature-store.ts';

export interface Clusters {
  /** Centroids of the groups, and which lists each has: u32[groups + 1]. */
  readonly groupCentroids: Uint8Array;
  readonly groupStarts: Uint32Array;
  readonly listCentroids: Uint8Array;
  /** The list of every signature. */
  readonly listOf: Uint32Array;
}

/** A signature chooses among the lists of this many nearest groups, and of fewer while centroids still move. */
export const ASSIGN_PROBES = 3;
const FIRST_PROBES = 2;
/** Signatures from which a centroid is learned, on average; more made no difference that could be measured. */
const SAMPLE_EACH = 64;
const GROUP_SAMPLE_EACH = 200;
/** Counters of the kernel have 16 bits. */
const SAMPLE_MOST = 65_535;
const ROUNDS = 5;
/** Signatures that one job assigns. */
const JOB_SIGNATURES = 16_384;

export async function learnClusters(
  engine: Engine,
  store: SignatureStore,
  listSize: number,
): Promise<Clusters> {
  const { heap } = engine;
  const step = Math.max(1, Math.floor(listSize / SAMPLE_EACH));
  const sample = everyNth(store, step);
  const learner = new Learner(engine, sample, listSize / step);
  try {
    await learner.learn();
    const assigned = heap.allocate(4 * store.size);
    await learner.assign(store, ASSIGN_PROBES, assigned);
    const listOf = heap.u32.slice(assigned / 4, assigned / 4 + store.size);
    heap.release(assigned);
    return { ...learner.centroids(), listOf };
  } finally {
    learner.close();
    if (sample !== store) sample.close();
  }
}

/** The learning, on a sample of the collection. The memory it takes is given back on close. */
class Learner {
  private readonly blocks: number[] = [];
  private readonly groups: number;
  private readonly groupStarts: Uint32Array;
  private readonly groupCentroids: number;
  private readonly startsAt: number;
  private listCentroids = 0;
  /** u32 for every signature: its number, group by group; and what it is assigned to. */
  private readonly order: number;
  private readonly assigned: number;

  constructor(
    private readonly engine: Engine,
    private readonly sample: SignatureStore,
    private readonly listSize: number,
  ) {
    this.groups = Math.max(1, Math.round(Math.sqrt(sample.size / listSize)));
    this.groupStarts = new Uint32Array(this.groups + 1);
    this.groupCentroids = this.allocate(this.groups * sample.bytes);
    this.startsAt = this.allocate(4 * (this.groups + 1));
    this.order = this.allocate(4 * sample.size);
    this.assigned = this.allocate(4 * sample.size);
  }

  async learn(): Promise<void> {
    const { sample, groups, groupStarts, listSize } = this;
    const { heap } = this.engine;
    const { u32 } = heap;
    for (let i = 0; i < sample.size; i++) u32[this.order / 4 + i] = i;
    const most = Math.min(SAMPLE_MOST, GROUP_SAMPLE_EACH * groups);
    await this.cluster(0, sample.size, most, this.groupCentroids, groups);
    await this.assignGroups();
    const starts = this.sortByGroup(heap.u32.slice(this.assigned / 4, this.assigned / 4 + sample.size));
    for (let group = 0; group < groups; group++) {
      const members = starts[group + 1] - starts[group];
      groupStarts[group + 1] = groupStarts[group] + Math.max(1, Math.round(members / listSize));
    }
    heap.u32.set(groupStarts, this.startsAt / 4);
    this.listCentroids = this.allocate(groupStarts[groups] * sample.bytes);
    heap.u8.fill(0, this.listCentroids, this.listCentroids + groupStarts[groups] * sample.bytes);
    await this.eachGroup(async (group) => {
      const count = starts[group + 1] - starts[group];
      if (count === 0) return;
      const lists = groupStarts[group + 1] - groupStarts[group];
      await this.cluster(starts[group], count, SAMPLE_MOST, this.centroidsOf(group), lists);
    });
    // lists have learned within their group only: let everyone choose again, and move the centroids
    await this.assign(sample, FIRST_PROBES, this.assigned);
    await this.moveCentroids();
  }

  /** The nearest list of every signature of a store. */
  async assign(store: SignatureStore, probes: number, out: number): Promise<void> {
    const { engine, groups, groupCentroids, startsAt, listCentroids } = this;
    const clusters = [groups, groupCentroids, startsAt, listCentroids, probes] as const;
    const jobs: Promise<unknown>[] = [];
    for (let first = 0; first < store.size; first += JOB_SIGNATURES) {
      const some = Math.min(JOB_SIGNATURES, store.size - first);
      const at = out + 4 * first;
      jobs.push(engine.call('nearestLists', store.address, store.bytes, first, some, ...clusters, at));
    }
    await Promise.all(jobs);
  }

  centroids(): Omit<Clusters, 'listOf'> {
    const { u8 } = this.engine.heap;
    const { groups, groupStarts, sample, groupCentroids, listCentroids } = this;
    return {
      groupCentroids: u8.slice(groupCentroids, groupCentroids + groups * sample.bytes),
      groupStarts,
      listCentroids: u8.slice(listCentroids, listCentroids + groupStarts[groups] * sample.bytes),
    };
  }

  close(): void {
    for (const block of this.blocks.reverse()) this.engine.heap.release(block);
  }

  private allocate(bytes: number): number {
    const block = this.engine.heap.allocate(bytes);
    this.blocks.push(block);
    return block;
  }

  private centroidsOf(group: number): number {
    return this.listCentroids + this.groupStarts[group] * this.sample.bytes;
  }

  /** k-means over a stretch of `order`. */
  private async cluster(
    first: number,
    count: number,
    most: number,
    centroids: number,
    centroidCount: number,
  ) {
    const { engine, sample } = this;
    const { bytes } = sample;
    const sampled = Math.min(most, count);
    const work = engine.heap.allocate(clusterWorkBytes(sampled, centroidCount, bytes));
    await engine.run(clusterJob, {
      ...{ signatures: sample.address, bytes, list: this.order + 4 * first, count },
      ...{ sample: sampled, rounds: ROUNDS, centroids, centroidCount, work, out: 0 },
    });
    engine.heap.release(work);
  }

  private async assignGroups(): Promise<void> {
    const { sample, groupCentroids, groups } = this;
    const jobs: Promise<unknown>[] = [];
    for (let first = 0; first < sample.size; first += JOB_SIGNATURES) {
      const some = Math.min(JOB_SIGNATURES, sample.size - first);
      const out = this.assigned + 4 * first;
      const { address, bytes } = sample;
      jobs.push(
        this.engine.call('nearestCentroids', address, bytes, 0, first, some, groupCentroids, groups, out),
      );
    }
    await Promise.all(jobs);
  }

  /** Lays the members of every group side by side in `order`; where each begins. */
  private sortByGroup(groupOf: Uint32Array): Uint32Array {
    const { u32 } = this.engine.heap;
    const starts = new Uint32Array(this.groups + 1);
    for (let i = 0; i < groupOf.length; i++) starts[groupOf[i] + 1]++;
    for (let group = 0; group < this.groups; group++) starts[group + 1] += starts[group];
    const next = starts.slice();
    for (let i = 0; i < groupOf.length; i++) u32[this.order / 4 + next[groupOf[i]]++] = i;
    return starts;
  }

  /** Moves the centroids of all lists to the middle of those assigned to them. */
  private async moveCentroids(): Promise<void> {
    const { engine, sample, groups, groupStarts, order, assigned } = this;
    const { heap } = engine;
    const groupOf = new Uint32Array(groupStarts[groups]);
    for (let group = 0; group < groups; group++) {
      groupOf.fill(group, groupStarts[group], groupStarts[group + 1]);
    }
    const lists = heap.u32.slice(assigned / 4, assigned / 4 + sample.size);
    const starts = this.sortByGroup(lists.map((list) => groupOf[list]));
    const { u32 } = heap;
    for (let group = 0; group < groups; group++) {
      for (let i = starts[group]; i < starts[group + 1]; i++) {
        // the number of the list within its group
        u32[assigned / 4 + i] = lists[u32[order / 4 + i]] - groupStarts[group];
      }
    }
    await this.eachGroup(async (group) => {
      const count = Math.min(SAMPLE_MOST, starts[group + 1] - starts[group]);
      const centroidCount = groupStarts[group + 1] - groupStarts[group];
      const work = heap.allocate(majorityWorkBytes(centroidCount, sample.bytes));
      const [members, within] = [order + 4 * starts[group], assigned + 4 * starts[group]];
      const centroids = this.centroidsOf(group);
      const { address, bytes } = sample;
      await engine.call(
        'majorityCentroids',
        address,
        bytes,
        members,
        within,
        count,
        centroids,
        centroidCount,
        work,
      );
      heap.release(work);
    });
  }

  /** Runs a step for every group, as many at a time as there are threads. */
  private async eachGroup(step: (group: number) => Promise<void>): Promise<void> {
    let next = 0;
    const lane = async () => {
      while (next < this.groups) await step(next++);
    };
    await Promise.all(Array.from({ length: this.engine.threads }, lane));
  }
}

/** Every n-th signature, side by side; the store itself where that is all of them. */
function everyNth(store: SignatureStore, n: number): SignatureStore {
  if (n === 1) return store;
  const sample = new SignatureStore(store.heap, store.width);
  const count = Math.ceil(store.size / n);
  const to = sample.extend(count);
  const { u8 } = store.heap;
  for (let i = 0; i < count; i++) {
    const from = store.address + i * n * store.bytes;
    u8.copyWithin(to + i * store.bytes, from, from + store.bytes);
  }
  return sample;
}
