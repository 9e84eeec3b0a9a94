import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { regionalTable } from '../canonicalize/regional-words.ts';
import { REGIONAL_WORDS } from '../canonicalize/regional-words-data.ts';
import { type Address, Heap } from './heap.ts';
import type { EngineName, Kernels } from './kernels.ts';
import { moveBytes } from './layouts/batches.ts';
import { loadKernels } from './load.ts';
import { placeTexts } from './place-texts.cases.ts';

const heap = new Heap();
const engines = {} as Record<EngineName, Kernels>;
let table: Address = 0;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
  table = heap.place(regionalTable());
});

interface Rewritten {
  documents: Buffer[];
  moves: number[];
}

/** The documents after the kernel, or undefined if it says that nothing changes; fails if it writes beyond its room. */
function rewritten(kernels: Kernels, documents: readonly Uint8Array[]): Rewritten | undefined {
  const { text, offsets, bytes, count } = placeTexts(heap, documents);
  const out = heap.allocate(bytes + 128);
  heap.u8.fill(0xa5, out, out + bytes + 128);
  const outOffsets = heap.allocate(4 * count + 4);
  const moves = heap.allocate(moveBytes(bytes));
  const length = kernels.regionalWords({ text, offsets, count, table, out, outOffsets, moves });
  expect(heap.u8.subarray(out + bytes + 64, out + bytes + 128).every((byte) => byte === 0xa5)).toBe(true);
  const places = heap.u32.slice(outOffsets / 4, outOffsets / 4 + count + 1);
  const result = documents.map((_, i) =>
    Buffer.from(heap.u8.slice(out + places[i], out + places[i + 1] - 1)),
  );
  if (length !== 0) expect(places.at(-1)).toBe(length);
  const moved = Array.from(heap.u32.slice(moves / 4, moves / 4 + 2 + 2 * heap.u32[moves / 4]));
  expect(4 * moved.length).toBeLessThanOrEqual(moveBytes(bytes));
  for (const block of [text, offsets, out, outOffsets, moves]) heap.release(block);
  return length === 0 ? undefined : { documents: result, moves: moved };
}

const WORDS = REGIONAL_WORDS.split('|').flatMap((entry) => entry.split(' '));

describe('regional words, wasm as scalar, byte for byte', () => {
  test('wasm replaces regional words as scalar does in documents of such words, their beginnings and everything else', () => {
    const part = fc.oneof(
      fc.constantFrom(...WORDS),
      fc.constantFrom(...WORDS).map((word) => word.slice(0, -1)),
      fc
        .tuple(fc.constantFrom(...WORDS), fc.constantFrom('\n', '\r\n ', '\n\n', ' '))
        .map(([word, separator]) => [...word].join(separator)),
      fc.constantFrom('plain words of sixteen letters and more ', 'Київ', '、', '的', '😀', '\u2ea0'),
    );
    const document = fc.array(part, { maxLength: 12 }).map((parts) => Buffer.from(parts.join('')));
    fc.assert(
      fc.property(fc.array(document, { maxLength: 5 }), (documents) => {
        expect(rewritten(engines.wasm, documents)).toEqual(rewritten(engines.scalar, documents));
      }),
      { numRuns: 150 },
    );
  });

  test('wasm replaces regional words as scalar does in any bytes, and in words that are cut', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.constantFrom(...WORDS).map((word) => Buffer.from(word).subarray(0, -1)),
      fc
        .array(fc.constantFrom(0xe7, 0xa8, 0x8b, 0xe5, 0xbc, 0x8f), { maxLength: 30 })
        .map((list) => Uint8Array.from(list)),
    );
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 5 }), (documents) => {
        expect(rewritten(engines.wasm, documents)).toEqual(rewritten(engines.scalar, documents));
      }),
      { numRuns: 150 },
    );
  });
});

describe.each<EngineName>(['scalar', 'wasm'])('regional words, %s', (name) => {
  const of = (...texts: string[]) =>
    rewritten(
      engines[name],
      texts.map((text) => Buffer.from(text)),
    )?.documents.map(String);

  test('every document keeps its place, changed or not', () => {
    expect(of('abc', '滑鼠', '', '我的網路', 'xyz')).toEqual(['abc', '鼠标', '', '我的网络', 'xyz']);
  });

  test('a word goes over a line break, which stays between the characters that it was between', () => {
    expect(of('滑\n鼠', '使用\r\n  者', '巨\n集', '使\n用者')).toEqual(['鼠\n标', '用户', '宏', '用\n户']);
    expect(of('滑\u2028鼠', '使用\v者', '巨\u2028 集')).toEqual(['鼠\u2028标', '用户', '宏']);
    expect(of('滑\n\n鼠', '滑 鼠', '滑\u2029鼠', '滑\f鼠', '滑\u0085鼠')).toBeUndefined();
  });

  test('nothing to do is said', () => {
    expect(of('abc', '鼠标', 'Слово')).toBeUndefined();
    expect(of()).toBeUndefined();
  });

  test('what a word becomes stays', () => {
    const once = of(...WORDS) ?? [];
    expect(of(...once)).toBeUndefined();
  });
});
