import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { letterTable } from '../../canonicalize/index.ts';
import { type Address, Heap } from '../../engines/index.ts';
import { ANCHOR_BYTES, ENDS_AT, KEY_BYTES, WORK_BYTES } from '../../engines/layouts/window-anchors.ts';
import { loadKernels } from '../../engines/load.ts';
import type { Kernels } from '../../engines.ts';
import { utf8Bytes } from '../../platform/bytes.ts';
import { AnchorScan, KEY_WIDTH } from './anchor-scan.ts';

const heap = new Heap();
const engines = {} as Record<'scalar' | 'wasm', Kernels>;
let letters: Address;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
  letters = heap.place(letterTable());
});

/** What the kernels make of bytes. */
function kernelsOn(kernels: Kernels, bytes: Uint8Array, least: number, room: number) {
  const sizes = [bytes.length + 1, room * WORK_BYTES, room * Math.max(ANCHOR_BYTES, KEY_BYTES), 12];
  const [text, work, out, read] = heap.allocateAll(sizes);
  heap.u8.set(bytes, text);
  // what comes after must not count
  heap.u8.fill(0x80, text + bytes.length, text + bytes.length + 64);
  const asked = { text, bytes: bytes.length, letters, least, room, work, out, read };
  const count = kernels.windowAnchors(asked);
  const numbers = (at: number, length: number) => [...heap.u32.subarray(at / 4, at / 4 + length)];
  const [words, end, windows] = numbers(read, 3);
  const anchors = numbers(out, (count * ANCHOR_BYTES) / 4);
  const hashes = numbers(work, 2 * words);
  const ends = numbers(work + ENDS_AT * room, windows);
  const keysFrom = (first: number) => {
    kernels.windowKeys({ work, room, first, count: windows - first, out });
    return numbers(out, (windows - first) * KEY_WIDTH);
  };
  const [keys, lastKeys] = [keysFrom(0), keysFrom(windows >>> 1)];
  for (const block of [text, work, out, read]) heap.release(block);
  return { words, end, anchors, hashes, ends, keys, lastKeys };
}

// few words, so that runs repeat; unspaced scripts of three and four bytes; huge words; bytes that are no UTF-8; separators in a row
const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'word', 'слово') },
  { weight: 3, arbitrary: fc.constantFrom('中', '文', '𠀀', 'ก', '', '\0') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 5000 }).map((length) => 'x'.repeat(length)) },
);
const text = fc.array(word, { maxLength: 120 }).map((words) => utf8Bytes(words.join(' ')));
const bytes = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
);

test('wasm finds the words, windows, anchors and keys that the scalar kernels find, in any bytes and with any room', () => {
  fc.assert(
    fc.property(
      bytes,
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 200 }),
      (own, least, room) => {
        expect(kernelsOn(engines.wasm, own, least, room)).toEqual(
          kernelsOn(engines.scalar, own, least, room),
        );
      },
    ),
    { numRuns: 400 },
  );
});

test('a long text has the anchors, windows and keys that it would have in one part, whatever its words are', () => {
  const few = Array.from({ length: 40 }, (_, i) => `w${i}`);
  const texts = [
    Array.from({ length: 120_000 }, (_, i) => few[(i * i + (i >>> 7)) % 40]).join(' '),
    Array.from({ length: 150_000 }, (_, i) => (i % 3 === 0 ? '中' : few[(i * 7) % 40])).join(' '),
    `${'word '.repeat(100_000)}end`,
    // few words begin a window in any part
    Array.from({ length: 300 }, (_, i) => `${i}${'y'.repeat(i % 50 === 0 ? 300_000 : 5000)}`).join(' '),
    `a b ${'z'.repeat(400_000)} c d`,
  ].map((each) => utf8Bytes(each));
  for (const own of texts) {
    const scan = new AnchorScan({ heap, kernels: engines.wasm }, 50);
    const anchors: number[] = [];
    const windows: number[] = [];
    scan.read(own, (anchor) => {
      if (2 * anchor.number === anchors.length) anchors.push(anchor.low, anchor.high);
      const keys = scan.keys(anchor);
      expect([...scan.ends(anchor)]).toEqual([...keys].filter((_, at) => at % KEY_WIDTH === 2));
      expect(windows.length).toBe(KEY_WIDTH * anchor.firstWindow);
      for (const key of keys) windows.push(key);
    });
    scan.close();
    const whole = kernelsOn(engines.wasm, own, 50, own.length);
    expect(anchors.join()).toBe(whole.anchors.filter((_, at) => at % 4 < 2).join());
    expect(windows.join()).toBe(whole.keys.join());
  }
});
