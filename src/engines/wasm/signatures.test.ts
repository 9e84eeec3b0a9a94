import { beforeAll, describe, expect, test } from 'vitest';
import { cutSlices, optimisticBounds, sliceEndsLength } from '../../nearest/indexes/cut-slices.ts';
import { type Address, Heap, plus } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import {
  assignWorkBytes,
  listWorkBytes,
  majorityWorkBytes,
  sliceWorkBytes,
} from '../layouts/signature-search.ts';
import { loadKernels } from '../load.ts';
import { SignatureSearch } from '../structs.ts';
import { generator } from './simhash.cases.ts';

const heap = new Heap();
const engines = {} as Record<'scalar' | 'wasm', Kernels>;
const QUERIES = 5;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
});

/** Signatures in families: each differs from its family's in few bits, some not at all. */
function family(count: number, bytes: number, seed: number): Uint8Array {
  const random = generator(seed);
  const centers = Uint8Array.from({ length: bytes * (1 + (count >> 4)) }, () => random(256));
  const all = new Uint8Array(count * bytes);
  for (let i = 0; i < count; i++) {
    const center = random(centers.length / bytes);
    all.set(centers.subarray(center * bytes, (center + 1) * bytes), i * bytes);
    for (let flips = random(bytes); flips > 0; flips--) all[i * bytes + random(bytes)] ^= 1 << random(8);
  }
  return all;
}

type Fields = Partial<Record<keyof typeof SignatureSearch, number>>;

/** Runs a search kernel of both engines and compares what they find. */
function compare(kernel: 'scanSignatures' | 'searchSlices' | 'searchLists', fields: Fields): void {
  const k = fields.k!;
  const found = Object.values(engines).map((kernels) => {
    const out = heap.allocate(8 * k * QUERIES);
    heap.u8.fill(0xff, out, out + 8 * k * QUERIES);
    const search = heap.allocate(4 * SignatureSearch.length);
    heap.u32.fill(0, search / 4, search / 4 + SignatureSearch.length);
    for (const [name, value] of Object.entries({ ...fields, out })) {
      heap.u32[search / 4 + SignatureSearch[name as keyof Fields]] = value;
    }
    kernels[kernel](search);
    const result = heap.u64.slice(out / 8, out / 8 + k * QUERIES);
    heap.release(out);
    heap.release(search);
    return result;
  });
  expect(found[1]).toEqual(found[0]);
}

function zeros(bytes: number): Address {
  const address = heap.allocate(bytes);
  heap.u8.fill(0, address, address + bytes);
  return address;
}

describe('the wasm search kernels find what the scalar ones find', () => {
  for (const bytes of [8, 24, 128]) {
    const data = family(700, bytes, bytes);
    const collection = () => ({
      signatures: heap.place(data),
      count: 700,
      bytes,
      queries: heap.place(data.slice(300 * bytes, (300 + QUERIES) * bytes)),
      queryCount: QUERIES,
      k: 12,
    });

    test(`the scan, with and without masks, ${8 * bytes} bits`, () => {
      compare('scanSignatures', collection());
      compare('scanSignatures', { ...collection(), masks: heap.place(family(QUERIES, bytes, 9)) });
    });

    test(`slice lists, ${8 * bytes} bits`, () => {
      const small = [
        [7, 2, 2, 700],
        [5, 5, 5, 700],
        [13, 2, 0, 12],
      ];
      // the scalar twin is slow at full width, so there it is driven less
      for (const [bits, expand, cutoff, candidates] of [
        [8, 0, 0, 30],
        [9, 1, 0, 30],
        ...(bytes < 128 ? small : []),
      ]) {
        const fields = collection();
        const cut = cutSlices(8 * bytes, bits);
        const listed = 640;
        const lists = Object.values(engines).map((kernels) => {
          const ends = heap.allocate(4 * sliceEndsLength(cut));
          const ids = heap.allocate(4 * cut.slices * listed);
          let start = 0;
          let at = ends;
          for (let slice = 0; slice < cut.slices; slice++) {
            const width = slice < cut.wide ? cut.bits : cut.bits - 1;
            const list = { start, bits: width, ends: at, ids: plus(ids, 4 * slice * listed) };
            kernels.buildSlice({ signatures: fields.signatures, count: listed, bytes, ...list });
            start += width;
            at = plus(at, 4 * (2 ** width + 1));
          }
          return { ends, ids };
        });
        const bytesOf = ({ ends, ids }: { ends: number; ids: number }) => [
          heap.u32.slice(ends / 4, ends / 4 + sliceEndsLength(cut)),
          heap.u32.slice(ids / 4, ids / 4 + cut.slices * listed),
        ];
        expect(bytesOf(lists[1])).toEqual(bytesOf(lists[0]));
        const variants = Array.from({ length: 2 ** cut.bits }, (_, value) => value)
          .filter((value) => ones(value) <= expand)
          .sort((a, b) => ones(a) - ones(b));
        compare('searchSlices', {
          ...fields,
          ...lists[0],
          listed,
          slices: cut.slices,
          wideSlices: cut.wide,
          sliceBits: cut.bits,
          variants: heap.place(Uint32Array.from(variants)),
          variantCount: variants.length,
          expand,
          cutoff,
          candidates,
          bounds: heap.place(optimisticBounds(cut, expand)),
          work: zeros(sliceWorkBytes(700, candidates)),
        });
      }
    });

    test(`lists of whole signatures, with and without removed ones, ${8 * bytes} bits`, () => {
      const fields = collection();
      // sixteen lists, of a few blocks each; the last block is not full
      const blocks = 44;
      const numbers = Uint32Array.from({ length: 16 * blocks }, (_, slot) =>
        slot < 700 ? (slot * 11) % 700 : 0xffffffff,
      );
      const signatures = new Uint8Array(16 * blocks * bytes);
      numbers.forEach((number, slot) => {
        if (number < 700) signatures.set(data.subarray(number * bytes, (number + 1) * bytes), slot * bytes);
      });
      // some lists are far in their first bytes only, so that they are not looked into
      const centroids = family(16, bytes, 2);
      for (const list of [3, 8, 9])
        for (let i = 0; i < 16 && i < bytes; i++) centroids[list * bytes + i] ^= 0xff;
      const lists = {
        ...fields,
        lists: 16,
        centroids: heap.place(centroids),
        firstBlocks: heap.place(Uint32Array.from({ length: 16 }, (_, list) => list)),
        nextBlocks: heap.place(
          Uint32Array.from({ length: blocks }, (_, block) => (block + 16 < blocks ? block + 16 : 0xffffffff)),
        ),
        blockSignatures: heap.place(signatures),
        slots: heap.place(numbers),
        work: zeros(listWorkBytes(16)),
      };
      const removed = heap.place(Uint8Array.from({ length: 700 }, (_, i) => (i % 3 === 0 ? 1 : 0)));
      for (const listProbes of [1, 3, 9, 16]) {
        compare('searchLists', { ...lists, listProbes });
        compare('searchLists', { ...lists, listProbes, removed });
      }
      compare('scanSignatures', { ...fields, removed });
    });

    test(`the steps of k-means, ${8 * bytes} bits`, () => {
      const { signatures } = collection();
      const neighbors = heap.place(Uint32Array.from({ length: 9 * 4 }, (_, i) => (i * 5) % 9));
      const steps = Object.values(engines).map((kernels) => {
        const centroids = heap.place(data.slice(0, 9 * bytes));
        const out = zeros(4 * 700);
        const results: Uint8Array[] = [];
        const note = () => {
          results.push(heap.u8.slice(out, out + 2800), heap.u8.slice(centroids, centroids + 9 * bytes));
        };
        const work = heap.allocate(majorityWorkBytes(9, bytes) + assignWorkBytes(9));
        for (const first of [0, 100]) {
          const some = { signatures, bytes, first, count: 600, centroids };
          const at = plus(out, 4 * first);
          kernels.assignLists({ ...some, centroidCount: 9, margin: 7, work, out: at });
          note();
          kernels.majorityCentroids({ ...some, assigned: out, count: 700, centroidCount: 9, work });
          note();
          kernels.refineLists({ ...some, neighbors, neighborCount: 4, assigned: at });
          note();
        }
        return results;
      });
      expect(steps[1]).toEqual(steps[0]);
    });
  }

  test('a centroid with more signatures than its counters hold moves by the first of them', () => {
    const count = 66_000;
    const data = Uint8Array.from({ length: 8 * count }, (_, i) => (i < 8 * 40_000 ? 0 : 0xff));
    const signatures = heap.place(data);
    const moved = Object.values(engines).map((kernels) => {
      const centroids = zeros(8);
      const work = heap.allocate(majorityWorkBytes(1, 8));
      const assigned = zeros(4 * count);
      kernels.majorityCentroids({ signatures, bytes: 8, assigned, count, centroids, centroidCount: 1, work });
      return heap.u8.slice(centroids, centroids + 8);
    });
    expect(moved[1]).toEqual(moved[0]);
    expect(moved[0]).toEqual(new Uint8Array(8));
  });
});

function ones(value: number): number {
  return value.toString(2).replaceAll('0', '').length;
}
