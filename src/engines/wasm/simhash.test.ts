import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Heap } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { loadKernels } from '../load.ts';
import { mixedHash } from '../mixed-hash.ts';
import { placeTexts } from '../place-texts.cases.ts';
import { randomBytes, words } from './simhash.cases.ts';

const MODES = [0, 1, 2, 3, 4, 5, 6, 7];

describe('the wasm simhash gives the bits of the scalar one, in all modes', () => {
  let heap: Heap;
  let wasm: Kernels;
  let scalar: Kernels;

  beforeAll(async () => {
    heap = new Heap();
    wasm = await loadKernels('wasm', heap);
    scalar = await loadKernels('scalar', heap);
  });

  /** Runs both kernels over one batch of these documents. */
  function expectEqual(documents: Uint8Array[], modes = MODES): void {
    const { text, offsets } = placeTexts(heap, documents, 0x41);
    const out = heap.allocate(8 * documents.length);
    const expected = heap.allocate(8 * documents.length);
    for (const mode of modes) {
      scalar.simhash(text, offsets, documents.length, mode, expected);
      wasm.simhash(text, offsets, documents.length, mode, out);
      const wrong = documents.findIndex(
        (_, i) => heap.u64[(out >>> 3) + i] !== heap.u64[(expected >>> 3) + i],
      );
      if (wrong >= 0) {
        const shown = JSON.stringify(Buffer.from(documents[wrong]).toString('latin1')).slice(0, 300);
        expect.fail(
          `mode ${mode}, document ${wrong} of ${documents.length}: ${documents[wrong].length} bytes, ${shown}`,
        );
      }
    }
    for (const address of [text, offsets, out, expected]) heap.release(address);
  }

  test('random bytes of every length from 0 to 600', () => {
    expectEqual(Array.from({ length: 601 }, (_, length) => randomBytes(length, length)));
  });

  test('random bytes without and with many separators', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 30 }),
        fc.nat(32),
        (documents, shift) => {
          // the smaller the divisor, the fewer separators
          expectEqual(
            documents.map((bytes) => bytes.map((byte) => (shift === 0 ? byte | 0x40 : byte % (8 * shift)))),
          );
        },
      ),
    );
  });

  test('words of every length from 1 to 40, 120 to 136, 4,080 to 4,100 and 10,000 bytes, with bytes above 127', () => {
    const lengths = [...range(1, 40), ...range(120, 136), ...range(4080, 4100), 10_000];
    for (const filler of [0x61, 0xff, 0x21, 0x80]) {
      const giants = lengths.map((length) => new Uint8Array(length).fill(filler));
      expectEqual(giants);
      expectEqual(
        giants.map((giant) => Buffer.from(`ab ${Buffer.from(giant).toString('latin1')} c`, 'latin1')),
      );
      expectEqual([Buffer.concat(giants.flatMap((giant) => [giant, Buffer.from(' ')]))]);
    }
  });

  test('runs of separators of any length and kind: leading, trailing, between', () => {
    const runs = [...range(1, 20), 63, 64, 65, 126, 127, 128, 129, 255, 256, 4095, 4096, 4097, 9000];
    for (const separator of [0, 1, 9, 10, 32]) {
      const gaps = runs.map((length) => Buffer.alloc(length, separator));
      expectEqual(gaps);
      expectEqual(
        gaps.map((gap) => Buffer.concat([gap, Buffer.from('one two'), gap, Buffer.from('three'), gap])),
      );
      expectEqual([
        Buffer.concat(gaps.flatMap((gap) => [Buffer.from('word'), gap, Buffer.from('longerthansixteen')])),
      ]);
    }
  });

  test('empty documents in a row, between others and at the ends', () => {
    const empty = new Uint8Array(0);
    const full = Buffer.from('some words of a text');
    expectEqual([]);
    expectEqual([empty]);
    expectEqual(new Array<Uint8Array>(5000).fill(empty));
    expectEqual([empty, empty, full, empty, full, ...new Array<Uint8Array>(200).fill(empty), full, empty]);
  });

  test('documents of 1 to 300 words, many in a batch', () => {
    expectEqual(range(1, 300).map((count) => words(count, count)));
    expectEqual(range(1, 300).map((count) => words(1 + (count % 40), count)));
    expectEqual(Array.from({ length: 3000 }, (_, i) => words(1 + (i % 12), i)));
  });

  test('20,000 short documents in one batch and in many', () => {
    const documents = Array.from({ length: 20_000 }, (_, i) => words(i % 9, i, 12));
    expectEqual(documents);
    for (let i = 0; i < 300; i++) expectEqual(documents.slice(i, i + (i % 5)));
  });

  test('documents of few distinct words, repeated', () => {
    expectEqual(range(1, 300).map((count) => words(count, count, 1 + (count % 7))));
    expectEqual([words(100_000, 1, 3), words(40, 2, 2)]);
  });

  test('documents that end at every place of a fill', () => {
    for (const before of range(4060, 4130)) {
      const first = Buffer.from('abcdefg '.repeat(600)).subarray(0, before);
      expectEqual([first, Buffer.from('second one'), new Uint8Array(0), words(30, before)], [0, 3, 7]);
    }
  });

  test('a document of 250,000 words, more distinct ones than fit the tables', () => {
    expectEqual([words(20, 1), words(100_000, 2, 60_000), words(20, 3)]);
    expectEqual([words(20, 1), words(250_000, 4, 1_000_000_000), words(20, 3)], [0, 2, 3]);
  });

  test('words whose hashes are equal in their low 16 bits, each twice', () => {
    const low16 = (word: string) =>
      [...Buffer.from(word)].reduce((hash, byte) => (hash * 65_599 + byte) % 65_536, 0);
    const alike = range(1, 400_000)
      .map((i) => i.toString(36))
      .filter((word) => low16(word) < 20);
    expect(alike.length).toBeGreaterThan(2 * new Set(alike.map(low16)).size);
    expectEqual([Buffer.from(alike.concat(alike).join(' '))]);
  });

  test('words whose mixed hashes are equal in their low 16 bits, each twice', () => {
    const hash = new Uint32Array(2);
    const alike = range(1, 400_000)
      .map((i) => i.toString(36))
      .filter((word) => {
        mixedHash(Buffer.from(word), 0, word.length, hash);
        return (hash[0] & 0xffff) < 20;
      });
    expect(alike.length).toBeGreaterThan(80);
    expectEqual([Buffer.from(alike.concat(alike).join(' '))]);
  });
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
