/** The GPU engine in Node, with the package `webgpu` on SwiftShader: the bits of the other engines, and what happens without a GPU. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type PairsOptions, pairs } from '../../src/duplicates/index.ts';
import { bandKeyCases, placeDocuments } from '../../src/engines/bands.cases.ts';
import { Gpu } from '../../src/engines/gpu/device.ts';
import { GpuKernels } from '../../src/engines/gpu/kernels.ts';
import { findDevice } from '../../src/engines/gpu/open.ts';
import { Heap } from '../../src/engines/heap.ts';
import { openEngine } from '../../src/engines/open.ts';
import { distinctShingles } from '../../src/engines/scalar/shingles.ts';
import { shingleShape } from '../../src/engines/shingle-shape.ts';
import { imageCases, shingleCases } from '../../src/engines/shingles.cases.ts';
import { words } from '../../src/engines/wasm/simhash.cases.ts';
import { computeImage } from '../../src/fingerprint/index.ts';
import type { Progress } from '../../src/run-options.ts';
import { inWords } from '../../src/wording.ts';
import { fourMegabytes } from './four-megabytes.ts';
import { hasSwiftShader, SWIFTSHADER } from './swiftshader.ts';

const ALL = { least: Number.POSITIVE_INFINITY, divisor: 1 };
const heap = new Heap();
const notes: string[] = [];

async function openKernels(): Promise<GpuKernels> {
  const found = await findDevice(SWIFTSHADER);
  if ('reason' in found) throw new Error(String(found.reason));
  return new GpuKernels(new Gpu(found.device, found.name), heap, (note) => notes.push(String(note)));
}

describe.skipIf(!hasSwiftShader('the GPU engine in Node'))('in Node', () => {
  let kernels: GpuKernels;
  beforeAll(async () => {
    kernels = await openKernels();
  });
  afterAll(() => kernels.close());

  bandKeyCases(
    'gpu',
    async (documents, shape, bands, rows) => {
      const { text, offsets, out, keys, release } = placeDocuments(heap, documents, shape, bands);
      const call = { text, offsets, count: documents.length, shape, bands, rows, work: 0, out } as const;
      const isDone = await kernels.bandKeys(call);
      const all = keys();
      release();
      expect(isDone).toBe(kernels.takes(shape));
      return isDone ? all : undefined;
    },
    60,
  );

  shingleCases('gpu', async (text, form) => {
    const bytes = new TextEncoder().encode(text);
    const image = await kernels.image(bytes, shingleShape(form), ALL);
    return [...(image?.values ?? distinctShingles(bytes, shingleShape(form)))];
  });

  imageCases(
    'gpu',
    async (text, form, kept) => {
      const image = await kernels.image(text, shingleShape(form), kept);
      // bytes that are no UTF-8 may be left to wasm if they are cut into characters
      if (form.unit !== 'character') expect(image !== undefined).toBe(kernels.takes(shingleShape(form)));
      return image;
    },
    100,
  );

  test('a document of 4 MB has the image of the CPU', async () => {
    await fourMegabytes(async (text, form) => (await kernels.image(text, shingleShape(form), ALL))!.values);
  });

  test('nothing was noted', () => expect(notes).toEqual([]));
});

describe.skipIf(!hasSwiftShader('what happens without a GPU'))(
  'what the GPU cannot do goes on with wasm, and a note says so',
  () => {
    const documents = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        id: `d${i}`,
        text: `one two three four five six seven ${i % 5}`,
      }));

    /** All results of `pairs` with an adapter, the notes, and what the summary names as the engine. */
    async function run(adapter: string | undefined, options: PairsOptions = {}) {
      vi.stubEnv('NEARDUP_GPU_ADAPTER', adapter);
      const notes: string[] = [];
      const onProgress = ({ note }: Progress) => note !== undefined && notes.push(inWords(note));
      const found = pairs(documents(40), { engine: 'gpu', threads: 1, onProgress, ...options });
      const results = await found.toArray();
      vi.unstubAllEnvs();
      return { results, notes, engine: (await found.summary).engine };
    }

    test('an adapter that was asked for computes the bands: the same pairs, and no note', async () => {
      const expected = await pairs(documents(40), { engine: 'wasm', threads: 1 }).toArray();
      const { results, notes, engine } = await run(SWIFTSHADER);
      expect(results).toEqual(expected);
      expect(results.length).toBeGreaterThan(30);
      expect(notes).toEqual([]);
      expect(engine).toMatch(/^gpu \(SwiftShader.*\) and wasm, 1 thread$/);
    });

    test('a software adapter is refused unless it is asked for', async () => {
      const { results, notes, engine } = await run(undefined);
      expect(results.length).toBeGreaterThan(30);
      expect(notes).toEqual([
        expect.stringMatching(
          /^No GPU is used, wasm computes: SwiftShader.*software adapter.*NEARDUP_GPU_ADAPTER=swiftshader/,
        ),
      ]);
      expect(engine).toBe('wasm, 1 thread');
    });

    test('an adapter of another name is not used', async () => {
      const { notes } = await run('radeon');
      expect(notes).toEqual([expect.stringContaining('NEARDUP_GPU_ADAPTER asks for radeon')]);
    });

    test('a run without a step for the GPU says so', async () => {
      const { notes, engine } = await run(SWIFTSHADER, { method: 'exact' });
      expect(notes).toEqual([expect.stringContaining('wasm computed everything')]);
      expect(engine).toBe('wasm, 1 thread');
    });

    test('a device that is lost is noted once, and its batches are computed by wasm', async () => {
      const kernels = await openKernels();
      kernels.gpu.device.destroy();
      await kernels.gpu.device.lost;
      expect(await kernels.image(words(10, 1), 3, ALL)).toBeUndefined();
      expect(kernels.takes(3)).toBe(false);
      expect(notes.splice(0)).toEqual([expect.stringMatching(/^The GPU failed; continuing with wasm: /)]);
    });

    test('a document over the limits of the device is noted once and left to wasm, and smaller ones are not', async () => {
      const kernels = await openKernels();
      Object.defineProperty(kernels.gpu, 'most', { value: 100_000 });
      for (const seed of [1, 2]) expect(await kernels.image(words(20_000, seed), 3, ALL)).toBeUndefined();
      expect(notes.splice(0)).toEqual([expect.stringContaining('too large for the GPU; wasm computes it')]);
      expect((await kernels.image(words(10, 1), 3, ALL))?.values.length).toBe(8);
      kernels.close();
    });

    test('a buffer that the GPU cannot make is a failure that is noted, not a crash', async () => {
      const kernels = await openKernels();
      Object.defineProperty(kernels.gpu, 'fits', { value: () => true });
      const { device } = kernels.gpu;
      const create = device.createBuffer.bind(device);
      Object.defineProperty(device, 'createBuffer', {
        value: (asked: GPUBufferDescriptor) => create({ ...asked, size: device.limits.maxBufferSize + 4 }),
      });
      expect(await kernels.image(words(10, 1), 3, ALL)).toBeUndefined();
      expect(notes.splice(0)).toEqual([expect.stringMatching(/^The GPU failed; continuing with wasm: /)]);
      kernels.close();
    });

    test('a word of 70,000 bytes, and bytes that are no UTF-8 cut into characters, are left to wasm', async () => {
      const kernels = await openKernels();
      expect(await kernels.image(Buffer.from(`a ${'x'.repeat(70_000)} b`), 3, ALL)).toBeUndefined();
      const characters = shingleShape({ width: 2, unit: 'character' });
      expect(await kernels.image(Buffer.from('ab\x80', 'latin1'), characters, ALL)).toBeDefined();
      expect(await kernels.image(Buffer.from('ab \x80', 'latin1'), characters, ALL)).toBeUndefined();
      kernels.close();
    });

    test('images by an engine with a GPU are those by one without', async () => {
      vi.stubEnv('NEARDUP_GPU_ADAPTER', SWIFTSHADER);
      const engines = [
        await openEngine({ engine: 'gpu', threads: 1 }),
        await openEngine({ engine: 'wasm', threads: 1 }),
      ];
      vi.unstubAllEnvs();
      const text = new TextDecoder().decode(words(500, 3));
      for (const selection of [
        { keep: 'all' },
        { keep: 'smallest', n: 50 },
        { keep: 'divisible', m: 10 },
      ] as const) {
        const form = { width: 3, checksum: 'md5' } as const;
        const [gpu, wasm] = await Promise.all(
          engines.map((engine) => computeImage(engine, text, form, selection)),
        );
        expect(gpu).toEqual(wasm);
      }
      expect(engines[0].gpu?.used).toBe(true);
      for (const engine of engines) await engine.close();
    });
  },
);
