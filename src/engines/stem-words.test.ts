import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { StemTable } from '../canonicalize/stem-table.ts';
import { type Stemmer, stemText } from '../canonicalize/stemmer.ts';
import { Heap } from './heap.ts';
import type { EngineName, Kernels } from './kernels.ts';
import { SENTENCE_END as END } from './layouts/modes.ts';
import { MISSING_BYTES } from './layouts/word-tables.ts';
import { loadKernels } from './load.ts';
import { placeTexts } from './place-texts.cases.ts';

/** Cuts words short, changes some, and gives stems that must not be used. */
const cutter: Stemmer = {
  language: 'xx',
  stem(word) {
    if (word.length % 7 === 0) return `${word}${word}`;
    if (word.length % 5 === 0) return '';
    if (word.length % 3 === 0) return [...word].reverse().join('');
    return word.slice(0, Math.max(1, word.length - 2));
  },
};

const SENTENCE_END = String.fromCharCode(END);

const heap = new Heap();
const engines = {} as Record<EngineName, Kernels>;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
});

/** All stems of a batch, and the lists of missing words that it took; `room` words are listed at a time. */
function stems(kernels: Kernels, documents: readonly string[], stemmed: (i: number) => boolean, room = 8) {
  const table = new StemTable(heap, cutter);
  let generation = table.acquire();
  const { text, offsets, count, bytes: size } = placeTexts(heap, documents);
  const tables = heap.allocate(4 * documents.length + 4);
  const out = heap.allocate(size + 64);
  heap.u8.fill(0xa5, out, out + size + 128);
  const outOffsets = heap.allocate(4 * documents.length + 4);
  const missing = heap.allocate(MISSING_BYTES * room);
  const lists: number[][] = [];
  for (;;) {
    documents.forEach((_, i) => {
      heap.u32[(tables >>> 2) + i] = stemmed(i) ? generation.address : 0;
    });
    const result = kernels.stemWords({ text, offsets, count, tables, out, outOffsets, missing, room });
    if (result >= 0) {
      const starts = heap.u32.slice(outOffsets >>> 2, (outOffsets >>> 2) + documents.length + 1);
      const texts = documents.map((_, i) =>
        Buffer.from(heap.u8.slice(out + starts[i], out + starts[i + 1] - 1)).toString(),
      );
      expect(result).toBe(starts[documents.length]);
      expect(heap.u8.subarray(out + size + 64, out + size + 128).every((byte) => byte === 0xa5)).toBe(true);
      table.release(generation);
      table.close();
      for (const block of [text, offsets, tables, out, outOffsets, missing]) heap.release(block);
      return { texts, lists };
    }
    lists.push(
      [...heap.u32.slice(missing >>> 2, (missing >>> 2) + 6 * -result)].map((n, i) => (i % 6 === 4 ? 0 : n)),
    );
    expect(lists.length).toBeLessThan(5000);
    generation = table.learn(generation, text, missing, -result);
  }
}

const word = fc.oneof(
  fc.constantFrom(
    'a',
    'the',
    'reading',
    'мʼята',
    'звичайнісінький',
    '中文',
    'x'.repeat(255),
    'x'.repeat(256),
    'y'.repeat(4000),
  ),
  fc.string({ unit: fc.constantFrom(...'abcїґя文'), minLength: 1, maxLength: 40 }),
);
const document = fc.array(word, { maxLength: 40 }).map((words) => words.join(' '));

describe.each<EngineName>(['scalar', 'wasm'])('stems by kernel, %s', (name) => {
  it('stems by kernel are the stems of all words, in documents that have a table', () => {
    fc.assert(
      fc.property(
        fc.array(document, { maxLength: 6 }),
        fc.integer({ min: 1, max: 50 }),
        (documents, room) => {
          const { texts } = stems(engines[name], documents, (i) => i % 3 !== 2, room);
          expect(texts).toEqual(documents.map((each, i) => (i % 3 === 2 ? each : stemText(cutter, each))));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('stems by kernel are right in documents that end anywhere in a block', () => {
    for (let length = 1; length < 200; length++) {
      const text = 'ab cde f ghijklmn '.repeat(12).slice(0, length).trim();
      expect(stems(engines[name], [text, 'next'], () => true).texts).toEqual([
        stemText(cutter, text),
        'next'.slice(0, 2),
      ]);
    }
  });

  it('stems by kernel keep the separators of the words they replace', () => {
    fc.assert(
      fc.property(fc.array(document.filter(Boolean), { minLength: 1, maxLength: 6 }), (sentences) => {
        const text = sentences.join(SENTENCE_END);
        const expected = sentences.map((each) => stemText(cutter, each)).join(SENTENCE_END);
        expect(stems(engines[name], [text, text], (i) => i === 0, 50).texts).toEqual([expected, text]);
      }),
      { numRuns: 100 },
    );
  });

  it('stems are the same for more words than a first table holds', () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `word${i.toString(7)}`).join(' ');
    expect(stems(engines[name], [text], () => true, 4096).texts[0]).toBe(stemText(cutter, text));
  });
});

describe('stems by kernel', () => {
  it('wasm asks for the stems of the same words as scalar, in the same order', () => {
    fc.assert(
      fc.property(
        fc.array(document, { maxLength: 5 }),
        fc.integer({ min: 1, max: 30 }),
        (documents, room) => {
          const expected = stems(engines.scalar, documents, () => true, room);
          expect(stems(engines.wasm, documents, () => true, room)).toEqual(expected);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a stem table', () => {
  it('a stem table that is full remains for the batches that use it, and the next batch gets a new one', () => {
    const table = new StemTable(heap, cutter, 2);
    const first = table.acquire();
    const text = heap.place(Buffer.from('one two four'));
    const list = Uint32Array.from([
      1,
      1,
      0,
      3,
      first.address,
      0,
      2,
      1,
      4,
      3,
      first.address,
      0,
      3,
      1,
      8,
      4,
      first.address,
      0,
    ]);
    const missing = heap.place(list);
    expect(table.learn(first, text, missing, 3)).toBe(first);
    const second = table.acquire();
    expect(second).not.toBe(first);
    expect(second.words).toBe(0);
    expect(table.learn(first, text, missing, 3)).toBe(first);
    table.release(first);
    expect(first.freed).toBe(true);
    table.release(second);
    expect(second.freed).toBe(false);
    table.close();
    expect(second.freed).toBe(true);
  });
});
