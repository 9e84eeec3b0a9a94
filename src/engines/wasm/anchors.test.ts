import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { Heap } from '../heap.ts';
import { placeBytes } from '../kernels/text.ts';
import type { Kernels } from '../kernels.ts';
import { WANTED_BYTES } from '../layouts/anchors.ts';
import { loadKernels } from '../load.ts';

const heap = new Heap();
const engines = {} as Record<'scalar' | 'wasm', Kernels>;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
});

/** The anchors of the texts: hashes and numbers of documents in turn. */
function anchorsOf(kernels: Kernels, texts: readonly string[], wanted?: Uint8Array): Uint32Array {
  const parts = texts.map((text) => Buffer.from(`${text}\0`));
  const ends = [0];
  for (const part of parts) ends.push(ends.at(-1)! + part.length);
  const text = heap.place(Buffer.concat(parts));
  const offsets = heap.place(Uint32Array.from(ends));
  const bits = wanted === undefined ? 0 : heap.place(wanted);
  const out = heap.allocate(placeBytes(ends.at(-1)!, texts.length));
  const count = kernels.anchors(text, offsets, texts.length, bits, out);
  const found = heap.u32.slice(out / 4, out / 4 + 2 * count);
  for (const block of [text, offsets, out, ...(bits === 0 ? [] : [bits])]) heap.release(block);
  return found;
}

// few words, so that runs repeat; bytes of all kinds; several separators in a row
const word = fc.oneof(
  fc.constantFrom('a', 'b', 'word'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
);
const texts = fc.array(
  fc
    .array(fc.tuple(word, fc.constantFrom(' ', '\0', '\x1e')), { maxLength: 40 })
    .map((all) => all.flat().join('')),
  { maxLength: 6 },
);

test('the wasm anchors are those of the scalar kernel', () => {
  fc.assert(
    fc.property(texts, (all) => {
      expect(anchorsOf(engines.wasm, all)).toEqual(anchorsOf(engines.scalar, all));
    }),
  );
});

test('only anchors that are wanted are given, in the same order', () => {
  const all = Array.from(
    { length: 20 },
    (_, i) => `${'some words that repeat and others '.repeat(20)}${i} ends`,
  );
  const every = anchorsOf(engines.wasm, all);
  const wanted = new Uint8Array(WANTED_BYTES);
  wanted.fill(255, 0, WANTED_BYTES / 2);
  const lower: number[] = [];
  for (let at = 0; at < every.length; at += 2) if (every[at] < 2 ** 31) lower.push(every[at], every[at + 1]);
  expect(lower.length).toBeGreaterThan(0);
  expect(lower.length).toBeLessThan(every.length);
  for (const kernels of Object.values(engines)) expect([...anchorsOf(kernels, all, wanted)]).toEqual(lower);
});

function partKeysOf(kernels: Kernels, texts: readonly string[]): number[] {
  const parts = texts.map((text) => Buffer.from(`${text}\0`));
  const ends = [0];
  for (const part of parts) ends.push(ends.at(-1)! + part.length);
  const blocks = [
    heap.place(Buffer.concat(parts)),
    heap.place(Uint32Array.from(ends)),
    heap.allocate(4 * texts.length + 4),
  ];
  kernels.partKeys(blocks[0], blocks[1], texts.length, blocks[2]);
  const keys = [...heap.u32.slice(blocks[2] / 4, blocks[2] / 4 + texts.length)];
  for (const block of blocks) heap.release(block);
  return keys;
}

test('the wasm keys of parts are those of the scalar kernel', () => {
  fc.assert(
    fc.property(texts, (all) => {
      expect(partKeysOf(engines.wasm, all)).toEqual(partKeysOf(engines.scalar, all));
    }),
  );
});

test('a part with the same words in any order, and as often as may be, has the same key, and one of few words has none', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(words, fc.nat(), (all, turn) => {
      const at = turn % all.length;
      const other = [...all.slice(at), ...all.slice(0, at)].reverse();
      for (const kernels of Object.values(engines)) {
        const [a, b, c] = partKeysOf(
          kernels,
          [all, other, [...other, all[0]]].map((each) => each.join(' ')),
        );
        expect(b).toBe(a);
        expect(a === 0).toBe(all.length < 5);
        if (all.length >= 5) expect(c).toBe(a);
      }
    }),
  );
});
