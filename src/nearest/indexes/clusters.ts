/**
 * Inverted lists of whole signatures: signatures are in lists by the nearest of some thousand centroids, and a query looks only into the
 * lists whose centroids are nearest to it. How many lists a wanted recall needs is measured when the centroids are learned, and kept.
 *
 * New signatures are put into the list of the nearest centroid; when the collection has doubled, the centroids are learned anew.
 */

import type { Address } from '../../engines/index.ts';
import {
  BLOCK_SIGNATURES,
  listWorkBytes,
  NO_BLOCK,
  NO_SIGNATURE,
} from '../../engines/layouts/signature-search.ts';
import type { Engine } from '../../engines.ts';

import { badOption } from '../../errors.ts';
import type {
  BuildSettings,
  IndexPart,
  Neighbor,
  PartSource,
  SearchSettings,
  SignatureIndex,
} from '../../nearest.ts';
import { clusterPartsOf } from './check-parts.ts';
import { assignToLists, type Clusters, learnClusters } from './learn-clusters.ts';
import { measureRecall, probesFor, type RecallStep } from './quality.ts';
import { SCAN_PLAN } from './scan.ts';
import { SearchLanes, type SearchPlan } from './search-lanes.ts';
import { SignatureBlocks } from './signature-blocks.ts';
import { SignatureStore } from './signature-store.ts';

/** Fewer signatures than twice these are one list or a few, and are not worth learning again. */
const LEAST_LEARNED = 256;

export class ClusterIndex implements SignatureIndex {
  readonly kind = 'clusters';
  readonly store: SignatureStore;
  private readonly engine: Engine;
  private readonly lanes: SearchLanes;
  private readonly blocks: SignatureBlocks;
  private readonly listSize: number | undefined;
  private readonly centroids: SignatureStore;
  /** Addresses; see `ListSearch`. */
  private firstBlocks: Address = 0;
  private nextBlocks: Address = 0;
  private nextCapacity = 0;
  /** The next free place of every list; one beyond a block if the last block is full. */
  private free = new Uint32Array(0);
  private indexed = 0;
  private learned = 0;
  private recall: readonly RecallStep[] = [];

  constructor(engine: Engine, store: SignatureStore, settings: BuildSettings = {}) {
    const { listSize } = settings;
    if (listSize !== undefined && (!Number.isInteger(listSize) || listSize < 16))
      throw badOption('listSize', 'an integer from 16', listSize);
    this.engine = engine;
    this.store = store;
    this.listSize = listSize;
    this.lanes = new SearchLanes(engine, store);
    this.blocks = new SignatureBlocks(store);
    this.centroids = new SignatureStore(engine.heap, store.width);
  }

  get name(): string {
    return `clusters, ${this.centroids.size.toLocaleString('en')} lists`;
  }

  get bytes(): number {
    const { store, centroids, blocks } = this;
    const lists = centroids.size * (store.bytes + 4);
    return store.size * store.bytes + blocks.bytes + lists + 4 * this.nextCapacity;
  }

  async build(): Promise<void> {
    this.release();
    const learned = await learnClusters(this.engine, this.store, this.listSize);
    this.centroids.append(learned.centroids);
    const { numbers, first, next } = arrange(learned, this.centroids.size);
    this.blocks.fill(numbers);
    const { heap } = this.engine;
    this.firstBlocks = heap.place(first);
    this.nextBlocks = heap.place(next);
    this.nextCapacity = next.length;
    this.indexed = this.store.size;
    this.learned = this.store.size;
    this.findFree();
    this.recall = await measureRecall(this, this.centroids.size);
  }

  async update(): Promise<void> {
    if (this.store.size >= 2 * Math.max(this.learned, LEAST_LEARNED)) return this.build();
    const { engine, store } = this;
    const count = store.size - this.indexed;
    if (count === 0) return;
    const lists = engine.heap.allocate(4 * count);
    await assignToLists(engine, store, this.indexed, this.centroids, lists);
    for (let i = 0; i < count; i++) this.put(engine.heap.u32[lists / 4 + i], this.indexed++);
    engine.heap.release(lists);
  }

  nearest(query: Uint8Array, k: number, settings: SearchSettings = {}): Neighbor[] {
    return this.lanes.one(query, k, this.plan(settings), settings.mask);
  }

  nearestAll(queries: Uint8Array, k: number, settings: SearchSettings = {}): Promise<Neighbor[][]> {
    return this.lanes.many(queries, k, this.plan(settings));
  }

  parts(): IndexPart[] {
    const { u8 } = this.engine.heap;
    const piece = (name: string, at: number, bytes: number) => ({ name, bytes: u8.subarray(at, at + bytes) });
    const facts = Uint32Array.of(this.centroids.size, this.learned);
    const recall = Uint32Array.from(this.recall.flatMap(({ probes, reached }) => [probes, reached]));
    return [
      { name: 'clusters', bytes: new Uint8Array(facts.buffer) },
      { name: 'recall', bytes: new Uint8Array(recall.buffer) },
      { name: 'lists', bytes: this.centroids.view() },
      piece('first', this.firstBlocks, 4 * this.centroids.size),
      piece('next', this.nextBlocks, 4 * this.blocks.blocks),
      { name: 'slots', bytes: this.blocks.numbers() },
    ];
  }

  restore(parts: PartSource): void {
    const { learned, recall, centroids, first, next, slots } = clusterPartsOf(parts, this.store);
    this.release();
    const { heap } = this.engine;
    this.learned = learned;
    this.recall = Array.from({ length: recall.length / 2 }, (_, i) => ({
      ...{ probes: recall[2 * i], reached: recall[2 * i + 1] },
    }));
    this.centroids.append(centroids);
    this.firstBlocks = heap.place(first);
    this.nextBlocks = heap.place(next);
    this.blocks.fill(slots);
    this.nextCapacity = this.blocks.blocks;
    this.indexed = this.store.size;
    this.findFree();
  }

  close(): void {
    this.release();
    this.lanes.close();
  }

  private plan(settings: SearchSettings): SearchPlan {
    const lists = this.centroids.size;
    const listProbes = settings.listProbes ?? probesFor(this.recall, settings.quality);
    if (settings.mask !== undefined || listProbes === undefined) return SCAN_PLAN;
    const { firstBlocks, nextBlocks, blocks } = this;
    return {
      kernel: 'searchLists',
      fields: {
        ...{ lists, centroids: this.centroids.address, firstBlocks, nextBlocks },
        ...{
          blockSignatures: blocks.signatures,
          slots: blocks.slots,
          listProbes: Math.min(listProbes, lists),
        },
      },
      workBytes: listWorkBytes(lists),
    };
  }

  /** Puts a signature into a list, whose last block may be full. */
  private put(list: number, number: number): void {
    const { heap } = this.engine;
    if (this.free[list] % BLOCK_SIGNATURES === 0) {
      const block = this.blocks.addBlock();
      this.reserveNext(this.blocks.blocks);
      heap.u32[this.nextBlocks / 4 + block] = NO_BLOCK;
      if (this.free[list] === 0 && heap.u32[this.firstBlocks / 4 + list] === NO_BLOCK) {
        heap.u32[this.firstBlocks / 4 + list] = block;
      } else {
        heap.u32[this.nextBlocks / 4 + this.free[list] / BLOCK_SIGNATURES - 1] = block;
      }
      this.free[list] = BLOCK_SIGNATURES * block;
    }
    this.blocks.put(this.free[list]++, number);
  }

  private reserveNext(blocks: number): void {
    if (blocks <= this.nextCapacity) return;
    const { heap } = this.engine;
    const capacity = Math.ceil(1.25 * blocks) + 64;
    const larger = heap.allocate(4 * capacity);
    heap.u8.copyWithin(larger, this.nextBlocks, this.nextBlocks + 4 * this.nextCapacity);
    heap.release(this.nextBlocks);
    this.nextBlocks = larger;
    this.nextCapacity = capacity;
  }

  /** Finds the free place of every list: after the last signature of its last block. */
  private findFree(): void {
    const { u32 } = this.engine.heap;
    const lists = this.centroids.size;
    this.free = new Uint32Array(lists);
    for (let list = 0; list < lists; list++) {
      let block = u32[this.firstBlocks / 4 + list];
      if (block === NO_BLOCK) continue;
      for (let next = block; next !== NO_BLOCK; next = u32[this.nextBlocks / 4 + block]) block = next;
      let slot = BLOCK_SIGNATURES * block;
      const end = slot + BLOCK_SIGNATURES;
      while (slot < end && u32[this.blocks.slots / 4 + slot] !== NO_SIGNATURE) slot++;
      this.free[list] = slot;
    }
  }

  private release(): void {
    for (const name of ['firstBlocks', 'nextBlocks'] as const) {
      if (this[name] !== 0) this.engine.heap.release(this[name]);
      this[name] = 0;
    }
    this.centroids.close();
    this.blocks.release();
  }
}

/** Lays the lists out in blocks, one list after the other, every list beginning with a new block. */
function arrange({ listOf }: Clusters, lists: number) {
  const sizes = new Uint32Array(lists);
  for (const list of listOf) sizes[list]++;
  const first = new Uint32Array(lists);
  const free = new Uint32Array(lists);
  let blocks = 0;
  for (let list = 0; list < lists; list++) {
    first[list] = sizes[list] === 0 ? NO_BLOCK : blocks;
    free[list] = BLOCK_SIGNATURES * blocks;
    blocks += Math.ceil(sizes[list] / BLOCK_SIGNATURES);
  }
  const next = Uint32Array.from({ length: blocks }, (_, block) => block + 1);
  for (let list = 0; list < lists; list++) {
    if (sizes[list] > 0) next[first[list] + Math.ceil(sizes[list] / BLOCK_SIGNATURES) - 1] = NO_BLOCK;
  }
  const numbers = new Uint32Array(BLOCK_SIGNATURES * blocks).fill(NO_SIGNATURE);
  for (let i = 0; i < listOf.length; i++) numbers[free[listOf[i]]++] = i;
  return { numbers, first, next };
}
