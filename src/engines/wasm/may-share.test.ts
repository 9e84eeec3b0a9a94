import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { letterTable } from '../../canonicalize/letter-table.ts';
import { type Address, Heap } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { loadKernels } from '../load.ts';
import { type PlacedTexts, placeTexts } from '../place-texts.cases.ts';
import { hashWords, runHashes } from '../scalar/anchors.ts';
import { placedSet } from '../scalar/may-share.ts';
import { keysOfSentence } from '../scalar/sentence-keys.ts';
import { MayShareFields } from '../structs.ts';

const heap = new Heap();
const engines = {} as Record<'scalar' | 'wasm', Kernels>;
let letters: Address = 0;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
  letters = heap.place(letterTable());
});

function withBatch<R>(texts: readonly string[], use: (batch: PlacedTexts) => R): R {
  const batch = placeTexts(heap, texts);
  try {
    return use(batch);
  } finally {
    for (const block of [batch.text, batch.offsets]) heap.release(block);
  }
}

function keysOf(kernels: Kernels, sentences: readonly string[]): number[] {
  return withBatch(sentences, ({ text, offsets, count }) => {
    const out = heap.allocate(32 * count);
    const found = kernels.sentenceKeys(text, offsets, count, out);
    const keys = [...heap.u32.subarray(out / 4, out / 4 + 2 * found)];
    heap.release(out);
    return keys;
  });
}

function hashesOf(text: string): Uint32Array {
  const bytes = Buffer.from(text);
  const hashes = new Uint32Array(bytes.length + 1);
  return hashes.subarray(0, hashWords(bytes, 0, bytes.length, hashes, 0));
}

const FACTOR = 0x9e3779b1;

function setOf(values: Iterable<number>): { at: Address; shift: number } {
  const { places, shift } = placedSet([...values], FACTOR);
  return { at: heap.place(places), shift };
}

/** Which documents may share something with a text of these sentences. */
function sharing(kernels: Kernels, sentences: readonly string[], documents: readonly string[]): number[] {
  const all = hashesOf(sentences.join(' '));
  const keys = sentences.flatMap((sentence) => keysOfSentence(hashesOf(sentence)));
  const words = setOf(all);
  const wanted = setOf([...runHashes(all), ...keys.map(({ key }) => key)]);
  const lengths = new Uint8Array(512);
  for (const key of keys) lengths[(key.group << 7) + key.words] = 1;
  const lengthsAt = heap.place(lengths);
  try {
    return withBatch(documents, ({ text, offsets, count }) => {
      const out = heap.allocate(count);
      const sets = { words: words.at, wordShift: words.shift, keys: wanted.at, keyShift: wanted.shift };
      const given = { text, offsets, count, letters, ...sets, factor: FACTOR, lengths: lengthsAt, out };
      const asked = heap.allocate(4 * MayShareFields.length);
      for (const [name, value] of Object.entries(given))
        heap.u32[asked / 4 + MayShareFields[name as keyof typeof given]] = value;
      kernels.mayShare(asked);
      const flags = [...heap.u8.subarray(out, out + count)];
      for (const block of [out, asked]) heap.release(block);
      return flags;
    });
  } finally {
    for (const block of [words.at, wanted.at, lengthsAt]) heap.release(block);
  }
}

const word = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'word', 'слово', 'ấy') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }) },
);
const sentence = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '\x1e', '  ')), { maxLength: 30 })
  .map((all) => all.flat().join(''));
const long = fc.nat(300).map((length) => 'one two three four '.repeat(length / 2));
const sentences = fc.array(fc.oneof({ weight: 9, arbitrary: sentence }, { weight: 1, arbitrary: long }), {
  minLength: 1,
  maxLength: 5,
});

test('the wasm keys of sentences are those of the scalar kernel', () => {
  fc.assert(
    fc.property(sentences, (all) => {
      expect(keysOf(engines.wasm, all)).toEqual(keysOf(engines.scalar, all));
    }),
  );
});

test('wasm and scalar let the same documents through', () => {
  fc.assert(
    fc.property(sentences, sentences, (text, documents) => {
      expect(sharing(engines.wasm, text, documents)).toEqual(sharing(engines.scalar, text, documents));
    }),
    { numRuns: 300 },
  );
});

test('a sentence in any order gets through, wherever it is, and with one word replaced if it has nine in each class', () => {
  const many = Array.from({ length: 60 }, (_, i) => `w${i}`);
  const others = Array.from({ length: 200 }, (_, i) => `other${i}`);
  const pick = fc.shuffledSubarray(many, { minLength: 5, maxLength: 30 });
  fc.assert(
    fc.property(pick, fc.nat(150), (words, at) => {
      const document = (own: readonly string[]) =>
        [...others.slice(0, at), ...own, ...others.slice(at)].join(' ');
      const reversed = words.toReversed();
      for (const kernels of Object.values(engines)) {
        expect(sharing(kernels, [words.join(' ')], [document(reversed), others.join(' ')])).toEqual([1, 0]);
      }
      const counts = [0, 0, 0];
      for (const hash of hashesOf(words.join(' '))) counts[hash % 3]++;
      if (Math.min(...counts) < 3) return;
      const replaced = reversed.with(2, 'replaced');
      expect(sharing(engines.wasm, [words.join(' ')], [document(replaced)])).toEqual([1]);
    }),
  );
});

test('documents of scripts without spaces always get through, and those of other scripts beyond U+0800 do not', () => {
  const documents = ['春天 天来', 'สวัสดี', 'tiếng ấy', 'ქართული ენა', '한국 사람'];
  for (const kernels of Object.values(engines))
    expect(sharing(kernels, ['one two three four five six'], documents)).toEqual([1, 1, 0, 0, 0]);
});
