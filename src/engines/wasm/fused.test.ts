import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { letterTable } from '../../canonicalize/letter-table.ts';
import { openStopWords } from '../../canonicalize/stop-words.ts';
import { type Address, Heap } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { CANONICAL_GROWTH, CanonicalMode, NEEDS_NORMALIZATION, TWO_STEPS } from '../layouts/modes.ts';
import { loadKernels } from '../load.ts';
import { placeTexts } from '../place-texts.cases.ts';
import { generator, randomBytes } from './simhash.cases.ts';

const SIMHASH_MODES = [0, 1, 2, 3, 7];

/** Stop words: none, those of one language for all documents, or of several. */
const STOP_LISTS = ['none', 'one', 'several'] as const;
type StopLists = (typeof STOP_LISTS)[number];

describe('the fused kernel gives what canonicalize and simhash give one after the other', () => {
  let heap: Heap;
  let wasm: Kernels;
  let scalar: Kernels;
  let letters: Address;
  let tables: number[];

  beforeAll(async () => {
    heap = new Heap();
    wasm = await loadKernels('wasm', heap);
    scalar = await loadKernels('scalar', heap);
    letters = heap.place(letterTable());
    const lists = openStopWords(2);
    tables = [0, ...['en', 'uk', 'zh'].map((lang) => heap.place(lists(lang)))];
  });

  /** How many of the runs the fused kernel took to the end; `twins` says whose canonicalize and simhash are the measure. */
  function compare(documents: readonly Uint8Array[], lists: StopLists, ngram = 2, twins = wasm): number {
    const count = documents.length;
    const { text, offsets, bytes } = placeTexts(heap, documents, 0xd0);
    const table = (i: number): number =>
      lists === 'several' ? tables[i % tables.length] : tables[1 + (bytes % (tables.length - 1))];
    const stops = lists === 'none' ? 0 : heap.place(Uint32Array.from({ length: count }, (_, i) => table(i)));
    const out = heap.allocate(Math.ceil(CANONICAL_GROWTH * bytes) + 2 * count + 64);
    const outOffsets = heap.allocate(4 * count + 4);
    const blocks = Array.from({ length: 4 }, () => heap.allocate(8 * count));
    const [words, expectedWords, prints, expectedPrints] = blocks;
    let taken = 0;
    for (const mode of [ngram, ngram | CanonicalMode.normalized]) {
      const batch = { text, offsets, count, letters, stops };
      const canonical = { out, outOffsets, words: expectedWords, places: 0 } as const;
      const written = twins.canonicalize({ ...batch, mode, ...canonical });
      for (const simhashMode of SIMHASH_MODES) {
        const answer = wasm.fused({ ...batch, canonicalMode: mode, simhashMode, out: prints, words });
        if (answer === TWO_STEPS) continue;
        taken++;
        if (written === NEEDS_NORMALIZATION || answer === NEEDS_NORMALIZATION) {
          expect(answer).toBe(written);
          continue;
        }
        expect(answer).toBe(0);
        twins.simhash(out, outOffsets, count, simhashMode, expectedPrints);
        const wrong = documents.findIndex(
          (_, i) =>
            heap.u64[prints / 8 + i] !== heap.u64[expectedPrints / 8 + i] ||
            heap.u32[words / 4 + i] !== heap.u32[expectedWords / 4 + i],
        );
        if (wrong !== -1) {
          const shown = JSON.stringify(Buffer.from(documents[wrong]).toString()).slice(0, 400);
          const [got, want] = [heap.u32[words / 4 + wrong], heap.u32[expectedWords / 4 + wrong]];
          expect.fail(
            `mode ${mode}/${simhashMode}: document ${wrong} of ${count}, ${got} words for ${want}: ${shown}`,
          );
        }
      }
    }
    for (const block of [text, offsets, out, outOffsets, ...blocks]) heap.release(block);
    if (stops !== 0) heap.release(stops);
    return taken;
  }

  test('random bytes of every length from 0 to 600', () => {
    const documents = Array.from({ length: 601 }, (_, length) => randomBytes(length, length));
    compare(documents, 'none');
    compare(documents, 'one');
    for (const document of documents) compare([document], 'none');
  });

  test('unspaced text that is wrapped, over several fills', () => {
    const letters = '漢字的กิก𠮷アx';
    for (const [width, lineBreak] of [
      [1, '\n'],
      [1, `\n${' '.repeat(15)}`],
      [1, `\n${' '.repeat(16)}`],
      [13, '\r\n'],
      [20, ' \n  '],
      [40, '\n'],
      [3, '\v'],
      [7, '\u2028'],
      [1, '\u2028 '],
    ] as const) {
      const random = generator(width + lineBreak.length);
      const lines = Array.from({ length: 6_000 / width }, () =>
        Array.from({ length: width }, () => [...letters][random(random(9) === 0 ? 8 : 3)]).join(''),
      );
      const text = Buffer.from(lines.join(lineBreak));
      for (let shift = 0; shift < 70; shift += 7) {
        for (const n of [1, 2, 3])
          compare([Buffer.concat([Buffer.alloc(shift, 'a '), text]), text], 'none', n);
      }
    }
  });

  test('unspaced text in sentences, with marks of all kinds between them, over several fills', () => {
    const marks = ['。', '，', '—', '\u2028', '\u3099', '\u200b', '\n', 'x', '！？', '\ud800', ' '];
    const letters = [...'漢字的アไ𠮷'];
    for (const usual of [marks.slice(0, 2), marks.slice(0, 4), marks]) {
      const random = generator(usual.length);
      const text = Array.from({ length: 900 }, () => {
        const run = Array.from({ length: random(20) }, () => letters[random(random(50) === 0 ? 6 : 3)]);
        return run.join('') + usual[random(usual.length)];
      });
      const whole = Buffer.from(text.join(''));
      for (let shift = 0; shift < 12; shift++) {
        const documents = [
          Buffer.concat([Buffer.alloc(shift, 'a '), whole]),
          ...text.slice(0, 99).map((run) => Buffer.from(run)),
        ];
        for (const n of [1, 2, 3]) compare(documents, 'none', n);
      }
    }
  });

  test('texts of all scripts, with stop words and without, few and many documents, long and short', () => {
    const pieces = [
      'the',
      'The',
      'QUICK',
      'fox',
      'and',
      '42',
      "don't",
      'a',
      ' ',
      '  ',
      '\n',
      '中\n',
      '漢\r\n   ',
      '10²',
      '²',
      'м²',
      ', ',
      '. ',
      '“',
      '” ',
      '—',
      '\u00a0',
      '\u00ad',
      'слово',
      'СЛОВО',
      'і',
      'м’ята',
      "м'ята",
      'м`ята',
      'ґанок',
      'Ґ',
      'є',
      'Їжак',
      'ѐ',
      "'",
      '’',
      'é',
      'École',
      'ß',
      'ﬁ',
      'İ',
      '中文',
      '漢字',
      '的',
      '。',
      '日本語テキスト',
      'カタカナ',
      'ไทยภาษา',
      'ท่',
      '한국어',
      'العربية',
      'עִברִית',
      '😀',
      '𝒜',
      'Ａ',
      'K',
      'ª',
      'ﬁ',
      '𝛼',
      'Ґ',
      'Ԁ',
      '\u200b',
      'x'.repeat(70),
      'я'.repeat(40),
      '中'.repeat(30),
      'verylongwordindeed',
      '\u0000',
      '\ud800',
    ];
    let taken = 0;
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.array(fc.nat(pieces.length - 1), { maxLength: 60 }),
            fc.constantFrom('', ' '),
            fc.nat(30),
          ),
          { minLength: 1, maxLength: 12 },
        ),
        fc.constantFrom(...STOP_LISTS),
        fc.constantFrom(1, 2, 3),
        (texts, lists, ngram) => {
          const documents = texts.map(([words, glue, times]) =>
            Buffer.from(
              words
                .map((word) => pieces[word])
                .join(glue)
                .repeat(1 + times),
            ),
          );
          taken += compare(documents, lists, ngram);
        },
      ),
      { numRuns: 1000 },
    );
    // many of these words mix scripts, and this kernel leaves such a batch to the two others
    expect(taken).toBeGreaterThan(700);
  });

  test('a letter that changes its size when it is folded, beside letters of other scripts, wherever blocks end', () => {
    const lengths = [1, 2, 3, 29, 30, 31, 32, 33, 61, 62, 63, 64, 65];
    for (const changed of ['𝒜', 'Ａ', 'K', 'ª', 'ﬁ', '𝛼', 'Ґ', 'Ԁ'])
      for (const letter of ['а', 'ґ', 'b', 'α', 'é'])
        for (const length of lengths) {
          const others = letter.repeat(length);
          // one at a time: a document that mixes scripts leaves its whole batch to the two others
          for (const text of [`${others}${changed}`, `${changed}${others}`, `.${others}${changed}`])
            compare([Buffer.from(text)], 'none');
        }
  });

  test('long documents of one script, in which words, letters and runs lie across the ends of fills', () => {
    for (const [alphabet, glue] of [
      ['abcdefgh', ' '],
      ['абвгґдеєжїя', ' '],
      ['天地玄黃宇宙', ''],
      ["абв'’я", ''],
      ['я中 ', ' '],
      ['a中 ', ' '],
    ]) {
      const letter = [...alphabet];
      for (let seed = 0; seed < 12; seed++) {
        const random = generator(seed);
        const word = () =>
          Array.from({ length: 1 + random(9) }, () => letter[random(letter.length)]).join('');
        const text = Array.from({ length: 4000 }, word).join(glue);
        expect(
          compare(
            [Buffer.from(text.slice(seed)), Buffer.from(text.slice(0, 50 * seed))],
            STOP_LISTS[seed % 3],
          ),
        ).toBeGreaterThan(0);
      }
    }
  });

  test('a document of 60,000 distinct words leaves no trace in the fingerprints of later documents', () => {
    const distinct = Array.from({ length: 60_000 }, (_, i) => `w${i.toString(36)}`).join(' ');
    const hostile = Buffer.from(`${distinct} ${'a b c d e f g h i j k l m n '.repeat(400)}`);
    const ordinary = Buffer.from(
      'The Cat sat on the mat, and the Dog (aged 7) looked at it. Їжак їсть яблука!',
    );
    for (const lists of STOP_LISTS) {
      expect(compare([ordinary], lists, 2, scalar)).toBeGreaterThan(0);
      compare([hostile, ordinary], lists);
      expect(compare([ordinary], lists, 2, scalar)).toBeGreaterThan(0);
    }
  });

  test('words and runs of separators longer than a fill', () => {
    const long = 'x'.repeat(5000);
    compare(
      [Buffer.from(`a ${long} b`), Buffer.from(`${' '.repeat(9000)}a${'\u2014'.repeat(3000)}b c`)],
      'none',
    );
    compare(
      [
        Buffer.from(' '.repeat(20_000)),
        Buffer.from(''),
        Buffer.from('\u00ad'.repeat(9000)),
        Buffer.from('end'),
      ],
      'several',
    );
    compare([Buffer.from('я'.repeat(4000)), Buffer.from('中'.repeat(9000))], 'one');
  });
});
