import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Heap } from '../engines/heap.ts';
import { loadKernels } from '../engines/load.ts';
import type { EngineName } from '../engines.ts';
import { canonicalText } from './canonical-text.ts';
import { foldText } from './fold-text.ts';
import { TextFolder } from './text-folder.ts';
import { findWords, WordNumbers } from './word-finder.ts';

const folders = {} as Record<EngineName, TextFolder>;

beforeAll(async () => {
  for (const name of ['scalar', 'wasm'] as const) {
    const heap = new Heap();
    folders[name] = new TextFolder(heap, await loadKernels(name, heap));
  }
});

function words(text: string, folder: TextFolder): { words: string[]; slices: string[] } {
  const numbers = new WordNumbers();
  const { numbers: found, starts, ends } = findWords(folder, text, numbers);
  return {
    words: [...found].map((number) => numbers.words[number]),
    slices: [...starts].map((start, i) => text.slice(start, ends[i])),
  };
}

const UNITS = [
  ..."aÉßİıſΐŉЙйм'’-. 1²ⅣǆꭰᲐﬀ한漢汉กิｶ；。\n\v\u2028\u2029\u0085\f",
  ...['\u0301', '\u0308', '\u3099', '\uff9e', '\u1161', '\u00ad', '\u0327', '\ufa38', '😀'],
  ...['滑鼠', '鼠标', '使用者', '巨集', '檔案', 'the '],
];
const anyText = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 1 }), fc.constantFrom(...UNITS)), {
    maxLength: 40,
  })
  .map((units) => Buffer.from(units.join('')).toString());

describe.each<EngineName>(['scalar', 'wasm'])('words in a text, %s', (name) => {
  it('words in a text are the canonical words, each with its place', () => {
    const { words: found, slices } = words(
      '«Свіжа м’ЯТА» — 3,5 kg, 漢字！ и\u0306од за́мок 😀ｶﾞs',
      folders[name],
    );
    expect(found).toEqual(['свіжа', 'мʼята', '3', '5', 'kg', '汉', '字', 'йод', 'замок', 'ガ', 's']);
    expect(slices).toEqual([
      ...['Свіжа', 'м’ЯТА', '3', '5', 'kg', '漢', '字', 'и\u0306од', 'за́мок', 'ｶﾞ', 's'],
    ]);
  });

  it('words in a text are those of the canonical text in regional words too, and their places are those of the characters', async () => {
    const text = '滑鼠和檔案，使用者 e\u0301 巨集x';
    const { words: found, slices } = words(text, folders[name]);
    expect(found.join(' ')).toBe(await canonicalText(text, { ngram: 1 }));
    expect(found).toEqual(['鼠', '标', '和', '文', '档', '用', '户', 'é', '宏', 'x']);
    expect(slices).toEqual(['滑', '鼠', '和', '檔', '案', '使', '用者', 'e\u0301', '巨集', 'x']);
  });

  it('words in a text have equal numbers if they are equal', () => {
    const { numbers } = findWords(folders[name], 'Cat, cat & CAT; dog', new WordNumbers());
    expect([...numbers]).toEqual([0, 0, 0, 1]);
  });

  it('words in a text are those of the canonical text, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(words(text, folders[name]).words.join(' ')).toBe(foldText(text, 1));
      }),
      { numRuns: 1000 },
    );
  });

  it('words in a text go up in the text, and a text that is only the slice of a word has that word', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aБ ,漢’1😀ﾊ') }), (text) => {
        const { starts, ends } = findWords(folders[name], text, new WordNumbers());
        const { words: found, slices } = words(text, folders[name]);
        for (let i = 0; i < starts.length; i++) {
          expect(ends[i]).toBeGreaterThan(starts[i]);
          if (i > 0) expect(starts[i]).toBeGreaterThanOrEqual(ends[i - 1]);
        }
        for (const [i, slice] of slices.entries()) expect(foldText(slice, 1)).toBe(found[i]);
      }),
    );
  });
});

describe('a long text', () => {
  it('a long text has the same words as its parts, wherever it is cut to be canonicalized', () => {
    const parts = ['The cat sat on the mat ', '漢字和滑鼠。', 'за́мок на горі, ', '漢'.repeat(300), '\n'];
    const text = Array.from(
      { length: 9_000 },
      (_, i) => parts[(Math.imul(i, 0x9e3779b1) >>> 13) % parts.length],
    ).join('');
    expect(text.length).toBeGreaterThan(1 << 19);
    const { words: found, slices } = words(text, folders.wasm);
    expect(found.join(' ') === foldText(text, 1)).toBe(true);
    expect(slices.every((slice, i) => slice.length >= found[i].length)).toBe(true);
  });
});
