import { describe, expect, it } from 'vitest';
import { Heap } from '../engines/heap.ts';
import { type Address, plus } from '../engines/index.ts';
import { CANONICAL_GROWTH, CanonicalMode, NEEDS_NORMALIZATION } from '../engines/layouts/modes.ts';
import { loadKernels } from '../engines/load.ts';
import { canonicalize } from '../engines/scalar/canonicalize.ts';
import { Canonicalizer } from './canonicalizer.ts';

const ENGLISH =
  'The council will meet on Thursday to discuss the new budget for the schools of the district.';
const UKRAINIAN = 'Міська рада збереться в четвер, щоб обговорити новий бюджет.';

describe('the canonicalizer', () => {
  it('the canonicalizer has no tables when stop words and word forms stay', async () => {
    const { heap, text, offsets } = batch([ENGLISH]);
    const canonicalizer = await Canonicalizer.open(heap, {});
    const tables = canonicalizer.tablesFor(text, offsets, 1, [undefined]);
    expect([tables.stops, tables.stems]).toEqual([0, 0]);
    expect(canonicalizer.mode).toBe(2);
  });

  it('uses the language a document states, and detects it if it states none', async () => {
    const { heap, text, offsets } = batch([ENGLISH, UKRAINIAN, ENGLISH, UKRAINIAN, '123', ENGLISH]);
    const canonicalizer = await Canonicalizer.open(heap, { stopWords: true });
    const langs = [undefined, undefined, 'en-GB', 'uk', undefined, 'tlh'];
    const tables = canonicalizer.tablesFor(text, offsets, 6, langs);
    const { stops } = tables;
    const [english, ukrainian, alsoEnglish, alsoUkrainian, none, unknown] = heap.u32.slice(
      stops >>> 2,
      (stops >>> 2) + 6,
    );
    expect(english).toBeGreaterThan(0);
    expect(ukrainian).toBeGreaterThan(0);
    expect(english).not.toBe(ukrainian);
    expect([alsoEnglish, alsoUkrainian, none, unknown]).toEqual([english, ukrainian, 0, 0]);
    tables.release();
    canonicalizer.close();
  });

  it('gives documents without a language no stems, whatever the memory held before', async () => {
    const { heap, text, offsets } = batch([ENGLISH, '123', '', UKRAINIAN]);
    const canonicalizer = await Canonicalizer.open(heap, { stems: true });
    const used = heap.allocate(16);
    heap.u8.fill(0xa5, used, used + 16);
    heap.release(used);
    const tables = canonicalizer.tablesFor(text, offsets, 4, [undefined, undefined, undefined, undefined]);
    const [english, none, empty, ukrainian] = heap.u32.slice(tables.stems >>> 2, (tables.stems >>> 2) + 4);
    expect([none, empty]).toEqual([0, 0]);
    expect(english).toBeGreaterThan(0);
    expect(ukrainian).toBeGreaterThan(0);
    tables.release();
    canonicalizer.close();
  });

  it('uses the language of the options for documents that come with none', async () => {
    const { heap, text, offsets } = batch([UKRAINIAN, ENGLISH]);
    const canonicalizer = await Canonicalizer.open(heap, { stopWords: true, lang: 'en' });
    const { stops } = canonicalizer.tablesFor(text, offsets, 2, [undefined, 'en']);
    expect(heap.u32[stops >>> 2]).toBe(heap.u32[(stops >>> 2) + 1]);
  });
});

describe('a normalized batch', () => {
  it('holds the same documents in NFC, and the kernel takes it', async () => {
    const { heap, text, offsets } = batch(['plain', 'за\u0301мок и\u0306од', '', 'ｶﾞ \ufeffx\ufffd']);
    const canonicalizer = await Canonicalizer.open(heap);
    const { letters, mode } = canonicalizer;
    const out = heap.allocate(CANONICAL_GROWTH * 100 + 80);
    const numbers = heap.allocate(64);
    const room = { out, outOffsets: numbers, words: plus(numbers, 32) };
    const run = (from: { text: Address; offsets: Address }, bits: number) =>
      canonicalize(heap, { ...from, count: 4, letters, stops: 0, mode: mode | bits, ...room, places: 0 });
    expect(run({ text, offsets }, 0)).toBe(NEEDS_NORMALIZATION);
    const kernels = await loadKernels('scalar', heap);
    const normalized = canonicalizer.normalize(kernels, { text, offsets }, 4, room);
    const length = run(normalized, CanonicalMode.normalized);
    expect(Buffer.from(heap.u8.slice(out, out + length)).toString()).toBe('plain\0замок йод\0\0ガ x\0');
    heap.release(normalized.text);
    heap.release(normalized.offsets);
  });
});

function batch(documents: readonly string[]): { heap: Heap; text: Address; offsets: Address } {
  const heap = new Heap();
  const ends = [0];
  for (const document of documents) ends.push(ends.at(-1)! + Buffer.byteLength(document) + 1);
  const text = heap.place(Buffer.from(`${documents.join('\0')}\0`));
  return { heap, text, offsets: heap.place(Uint32Array.from(ends)) };
}
