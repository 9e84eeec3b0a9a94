/**
 * Clustered lists with sketches: signatures lie in lists by the nearest of some thousand centroids, and a query looks only into the
 * lists whose centroids are nearest to it; there it compares sketches, and then the best in full. Centroids come in two
 * levels (groups of lists), so that few of them must be compared as well.
 *
 * New signatures are put into the list of the nearest centroid; when the collection has doubled, the centroids are learned anew.
 */

import type { IndexPart } from '../../collection/index.ts';
import { BLOCK_SIGNATURES, NO_BLOCK, NO_SIGNATURE, sketchWorkBytes } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';

import { badOption } from '../../errors.ts';
import type { BuildSettings, Neighbor, PartSource, SearchSettings, SignatureIndex } from '../../nearest.ts';
import { ASSIGN_PROBES, type Clusters, learnClusters } from './learn-clusters.ts';
import { clusterEffort } from './quality.ts';
import { SCAN_PLAN } from './scan.ts';
import { SearchLanes, type SearchPlan } from './search-lanes.ts';
import type { SignatureStore } from './signature-store.ts';
import { SketchBlocks } from './sketch-blocks.ts';

export class ClusterIndex implements SignatureIndex {
  readonly kind = 'clusters';
  readonly store: SignatureStore;
  private readonly engine: Engine;
  private readonly lanes: SearchLanes;
  private readonly sketches: SketchBlocks;
  private readonly listSize: number;
  private groups = 0;
  private lists = 0;
  /** Addresses; see `SignatureSearch`. */
  private groupCentroids = 0;
  private groupStarts = 0;
  private listCentroids = 0;
  private firstBlocks = 0;
  private nextBlocks = 0;
  private nextCapacity = 0;
  /** The next free place of every list; one beyond a block where the last block is full. */
  private free = new Uint32Array(0);
  private indexed = 0;
  private learned = 0;

  constructor(engine: Engine, store: SignatureStore, settings: BuildSettings = {}) {
    const { listSize = 256 } = settings;
    if (!Number.isInteger(listSize) || listSize < 16)
      throw badOption('listSize', 'an integer from 16', listSize);
    this.engine = engine;
    this.store = store;
    this.listSize = listSize;
    this.lanes = new SearchLanes(engine, store);
    this.sketches = new SketchBlocks(engine, store, settings.sketchBits);
  }

  get name(): string {
    return `clusters, ${this.lists.toLocaleString('en')} lists`;
  }

  get bytes(): number {
    const centroids = (this.groups + this.lists) * this.store.bytes;
    return (
      this.store.size * this.store.bytes +
      this.sketches.bytes +
      centroids +
      8 * this.lists +
      4 * this.nextCapacity
    );
  }

  async build(): Promise<void> {
    this.release();
    const learned = await learnClusters(this.engine, this.store, this.listSize);
    this.takeCentroids(learned);
    const { numbers, first, next } = arrange(learned, this.lists);
    await this.sketches.fill(numbers);
    const { heap } = this.engine;
    this.firstBlocks = heap.place(first);
    this.nextBlocks = heap.place(next);
    this.nextCapacity = next.length;
    this.indexed = this.store.size;
    this.learned = this.store.size;
    this.findFree();
  }

  async update(): Promise<void> {
    if (this.store.size >= 2 * Math.max(this.learned, this.listSize)) return this.build();
    const { heap, kernels } = this.engine;
    const { store, groups, groupCentroids, groupStarts, listCentroids } = this;
    const count = store.size - this.indexed;
    if (count === 0) return;
    const lists = heap.allocate(4 * count);
    const clusters = [groups, groupCentroids, groupStarts, listCentroids, ASSIGN_PROBES] as const;
    kernels.nearestLists(store.address, store.bytes, this.indexed, count, ...clusters, lists);
    for (let i = 0; i < count; i++) this.put(heap.u32[lists / 4 + i], this.indexed++);
    heap.release(lists);
  }

  nearest(query: Uint8Array, k: number, settings: SearchSettings = {}): Neighbor[] {
    return this.lanes.one(query, k, this.plan(k, settings), settings.mask);
  }

  nearestAll(queries: Uint8Array, k: number, settings: SearchSettings = {}): Promise<Neighbor[][]> {
    return this.lanes.many(queries, k, this.plan(k, settings));
  }

  parts(): IndexPart[] {
    const { u8 } = this.engine.heap;
    const piece = (name: string, at: number, bytes: number) => ({ name, bytes: u8.subarray(at, at + bytes) });
    const { sketches, slots } = this.sketches.views();
    const facts = Uint32Array.of(this.groups, this.lists, this.learned);
    return [
      { name: 'clusters', bytes: new Uint8Array(facts.buffer) },
      piece('groups', this.groupCentroids, this.groups * this.store.bytes),
      piece('starts', this.groupStarts, 4 * (this.groups + 1)),
      piece('lists', this.listCentroids, this.lists * this.store.bytes),
      piece('first', this.firstBlocks, 4 * this.lists),
      piece('next', this.nextBlocks, 4 * this.sketches.blocks),
      { name: 'sketches', bytes: sketches },
      { name: 'slots', bytes: slots },
    ];
  }

  restore(parts: PartSource): void {
    this.release();
    const { heap } = this.engine;
    const place = (name: string) => heap.place(parts.get(name));
    [this.groups, this.lists, this.learned] = new Uint32Array(parts.get('clusters').slice().buffer);
    this.groupCentroids = place('groups');
    this.groupStarts = place('starts');
    this.listCentroids = place('lists');
    this.firstBlocks = place('first');
    this.nextBlocks = place('next');
    this.sketches.restore(parts.get('sketches'), parts.get('slots'));
    this.nextCapacity = this.sketches.blocks;
    this.indexed = this.store.size;
    this.findFree();
  }

  close(): void {
    this.release();
    this.lanes.close();
  }

  private plan(k: number, settings: SearchSettings): SearchPlan {
    if (settings.quality === 1 || settings.mask !== undefined) return SCAN_PLAN;
    const { sketches, sketchBytes, blocks, slots } = this.sketches;
    const { groups, groupCentroids, groupStarts, listCentroids, firstBlocks, nextBlocks } = this;
    const effort = clusterEffort(this.lists, this.groups, k, settings);
    return {
      kernel: 'searchSketches',
      fields: {
        ...{ sketches, sketchBytes, blocks, slots },
        ...{ groups, groupCentroids, groupStarts, listCentroids, firstBlocks, nextBlocks },
        ...effort,
      },
      workBytes: sketchWorkBytes(this.lists, blocks),
    };
  }

  /** Puts a signature into a list, whose last block may be full. */
  private put(list: number, number: number): void {
    const { heap } = this.engine;
    if (this.free[list] % BLOCK_SIGNATURES === 0) {
      const block = this.sketches.addBlock();
      this.reserveNext(this.sketches.blocks);
      heap.u32[this.nextBlocks / 4 + block] = NO_BLOCK;
      if (this.free[list] === 0 && heap.u32[this.firstBlocks / 4 + list] === NO_BLOCK) {
        heap.u32[this.firstBlocks / 4 + list] = block;
      } else {
        heap.u32[this.nextBlocks / 4 + this.free[list] / BLOCK_SIGNATURES - 1] = block;
      }
      this.free[list] = BLOCK_SIGNATURES * block;
    }
    this.sketches.put(this.free[list]++, number);
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

  /** Where every list goes on: behind the last signature of its last block. */
  private findFree(): void {
    const { u32 } = this.engine.heap;
    this.free = new Uint32Array(this.lists);
    for (let list = 0; list < this.lists; list++) {
      let block = u32[this.firstBlocks / 4 + list];
      if (block === NO_BLOCK) continue;
      for (let next = block; next !== NO_BLOCK; next = u32[this.nextBlocks / 4 + block]) block = next;
      let slot = BLOCK_SIGNATURES * block;
      const end = slot + BLOCK_SIGNATURES;
      while (slot < end && u32[this.sketches.slots / 4 + slot] !== NO_SIGNATURE) slot++;
      this.free[list] = slot;
    }
  }

  private takeCentroids({ groupCentroids, groupStarts, listCentroids }: Clusters): void {
    const { heap } = this.engine;
    this.groups = groupStarts.length - 1;
    this.lists = groupStarts[this.groups];
    this.groupCentroids = heap.place(groupCentroids);
    this.groupStarts = heap.place(groupStarts);
    this.listCentroids = heap.place(listCentroids);
  }

  private release(): void {
    for (const name of [
      'groupCentroids',
      'groupStarts',
      'listCentroids',
      'firstBlocks',
      'nextBlocks',
    ] as const) {
      if (this[name] !== 0) this.engine.heap.release(this[name]);
      this[name] = 0;
    }
    this.sketches.release();
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
