import { beforeAll, describe, expect, test } from 'vitest';
import { Heap } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { loadKernels } from '../load.ts';
import {
  cutSlices,
  optimisticBounds,
  SignatureSearch,
  sketchWorkBytes,
  sliceEndsLength,
  sliceWorkBytes,
} from '../signatures.ts';
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
function compare(kernel: 'scanSignatures' | 'searchSlices' | 'searchSketches', fields: Fields): void {
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

function zeros(bytes: number): number {
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
            kernels.buildSlice(fields.signatures, listed, bytes, start, width, at, ids + 4 * slice * listed);
            start += width;
            at += 4 * (2 ** width + 1);
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

    test(`sketches and clusters, ${8 * bytes} bits`, () => {
      const fields = collection();
      const sketchBytes = Math.min(24, bytes);
      const blocks = 44;
      const ids = Uint32Array.from({ length: 16 * blocks }, (_, slot) => (slot < 700 ? slot : 0xffffffff));
      const slots = heap.place(ids);
      const built = Object.values(engines).map((kernels) => {
        const sketches = heap.allocate(16 * blocks * sketchBytes);
        kernels.buildSketches(fields.signatures, bytes, slots, 0, blocks, sketchBytes, sketches);
        return heap.u8.slice(sketches, sketches + 16 * blocks * sketchBytes);
      });
      expect(built[1]).toEqual(built[0]);
      const sketched = {
        ...fields,
        sketches: heap.place(built[0]),
        sketchBytes,
        blocks,
        slots,
        work: zeros(sketchWorkBytes(16, blocks)),
      };
      for (const candidates of [1, 50, 700]) compare('searchSketches', { ...sketched, candidates });
      // four groups of four lists of a few blocks each
      const clustered = {
        ...sketched,
        groups: 4,
        groupCentroids: heap.place(family(4, bytes, 1)),
        groupStarts: heap.place(Uint32Array.of(0, 4, 8, 8, 16)),
        listCentroids: heap.place(family(16, bytes, 2)),
        firstBlocks: heap.place(Uint32Array.from({ length: 16 }, (_, list) => list)),
        nextBlocks: heap.place(
          Uint32Array.from({ length: blocks }, (_, block) => (block + 16 < blocks ? block + 16 : 0xffffffff)),
        ),
      };
      for (const [groupProbes, listProbes, candidates] of [
        [1, 1, 20],
        [2, 3, 50],
        [4, 9, 700],
        [4, 16, 30],
      ]) {
        compare('searchSketches', { ...clustered, groupProbes, listProbes, candidates });
      }
    });

    test(`both steps of k-means, ${8 * bytes} bits`, () => {
      const { signatures } = collection();
      const list = heap.place(Uint32Array.from({ length: 500 }, (_, i) => (7 * i) % 700));
      const steps = Object.values(engines).map((kernels) => {
        const centroids = heap.place(data.slice(0, 9 * bytes));
        const out = heap.allocate(4 * 500);
        const results: Uint8Array[] = [];
        for (const from of [list, 0]) {
          kernels.nearestCentroids(signatures, bytes, from, 100, 500, centroids, 9, out);
          results.push(heap.u8.slice(out, out + 2000));
          const work = heap.allocate(16 * 9 * bytes + 36);
          kernels.majorityCentroids(signatures, bytes, list, out, 500, centroids, 9, work);
          results.push(heap.u8.slice(centroids, centroids + 9 * bytes));
        }
        return results;
      });
      expect(steps[1]).toEqual(steps[0]);
    });

    test(`the nearest lists of the nearest groups, ${8 * bytes} bits`, () => {
      const { signatures } = collection();
      const groupCentroids = heap.place(family(4, bytes, 1));
      const starts = heap.place(Uint32Array.of(0, 4, 8, 8, 16));
      const listCentroids = heap.place(family(16, bytes, 2));
      for (const probes of [1, 2, 4, 9]) {
        const found = Object.values(engines).map((kernels) => {
          const out = heap.allocate(4 * 300);
          const clusters = [4, groupCentroids, starts, listCentroids, probes] as const;
          kernels.nearestLists(signatures, bytes, 50, 300, ...clusters, out);
          return heap.u32.slice(out / 4, out / 4 + 300);
        });
        expect(found[1]).toEqual(found[0]);
      }
    });
  }

  test('with more blocks of sketches than are kept, where a sample gives the threshold', () => {
    const bytes = 8;
    const count = 140_000;
    const blocks = count / 16;
    const data = family(count, bytes, 5);
    const signatures = heap.place(data);
    const slots = heap.place(Uint32Array.from({ length: count }, (_, i) => i));
    const sketches = heap.allocate(count * bytes);
    engines.wasm.buildSketches(signatures, bytes, slots, 0, blocks, bytes, sketches);
    compare('searchSketches', {
      signatures,
      count,
      bytes,
      queries: heap.place(data.slice(0, QUERIES * bytes)),
      queryCount: QUERIES,
      k: 20,
      candidates: 9000,
      sketches,
      sketchBytes: bytes,
      blocks,
      slots,
      work: zeros(sketchWorkBytes(0, blocks)),
    });
  });
});

function ones(value: number): number {
  return value.toString(2).replaceAll('0', '').length;
}
