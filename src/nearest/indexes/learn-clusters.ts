/**
 * Learns the centroids of lists from the signatures of a collection, and tells the list of every signature: k-means in which a centroid
 * is the majority of its signatures, first over a sample, then over all. Then large lists are split, because a search spends its
 * time in them. Nothing is random, and signatures do not depend on each other: any number of threads gives the same result.
 */
import { type Address, plus } from '../../engines/index.ts';
import { assignWorkBytes, majorityWorkBytes } from '../../engines/layouts/signature-search.ts';
import type { Engine } from '../../engines.ts';
import { ScanIndex } from './scan.ts';
import { SignatureStore } from './signature-store.ts';
import { splitLists } from './split-lists.ts';

export interface Clusters {
  readonly centroids: Uint8Array;
  /** The list of every signature. */
  readonly listOf: Uint32Array;
}

/** Signatures of the sample for every list, and how often they all choose a list. */
const SAMPLE_EACH = 16;
const SAMPLE_ROUNDS = 2;
/** Between two choices among all lists, signatures choose this often among the lists that are nearest to theirs, which is quick. */
const REFINEMENTS = 2;
const NEIGHBORS = 48;
/**
 * Signatures of a list before large ones are split, on average, unless the caller says otherwise. Small lists leave fewer signatures to
 * compare at the same recall, most of all on real text. But every signature chooses among all lists, which is most of the work: so
 * beyond a certain number of lists, the lists grow instead.
 */
const LEAST_LIST_SIZE = 64;
const ENOUGH_LISTS = 4096;
const LIST_SIZE = 256;
const MOST_LISTS = 1 << 15;
/**
 * Lists are compared in full with a signature if their first bits are within this margin of the nearest in them. While centroids still move,
 * less will do; at the end a wrong list costs recall.
 */
const FIRST_MARGIN = 11;
const LAST_MARGIN = 16;
/** Signatures that one job assigns. */
const JOB_SIGNATURES = 16_384;
/** Samples and first centroids are every n-th signature in this order, so that neighbors in the input do not stay together. */
const SCATTER = 0x9e3779b1;

export async function learnClusters(
  engine: Engine,
  store: SignatureStore,
  listSize = usualListSize(store.size),
): Promise<Clusters> {
  const { heap } = engine;
  const lists = Math.max(1, Math.min(MOST_LISTS, Math.round(store.size / listSize)));
  const chosen = heap.allocate(4 * store.size);
  const numbers = () => heap.u32.slice(chosen / 4, chosen / 4 + store.size);
  const centroids = new SignatureStore(heap, store.width);
  try {
    const learned = await learnLists(engine, store, lists, chosen);
    const { seeds, rows, width } = splitLists(numbers(), learned, store.size / lists);
    copySignatures(store, seeds, centroids);
    // an empty collection has one list, with nothing in it
    if (centroids.size === 0) centroids.append(new Uint8Array(store.bytes));
    await chooseAmong(engine, store, chosen, centroids, rows, width);
    moveToMiddle(engine, store, chosen, centroids);
    await refine(engine, store, chosen, centroids, REFINEMENTS);
    await assignToLists(engine, store, 0, centroids, chosen);
    return { centroids: centroids.view().slice(), listOf: numbers() };
  } finally {
    heap.release(chosen);
    centroids.close();
  }
}

/** 64 in small collections, 256 in large ones; in between as many as 4,096 lists have. */
export function usualListSize(signatures: number): number {
  return Math.min(LIST_SIZE, Math.max(LEAST_LIST_SIZE, signatures / ENOUGH_LISTS));
}

/** The nearest list (u32) of every signature from `first` on. */
export async function assignToLists(
  engine: Engine,
  store: SignatureStore,
  first: number,
  centroids: SignatureStore,
  out: Address,
  margin = LAST_MARGIN,
): Promise<void> {
  const { heap } = engine;
  await eachJob(engine, store, first, async (from, count) => {
    const work = heap.allocate(assignWorkBytes(centroids.size));
    const lists = { centroids: centroids.address, centroidCount: centroids.size, margin, work };
    const to = plus(out, 4 * (from - first));
    await engine.call('assignLists', { ...signaturesOf(store), first: from, count, ...lists, out: to });
    heap.release(work);
  });
}

/** Lets every signature choose one of at most `count` lists, which are learned from a sample first; returns their number. */
async function learnLists(
  engine: Engine,
  store: SignatureStore,
  count: number,
  chosen: Address,
): Promise<number> {
  const sample = scattered(store, Math.min(store.size, SAMPLE_EACH * count));
  const centroids = scattered(sample, Math.min(count, sample.size));
  try {
    for (let round = 0; round < SAMPLE_ROUNDS; round++) {
      await assignToLists(engine, sample, 0, centroids, chosen, FIRST_MARGIN);
      moveToMiddle(engine, sample, chosen, centroids);
      await refine(engine, sample, chosen, centroids, REFINEMENTS);
    }
    await assignToLists(engine, store, 0, centroids, chosen, FIRST_MARGIN);
    moveToMiddle(engine, store, chosen, centroids);
    await refine(engine, store, chosen, centroids, 1);
    return centroids.size;
  } finally {
    centroids.close();
    sample.close();
  }
}

/** Lets signatures choose again among near lists, and moves the centroids to the middle of their signatures, some times in turn. */
async function refine(
  engine: Engine,
  store: SignatureStore,
  chosen: Address,
  centroids: SignatureStore,
  times: number,
): Promise<void> {
  const count = Math.min(NEIGHBORS, centroids.size);
  for (let i = 0; i < times; i++) {
    const neighbors = await neighborsOf(engine, centroids, count);
    await chooseAmong(engine, store, chosen, centroids, neighbors, count);
    moveToMiddle(engine, store, chosen, centroids);
  }
}

/** Every signature chooses the nearest of the `width` lists in the row of its current list. */
async function chooseAmong(
  engine: Engine,
  store: SignatureStore,
  chosen: Address,
  centroids: SignatureStore,
  rows: Uint32Array,
  width: number,
): Promise<void> {
  const at = engine.heap.place(rows);
  const lists = { centroids: centroids.address, neighbors: at, neighborCount: width };
  await eachJob(engine, store, 0, (first, count) => {
    const assigned = plus(chosen, 4 * first);
    return engine.call('refineLists', { ...signaturesOf(store), first, count, ...lists, assigned });
  });
  engine.heap.release(at);
}

function moveToMiddle(
  engine: Engine,
  store: SignatureStore,
  chosen: Address,
  centroids: SignatureStore,
): void {
  const { heap, kernels } = engine;
  const work = heap.allocate(majorityWorkBytes(centroids.size, store.bytes));
  const lists = { centroids: centroids.address, centroidCount: centroids.size, work };
  kernels.majorityCentroids({ ...signaturesOf(store), assigned: chosen, count: store.size, ...lists });
  heap.release(work);
}

/** The fields of a call that say where the signatures are. */
function signaturesOf({ address, bytes }: SignatureStore) {
  return { signatures: address, bytes };
}

/** For every centroid the numbers of the `count` nearest, itself among them. */
async function neighborsOf(engine: Engine, centroids: SignatureStore, count: number): Promise<Uint32Array> {
  const scan = new ScanIndex(engine, centroids);
  const nearest = await scan.nearestAll(centroids.view().slice(), count);
  scan.close();
  return Uint32Array.from(nearest.flatMap((near) => near.map(({ position }) => position)));
}

/** Runs a job for every stretch of the signatures from `first` on, on all threads. */
async function eachJob(
  engine: Engine,
  store: SignatureStore,
  first: number,
  run: (from: number, count: number) => Promise<unknown>,
): Promise<void> {
  let next = first;
  const lane = async () => {
    while (next < store.size) {
      const from = next;
      next += JOB_SIGNATURES;
      await run(from, Math.min(JOB_SIGNATURES, store.size - from));
    }
  };
  await Promise.all(Array.from({ length: 2 * engine.threads }, lane));
}

/** `count` of the signatures, each drawn from another stretch of the store, in scattered order. */
function scattered(store: SignatureStore, count: number): SignatureStore {
  const order = Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => (Math.imul(a, SCATTER) >>> 0) - (Math.imul(b, SCATTER) >>> 0) || a - b,
  );
  const some = new SignatureStore(store.heap, store.width);
  copySignatures(
    store,
    Uint32Array.from(order, (place) => Math.floor((place * store.size) / count)),
    some,
  );
  return some;
}

function copySignatures(store: SignatureStore, numbers: Uint32Array, to: SignatureStore): void {
  const address = to.extend(numbers.length);
  for (const [i, number] of numbers.entries()) {
    const from = store.address + number * store.bytes;
    store.heap.u8.copyWithin(address + i * store.bytes, from, from + store.bytes);
  }
}
