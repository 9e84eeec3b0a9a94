/**
 * Learns the centroids of a collection in two levels: groups from a sample of all, then the lists of every group from a
 * sample of its members, as many as its size asks for; and tells the list of every signature. Nothing is drawn by chance,
 * and groups do not depend on each other: any number of threads gives the same.
 */
import { clusterWorkBytes, type Engine } from '../engines.ts';
import type { SignatureStore } from './signature-store.ts';

export interface Clusters {
  /** Centroids of the groups, and which lists each has: u32[groups + 1]. */
  readonly groupCentroids: Uint8Array;
  readonly groupStarts: Uint32Array;
  readonly listCentroids: Uint8Array;
  /** The list of every signature. */
  readonly listOf: Uint32Array;
}

/** Signatures from which a centroid is learned, on average; more made no difference that could be measured. */
const SAMPLE_EACH = 64;
const GROUP_SAMPLE_EACH = 200;
/** Counters of the kernel have 16 bits. */
const SAMPLE_MOST = 65_535;
const ROUNDS = 5;
/** A signature chooses among the lists of so many nearest groups. */
export const ASSIGN_PROBES = 4;
/** … and of fewer while centroids still move. */
const FIRST_PROBES = 2;
/** Signatures that one job assigns. */
const JOB_SIGNATURES = 16_384;

export async function learnClusters(
  engine: Engine,
  store: SignatureStore,
  listSize: number,
): Promise<Clusters> {
  const { heap } = engine;
  const { size, bytes } = store;
  const blocks: number[] = [];
  const allocate = (length: number) => {
    const block = heap.allocate(length);
    blocks.push(block);
    return block;
  };
  try {
    const groups = Math.max(1, Math.round(Math.sqrt(size / listSize)));
    const groupCentroids = allocate(groups * bytes);
    const order = allocate(4 * size);
    const assigned = allocate(4 * size);
    for (let i = 0; i < size; i++) heap.u32[order / 4 + i] = i;
    const sample = Math.min(SAMPLE_MOST, GROUP_SAMPLE_EACH * groups);
    const work = allocate(clusterWorkBytes(sample, groups, bytes));
    const common = { kind: 'cluster', bytes, rounds: ROUNDS } as const;
    await engine.run({
      ...{ ...common, signatures: store.address, list: order, count: size, sample, work, out: 0 },
      ...{ centroids: groupCentroids, centroidCount: groups },
    });
    await assignAll(engine, store, groupCentroids, groups, assigned);

    // the members of every group side by side
    const starts = countingSort(heap.u32.subarray(assigned / 4, assigned / 4 + size), groups);
    const next = starts.slice();
    for (let i = 0; i < size; i++) heap.u32[order / 4 + next[heap.u32[assigned / 4 + i]]++] = i;

    const groupStarts = new Uint32Array(groups + 1);
    for (let group = 0; group < groups; group++) {
      const members = starts[group + 1] - starts[group];
      groupStarts[group + 1] = groupStarts[group] + Math.max(1, Math.round(members / listSize));
    }
    const listCentroids = allocate(groupStarts[groups] * bytes);
    heap.u8.fill(0, listCentroids, listCentroids + groupStarts[groups] * bytes);
    await eachGroup(engine, groups, async (group) => {
      const count = starts[group + 1] - starts[group];
      const centroidCount = groupStarts[group + 1] - groupStarts[group];
      if (count === 0) return;
      const most = Math.min(SAMPLE_MOST, SAMPLE_EACH * centroidCount, count);
      const space = heap.allocate(clusterWorkBytes(most, centroidCount, bytes));
      await engine.run({
        ...{ ...common, signatures: store.address, list: order + 4 * starts[group], count, sample: most },
        ...{ centroids: listCentroids + groupStarts[group] * bytes, centroidCount, work: space, out: 0 },
      });
      heap.release(space);
    });

    // lists have learned within their group only: let everyone choose again, then move the centroids, and choose for good
    const startsAt = allocate(4 * (groups + 1));
    heap.u32.set(groupStarts, startsAt / 4);
    const clusters = [groups, groupCentroids, startsAt, listCentroids];
    await assignLists(engine, store, [...clusters, FIRST_PROBES], assigned);
    await moveCentroids(engine, store, groupStarts, listCentroids, order, assigned);
    await assignLists(engine, store, [...clusters, ASSIGN_PROBES], assigned);
    const listOf = heap.u32.slice(assigned / 4, assigned / 4 + size);
    return {
      groupCentroids: heap.u8.slice(groupCentroids, groupCentroids + groups * bytes),
      groupStarts,
      listCentroids: heap.u8.slice(listCentroids, listCentroids + groupStarts[groups] * bytes),
      listOf,
    };
  } finally {
    for (const block of blocks.reverse()) heap.release(block);
  }
}

/** Runs a step for every group, as many at a time as there are threads. */
async function eachGroup(engine: Engine, groups: number, step: (group: number) => Promise<void>) {
  let next = 0;
  const lane = async () => {
    while (next < groups) await step(next++);
  };
  await Promise.all(Array.from({ length: engine.threads }, lane));
}

async function assignLists(
  engine: Engine,
  store: SignatureStore,
  clusters: readonly number[],
  out: number,
): Promise<void> {
  const jobs: Promise<unknown>[] = [];
  for (let first = 0; first < store.size; first += JOB_SIGNATURES) {
    const some = Math.min(JOB_SIGNATURES, store.size - first);
    const args = [store.address, store.bytes, first, some, ...clusters, out + 4 * first];
    jobs.push(engine.run({ kind: 'call', kernel: 'nearestLists', args }));
  }
  await Promise.all(jobs);
}

/** Moves the centroids of all lists to the middle of their members; `order` is used for work. */
async function moveCentroids(
  engine: Engine,
  store: SignatureStore,
  groupStarts: Uint32Array,
  listCentroids: number,
  order: number,
  assigned: number,
): Promise<void> {
  const { heap } = engine;
  const groups = groupStarts.length - 1;
  const groupOf = new Uint32Array(groupStarts[groups]);
  for (let group = 0; group < groups; group++)
    groupOf.fill(group, groupStarts[group], groupStarts[group + 1]);
  const lists = heap.u32.slice(assigned / 4, assigned / 4 + store.size);
  const starts = countingSort(
    lists.map((list) => groupOf[list]),
    groups,
  );
  const next = starts.slice();
  for (let i = 0; i < store.size; i++) {
    const group = groupOf[lists[i]];
    heap.u32[order / 4 + next[group]] = i;
    // the number of the list within its group
    heap.u32[assigned / 4 + next[group]++] = lists[i] - groupStarts[group];
  }
  await eachGroup(engine, groups, async (group) => {
    const count = Math.min(SAMPLE_MOST, starts[group + 1] - starts[group]);
    const centroidCount = groupStarts[group + 1] - groupStarts[group];
    const work = heap.allocate(16 * centroidCount * store.bytes + 4 * centroidCount);
    const [members, within] = [order + 4 * starts[group], assigned + 4 * starts[group]];
    const centroids = listCentroids + groupStarts[group] * store.bytes;
    const args = [store.address, store.bytes, members, within, count, centroids, centroidCount, work];
    await engine.run({ kind: 'call', kernel: 'majorityCentroids', args });
    heap.release(work);
  });
}

async function assignAll(
  engine: Engine,
  store: SignatureStore,
  centroids: number,
  count: number,
  out: number,
): Promise<void> {
  const jobs: Promise<unknown>[] = [];
  for (let first = 0; first < store.size; first += JOB_SIGNATURES) {
    const some = Math.min(JOB_SIGNATURES, store.size - first);
    const args = [store.address, store.bytes, 0, first, some, centroids, count, out + 4 * first];
    jobs.push(engine.run({ kind: 'call', kernel: 'nearestCentroids', args }));
  }
  await Promise.all(jobs);
}

/** Where the members of each of `groups` begin when they are laid side by side. */
function countingSort(groupOf: Uint32Array, groups: number): Uint32Array {
  const starts = new Uint32Array(groups + 1);
  for (const group of groupOf) starts[group + 1]++;
  for (let group = 0; group < groups; group++) starts[group + 1] += starts[group];
  return starts;
}
