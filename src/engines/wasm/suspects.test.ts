import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { Heap } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { loadKernels } from '../load.ts';
import { placeTexts } from '../place-texts.cases.ts';

const heap = new Heap();
const engines = {} as Record<'scalar' | 'wasm', Kernels>;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
});

function suspectsOf(kernels: Kernels, texts: readonly (string | Uint8Array)[]): number[] {
  const { text, offsets } = placeTexts(heap, texts);
  const out = heap.allocate(texts.length);
  kernels.suspects(text, offsets, texts.length, out);
  const found = Array.from(heap.u8.subarray(out, out + texts.length));
  for (const block of [text, offsets, out]) heap.release(block);
  return found;
}

const PARTS = [
  'a',
  'é',
  'ὰ',
  'ω',
  'і',
  'Ａ',
  'ế',
  '\u0301',
  '\u034f',
  ' ',
  '\n',
  '\x01',
  '\x1e',
  '\u00a0',
  '’',
  '中',
  'م',
  '\u200b',
  '\u2800',
  '\ufe0f',
  '\u{e0041}',
  '\ufeff',
  '\u061c',
  '\u115f',
  '\u17b5',
];

test('wasm and scalar take the same texts for suspicious, whatever bytes they have', () => {
  const part = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom('plain words ', 'слова ') },
    { weight: 1, arbitrary: fc.constantFrom(...PARTS) },
  );
  const text = fc.oneof(
    fc.array(part, { maxLength: 30 }).map((parts) => parts.join('')),
    fc.uint8Array({ maxLength: 60 }),
    fc.array(fc.constantFrom(...PARTS), { maxLength: 4 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
      expect(suspectsOf(engines.wasm, texts)).toEqual(suspectsOf(engines.scalar, texts));
    }),
    { numRuns: 1000 },
  );
});

test('a disguised character is noticed at every place of a text, and ordinary texts are not suspicious', () => {
  const clean = [
    'plain text, “quoted” – café\u00a0naïve\r\n\tend',
    'звичайний текст: є, ї, ґ’анок',
    'Ελληνικά',
    '中文，日本語。',
    'عربي',
  ];
  expect(suspectsOf(engines.wasm, clean)).toEqual(clean.map(() => 0));
  for (let before = 0; before < 40; before++) {
    const [latin, cyrillic] = ['x'.repeat(before), 'я'.repeat(before)];
    const texts = [
      `${latin}c\u0430b`,
      `${latin}c\u0430\u0430`,
      `${latin}c\u0301\u0430`,
      `${cyrillic}аc`,
      `${cyrillic}\u200bя`,
      `${latin}\u2800${latin}`,
      `${latin}\x02${latin}`,
    ];
    expect(suspectsOf(engines.wasm, texts), String(before)).toEqual(texts.map(() => 1));
  }
});
