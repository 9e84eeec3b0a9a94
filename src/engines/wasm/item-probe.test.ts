import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { Heap } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { FOUND_RUN_BYTES, RUN_MARK_BITS } from '../layouts/item-probe.ts';
import { loadKernels } from '../load.ts';
import { placeTexts } from '../place-texts.cases.ts';
import { eachLeast, foundRunBytes, itemRuns, itemWords, markBits, probeRoom } from '../scalar/item-probe.ts';
import { placedSet } from '../scalar/may-share.ts';

const heap = new Heap();
const engines = {} as Record<'scalar' | 'wasm', Kernels>;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
});

const FACTOR = 0x9e3779b1;
const MARK_BITS = 13;

const runsOf = (text: string) => itemRuns(itemWords(Buffer.from(text)).hashes);

function anchorsOf(text: string): number[] {
  const runs = runsOf(text);
  const anchors: number[] = [];
  eachLeast(runs, (run) => anchors.push(runs[run]));
  return anchors;
}

/** The runs of the texts that are found: document, place and hash in turn. */
function found(
  kernels: Kernels,
  texts: readonly string[],
  anchors: readonly number[],
  runs: readonly number[],
): number[] {
  const { text, offsets: all, bytes } = placeTexts(heap, texts);
  const ends = [...heap.u32.subarray(all / 4, all / 4 + texts.length + 1)];
  const offsets = heap.place(Uint32Array.from(texts.flatMap((_, i) => [ends[i], ends[i + 1]])));
  const { room, workBytes } = probeRoom(bytes);
  const work = heap.allocate(workBytes);
  const { places, shift } = placedSet([...anchors, ...runs], FACTOR);
  const hashes = heap.place(places);
  const marks = heap.place(markBits(anchors, MARK_BITS, FACTOR));
  const runMarks = runs.length === 0 ? 0 : heap.place(markBits(runs, RUN_MARK_BITS, FACTOR));
  const out = heap.allocate(foundRunBytes(bytes, texts.length));
  const count = kernels.itemProbe({
    ...{ text, offsets, count: texts.length, work, room, hashes, hashShift: shift },
    ...{ marks, markShift: 32 - MARK_BITS, runMarks, factor: FACTOR, out },
  });
  const result = [...heap.u32.subarray(out / 4, out / 4 + (FOUND_RUN_BYTES / 4) * count)];
  for (const block of [text, all, offsets, work, hashes, marks, runMarks, out])
    if (block !== 0) heap.release(block);
  return result;
}

// few words, so that runs repeat; bytes of all kinds; several separators in a row
const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'word') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }) },
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '\0', '  ')), { maxLength: 60 })
  .map((all) => all.flat().join(''));
const texts = fc.array(text, { maxLength: 6 });

test('the runs that wasm finds are those of the scalar kernel', () => {
  fc.assert(
    fc.property(texts, text, text, (all, long, short) => {
      const [anchors, runs] = [anchorsOf(long), [...runsOf(short)]];
      const scalar = found(engines.scalar, all, anchors, runs);
      expect(found(engines.wasm, all, anchors, runs)).toEqual(scalar);
      expect(found(engines.wasm, all, anchors, [])).toEqual(found(engines.scalar, all, anchors, []));
    }),
    { numRuns: 300 },
  );
});

test('eight words in a row that a text shares with the set are found, in periodic texts too, and so is every run of the second kind', () => {
  const few = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 8, maxLength: 20 });
  const around = fc.array(fc.constantFrom('a', 'b', 'd'), { maxLength: 20 });
  fc.assert(
    fc.property(around, few, around, (before, item, after) => {
      const document = [...before, ...item, ...after].join(' ');
      const [anchors, runs] = [anchorsOf(item.join(' ')), runsOf(item.join(' '))];
      const places = (hits: readonly number[]) => hits.filter((_, i) => i % 3 === 1);
      const start = [...before, ''].join(' ').length;
      const end = document.length - [...after, ''].join(' ').length;
      for (const kernels of Object.values(engines)) {
        const isInside = (at: number) => at >= start && at < end;
        expect(places(found(kernels, [document], anchors, [])).some(isInside)).toBe(true);
        const all = places(found(kernels, [document], [], [...runs])).filter(isInside);
        expect(all.length).toBeGreaterThanOrEqual(runs.length);
      }
    }),
    { numRuns: 200 },
  );
});
