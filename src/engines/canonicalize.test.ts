import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { normalizeText } from '../canonicalize/normalize.ts';
import { anyText, Bench } from './canonicalize.cases.ts';
import { Heap } from './heap.ts';
import type { EngineName, Kernels } from './kernels.ts';
import { CanonicalMode, NEEDS_NORMALIZATION } from './layouts/modes.ts';
import { loadKernels } from './load.ts';

const STOP_WORDS = ['the', 'and', 'of', 't', 'не', 'на', 'і', 'та', '我们', '的', '了', '中', 'x'];
const NORMALIZED = CanonicalMode.normalized;

const bench = new Bench(new Heap(), STOP_WORDS);
const engines = {} as Record<EngineName, Kernels>;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', bench.heap);
  engines.wasm = await loadKernels('wasm', bench.heap);
});

describe.each<EngineName>(['scalar', 'wasm'])('canonicalize, %s', (name) => {
  const run = (texts: string[], mode = 2, stopped?: (i: number) => boolean) =>
    bench.run(
      engines[name],
      texts.map((text) => Buffer.from(text)),
      mode,
      stopped,
    );
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');

  it('writes every document with a NUL and counts its words', () => {
    const { documents, words } = run(['Hello, World!', '', '...', 'М’ята 中文字']);
    expect(documents).toEqual(['hello world\0', '\0', '\0', utf8('мʼята 中文 文字\0')]);
    expect(words).toEqual([2, 0, 0, 3]);
  });

  it('writes the bytes it says it wrote', () => {
    expect(run(['ab c', 'd']).result).toBe(7);
    expect(run([]).result).toBe(0);
  });

  it('leaves stop words out of the documents that have a table', () => {
    const texts = ['The cat and the dog', 'The cat', 'the', 'of THE mat of', '我們的中文'];
    const { documents, words } = run(texts, 2, (i) => i !== 1);
    expect(documents).toEqual(['cat dog\0', 'the cat\0', '\0', 'mat\0', utf8('们的 的中 中文\0')]);
    expect(words).toEqual([2, 2, 0, 1, 3]);
  });

  it('asks for normalization if NFC might change a text, unless the text is known to be normalized', () => {
    for (const text of [
      'e\u0301',
      'и\u0306',
      '\u212b',
      'ㅏ\u1161',
      'น\u0e4dา',
      'ก\u0e49\u0e38',
      'ｶﾞ',
      'か\u3099',
    ]) {
      expect(run(['plain', text]).result).toBe(NEEDS_NORMALIZATION);
      expect(run(['plain', text], 2 | NORMALIZED).result).toBeGreaterThan(0);
    }
    // points of Hebrew and Arabic are deleted, so their order does not matter
    expect(run(['ש\u05c1\u05bc ا\u0651\u064e\u0653 กู้ ก\u0e38\u0e49 é й ガ x\u0316']).result).toBeGreaterThan(
      0,
    );
  });

  it('asks for normalization of nothing that is normalized already', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const settled = normalizeText(text);
        // what composes with something, somewhere, is asked for again
        fc.pre(!/[\p{M}\u1160-\u11ff]/u.test(settled));
        expect(run([settled]).result).toBeGreaterThan(0);
      }),
    );
  });

  it('separates words at every byte that is not part of well-formed UTF-8', () => {
    const broken = [
      [0x80],
      [0xc0, 0xaf],
      [0xc3],
      [0xe0, 0x9f, 0xbf],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
    ];
    broken.push(
      [0xf0, 0x8f, 0xbf, 0xbf],
      [0xf5, 0x80, 0x80, 0x80],
      [0xe4, 0xb8],
      [0xf0, 0x9f, 0x98],
      [0xff],
      [0xfe],
    );
    const documents = broken.flatMap((bytes) => [Uint8Array.of(97, ...bytes, 98), Uint8Array.of(...bytes)]);
    const outcome = bench.run(engines[name], documents, 2);
    expect(outcome.documents).toEqual(broken.flatMap(() => ['a b\0', '\0']));
  });

  it('keeps the ends of sentences on request, and only after a word', () => {
    const kept = CanonicalMode.sentences;
    const texts = [
      'One two. Three! Four',
      'pi is 3.14, v1.2.',
      '...no. (Yes.) ok?!',
      '中文。字！x',
      'What? 中?文',
      'a…b … c',
      'من؟ نعم۔ हाँ। ठीक॥',
    ];
    expect(run(texts, 1 | kept).documents).toEqual(
      [
        'one two|three|four',
        'pi is 3 14 v1 2',
        'no|yes|ok',
        '中 文|字|x',
        'what|中|文',
        'a b|c',
        'من|نعم|हाँ|ठीक',
      ].map((text) => utf8(`${text.replaceAll('|', '\x1e')}\0`)),
    );
    expect(run(['One. Two. The. Cat'], 2 | kept, () => true).documents).toEqual(['one\x1etwo\x1ecat\0']);
    expect(run(['The. Cat sat on the. The mat'], 2 | kept, () => true)).toMatchObject({
      documents: ['cat sat on\x1emat\0'],
      words: [4],
    });
  });

  it('ends a sentence at a full stop between a letter of a script without spaces and a digit, which is no decimal point', () => {
    const texts = ['标准中.1993 年,3.5万', '中．１９９３年', '標準!2 字?3', '名.bz2 v中2.5', 'あ.\u0661 ก…2'];
    expect(run(texts, 1 | CanonicalMode.sentences).documents).toEqual(
      ['标 准 中|1993 年 3 5 万', '中|1993 年', '标 准|2 字|3', '名 bz2 v 中 2 5', 'あ|1 ก|2'].map((text) =>
        utf8(`${text.replaceAll('|', '\x1e')}\0`),
      ),
    );
    // a byte that is not UTF-8 parts the letter from the full stop
    const broken = Uint8Array.of(...new TextEncoder().encode('中'), 0x80, 0x2e, 0x31);
    expect(bench.run(engines[name], [broken], 1 | CanonicalMode.sentences).documents).toEqual([
      utf8('中 1\0'),
    ]);
  });

  it('lets one line break between two letters of a script without spaces separate nothing', () => {
    for (const lineBreak of [
      ...['\n', '\r\n', '\r', '\v', '\u2028', '  \n', '\n\t  ', ' \u2028\t', '\v '],
      ...[` \r\n${' '.repeat(13)}`, `\u2028${' '.repeat(13)}`],
    ]) {
      for (const n of [1, 2, 3]) {
        const text = ['漢字', '文กิ', 'ก。漢', '字x', '漢y'].join(lineBreak);
        const joined = '漢字文กิก。漢字x漢y'.replace('x', 'x ');
        expect(run([text], n).documents).toEqual(run([joined], n).documents);
      }
    }
    for (const separator of [
      ...[
        '\n\n',
        '\r\n\r\n',
        ' ',
        '\u2029',
        '\u0085',
        '\f',
        '\n\u3000',
        '\v\v',
        '\n\v',
        '\u2028\u2028',
        '\n\u2028',
      ],
      ...[`\n${' '.repeat(16)}`, `\u2028${' '.repeat(14)}`],
    ]) {
      expect(run([`漢字${separator}文`]).documents).toEqual(run(['漢字 文']).documents);
    }
    expect(run(['漢\n', '字', '漢', '\n字']).documents).toEqual(run(['漢', '字', '漢', '字']).documents);
  });

  it('takes a raised digit for the digit, and lets it begin a word after a digit that is not raised', () => {
    const texts = ['м² H₂O x¹⁰', '10² 10⁻³ 2¹⁰', '²x 漢²', '５² 3\u00ad²', 'x²3²', '1¹\u00ad¹'];
    expect(run(texts, 1).documents).toEqual(
      ['м2 h2o x10', '10 2 10 3 2 10', '2x 汉 2', '5 2 3 2', 'x23 2', '1 1 1'].map((text) =>
        utf8(`${text}\0`),
      ),
    );
    const places = bench.run(engines[name], [Buffer.from('10²x')], 1, undefined, true).places;
    expect(places).toEqual(['0 2 2 5']);
  });

  it('writes look-alikes of other scripts in the main script of their word', () => {
    const words = {
      'Кoлo cила': 'коло сила',
      'pаypаl Мicrosоft сοmputer': 'paypal microsoft computer',
      'зáмок cі Щo їжaк ïжак 3aпис': 'замок сі що їжак їжак 3апис',
      'Aθήνα Eίναι ελλάδa': 'αθήνα είναι ελλάδα',
      'c\u00adило\u200bc': 'силос',
      'ІV TNFα βeta': 'iv tnfa beta',
      "об'єкт oб’єкт": 'обʼєкт обʼєкт',
      // every letter that has a look-alike is one
      'реасеful cyчacнiй ραρεrs κWh nВам': 'peaceful сучасній papers κwh nвам',
      // no script can have all letters
      'поDOOM μm Cα αx SMNΔ7 pdfформаті першийID': 'поdoom μm cα αx smnδ7 pdfформаті першийid',
      'mо²漢cо漢 cо': 'мо2 汉 со 汉 со',
    };
    expect(run(Object.keys(words), 1).documents).toEqual(
      Object.values(words).map((text) => utf8(`${text}\0`)),
    );
  });

  it('writes every word of one script as it is', () => {
    const texts = ['Снег, рок and Pop', 'сор cop', 'ΝΑΤΟ НАТО NATO', 'α а a'];
    expect(run(texts, 1).documents).toEqual(
      texts.map((text) => utf8(`${text.toLowerCase().replace(',', '')}\0`)),
    );
  });

  it('gives the place of every word that it writes, n-grams overlapping', () => {
    const places = (text: string, mode: number, stopped = false) => {
      const bytes = Buffer.from(text);
      const outcome = bench.run(engines[name], [Buffer.from('x y'), bytes], mode, () => stopped, true);
      const places = outcome.places[1].split(' ').map(Number);
      return Array.from({ length: places.length / 2 }, (_, i) =>
        bytes.subarray(places[2 * i], places[2 * i + 1]).toString(),
      );
    };
    expect(places('«Свіжа м’ЯТА» — 3,5 kg', 2)).toEqual(['Свіжа', 'м’ЯТА', '3', '5', 'kg']);
    expect(places('漢字文x กิก soft\u00adware\u00ad', 1)).toEqual([
      '漢',
      '字',
      '文',
      'x',
      'กิ',
      'ก',
      'soft\u00adware',
    ]);
    expect(places('漢字文𠮷', 2)).toEqual(['漢字', '字文', '文𠮷']);
    expect(places('漢字文𠮷，漢', 3)).toEqual(['漢字文', '字文𠮷', '漢']);
    expect(places('The cat and the dog', 2, true)).toEqual(['cat', 'dog']);
  });

  it('does not join a letter cut at the end of a document with the document after it', () => {
    const outcome = bench.run(
      engines[name],
      [Uint8Array.of(0xd0), Uint8Array.of(0xb9), Uint8Array.of(0xe4, 0xb8), Uint8Array.of(0xad)],
      2,
    );
    expect(outcome.documents).toEqual(['\0', '\0', '\0', '\0']);
  });
});

describe('canonicalize, wasm as scalar, bit for bit', () => {
  const same = (documents: readonly Uint8Array[], mode: number, stopped?: (i: number) => boolean) => {
    const expected = bench.run(engines.scalar, documents, mode, stopped, true);
    expect(expected.trespassed).toBe(false);
    expect(bench.run(engines.wasm, documents, mode, stopped, true)).toEqual(expected);
    // the fast paths give no places
    const { places: _, ...rest } = bench.run(engines.wasm, documents, mode, stopped);
    expect(expected).toMatchObject(rest);
  };

  it('on texts of all kinds, many documents a batch, n = 1 to 3, with and without stop words', () => {
    const batch = fc.array(anyText(), { maxLength: 8 });
    fc.assert(
      fc.property(
        batch,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 0, max: 3 }),
        (documents, n, stops) => {
          const stopped = stops === 0 ? undefined : (i: number) => stops === 1 || i % 2 === 0;
          same(documents, n | NORMALIZED, stopped);
          same(documents, n | NORMALIZED | CanonicalMode.sentences, stopped);
          same(documents, n, stopped);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('on random bytes of all lengths from 0 to 600', () => {
    const random = generator(1);
    for (let length = 0; length <= 600; length++) {
      const bytes = Uint8Array.from({ length }, () => random(256));
      // mostly ASCII, and mostly letters of two bytes, besides
      const ascii = bytes.map((byte) => (byte < 250 ? byte & 127 : byte));
      const cyrillic = bytes.map((byte, i) =>
        byte < 16 ? byte + 32 : i % 2 === 0 ? 0xd0 | (byte & 1) : 0x80 | (byte & 63),
      );
      same(
        [bytes, ascii, cyrillic],
        (1 + (length % 3)) | NORMALIZED,
        length % 2 === 0 ? () => true : undefined,
      );
    }
  });

  it('on words over 127 and over 4,096 bytes and on runs of separators as long', () => {
    for (const unit of ['a', 'Щ', '漢', '𠮷', 'é', ' ', '. ', "'", '\u00ad', 'กิ', 'a漢']) {
      for (const times of [15, 16, 17, 63, 64, 65, 127, 128, 129, 255, 4095, 4096, 4097, 9000]) {
        const text = Buffer.from(`The ${unit.repeat(times)} of ${unit.repeat(times)}`);
        for (const n of [1, 2, 3])
          same([text, text], n | NORMALIZED, times % 2 === 0 ? () => true : undefined);
      }
    }
  });

  it('on the code points of every plane, alone and between others', () => {
    // planes 4 to 13 hold nothing: their first pages will do
    const empty = (start: number) => start > 0x40000 && start < 0xe0000 && (start & 0xffff) !== 0;
    for (let start = 0; start < 0x110000; start += 0x1000) {
      if (empty(start)) continue;
      const codes = Array.from({ length: 0x1000 }, (_, i) => start + i).filter(
        (code) => code < 0xd800 || code > 0xdfff,
      );
      const chars = codes.map((code) => String.fromCodePoint(code));
      const texts = [
        chars.join(' '),
        chars.join(''),
        chars.map((c) => `a${c}я'`).join(''),
        chars.map((c) => `я'${c}漢`).join(''),
      ];
      same(
        texts.map((text) => Buffer.from(text)),
        (1 + ((start >> 12) % 3)) | NORMALIZED,
      );
      if (start < 0x20000) for (const char of chars) if (/\p{M}/u.test(char)) same([Buffer.from(char)], 2);
    }
  });

  it('for words that mix scripts in any way, in blocks and one by one', () => {
    const letters = [
      ...'aZéﬁａяЖґҐѣαΩᾀ漢5²[\u00ad\u0301\u0483\u200b',
      "'",
      '’',
      ' ',
      'слово',
      'word',
      'λόγος',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom(...letters), { maxLength: 40 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(0, CanonicalMode.sentences),
        (texts, sentences) => {
          same(
            texts.map((pieces) => Buffer.from(pieces.join(''))),
            2 | NORMALIZED | sentences,
          );
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('wherever a letter is in a block', () => {
    for (const letter of [
      'é',
      'Я',
      'aя',
      'яa',
      'cила',
      'éя',
      'αя',
      'я\u00ada',
      '中',
      '𠮷',
      "м'я",
      'I’m',
      '\u00ad',
      '\xa0',
    ]) {
      for (let before = 0; before < 70; before++) {
        const texts = [
          `${'ab, '.repeat(20).slice(0, before)}${letter}`,
          `${'б'.repeat(before)}${letter} z`,
          `${' '.repeat(before)}${letter}${'Щ. '.repeat(9)}`,
        ];
        same(
          texts.map((text) => Buffer.from(text)),
          2,
          before % 2 === 0 ? () => true : undefined,
        );
      }
    }
  });
});

/** Numbers below `limit`, the same in every run (xorshift). */
function generator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}
