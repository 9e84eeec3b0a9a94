/** Cases of shingles and of images for every engine. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ShinglesKept } from '../engines.ts';
import { distinctShingles } from './scalar/shingles.ts';
import { type ShingleForm, shingleShape } from './shingle-shape.ts';
import { words } from './wasm/simhash.cases.ts';

export const UNITS = ['word', 'character', 'sentence'] as const;
export const ORDERS = ['classic', 'sorted', 'free'] as const;
const CHECKSUMS = ['fast', 'crc32', 'md5', 'sha1'] as const;

export const anyForm: fc.Arbitrary<ShingleForm> = fc.record({
  width: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 6, max: 64 })),
  step: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 64 })),
  unit: fc.constantFrom(...UNITS),
  order: fc.constantFrom(...ORDERS),
  checksum: fc.constantFrom(...CHECKSUMS),
});

/** Words of all lengths, many of them repeated, with ends of sentences among the spaces. */
export const anyText = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', 'bc', 'b', 'ї', '中文', 'ab', 'a'.repeat(55), 'x'.repeat(64), 'y'.repeat(700)),
      fc.constantFrom(' ', ' ', ' ', '  ', '\x1e', '\x1e\x1e', ' \x1e'),
    ),
    { maxLength: 90 },
  )
  .map((parts) => Buffer.from(parts.flat().join('')));

/** The distinct shingles of a text, ascending, as an engine gives them. */
export type ShinglesOf = (text: string, form: ShingleForm) => Promise<bigint[]>;

export function shingleCases(name: string, of: ShinglesOf): void {
  describe(`shingles, ${name}`, () => {
    const ascending = (values: bigint[]) => [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
    const md5 = (text: string) => createHash('md5').update(text).digest().readBigUInt64BE();
    const sha1 = (text: string) => createHash('sha1').update(text).digest().readBigUInt64BE();

    test('checksums are those that are known', async () => {
      // a word that is one shingle: RFC 1321, RFC 3174, and the check value of CRC-32
      expect(await of('123456789', { width: 1, checksum: 'crc32' })).toEqual([0xcbf43926n]);
      expect(await of('abc', { width: 1, checksum: 'md5' })).toEqual([0x900150983cd24fb0n]);
      expect(await of('message digest', { width: 2, checksum: 'md5' })).toEqual([0xf96b697d7cb7938dn]);
      expect(await of('abc', { width: 1, checksum: 'sha1' })).toEqual([0xa9993e364706816an]);
      const alphabet = 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq';
      expect(await of(alphabet, { width: 1, checksum: 'sha1' })).toEqual([0x84983e441c3bd26en]);
    });

    test('words are joined by one space, characters by nothing, whatever separates them', async () => {
      expect(await of('a  b\x1ec', { width: 2, checksum: 'md5' })).toEqual(
        ascending([md5('a b'), md5('b c')]),
      );
      expect(await of('ab ї', { width: 2, unit: 'character', checksum: 'sha1' })).toEqual(
        ascending([sha1('ab'), sha1('bї')]),
      );
    });

    test('a step leaves out the shingles between, and only whole ones count', async () => {
      const text = 'a b c d e f';
      expect(await of(text, { width: 2, step: 2, checksum: 'md5' })).toEqual(
        ascending(['a b', 'c d', 'e f'].map(md5)),
      );
      expect(await of(text, { width: 3, step: 2, checksum: 'md5' })).toEqual(
        ascending(['a b c', 'c d e'].map(md5)),
      );
      expect(await of(text, { width: 2, step: 7, checksum: 'md5' })).toEqual([md5('a b')]);
    });

    test('in sorted order the words of a shingle are sorted by their bytes before they are joined', async () => {
      const form = { width: 3, order: 'sorted', checksum: 'md5' } as const;
      expect(await of('cat ant bee', form)).toEqual([md5('ant bee cat')]);
      expect(await of('ї z aa a', form)).toEqual(ascending([md5('aa z ї'), md5('a aa z')]));
    });

    test.each(CHECKSUMS)(
      'in sorted order a permuted shingle is the same, a changed word is not (%s)',
      async (checksum) => {
        const form = { width: 4, order: 'sorted', checksum } as const;
        const firstOf = async (texts: string[]) =>
          (await Promise.all(texts.map((text) => of(text, form)))).map(([value]) => value);
        const permuted = await firstOf(['a b c d', 'd c b a', 'b d a c', 'a c b d']);
        expect(new Set(permuted).size).toBe(1);
        // other words, the same letters, the same sum of letters, a word twice
        const others = await firstOf(['a b c e', 'ab c d', 'a b cd', 'a a c d', 'a b c c', 'b b b d']);
        expect(new Set([permuted[0], ...others]).size).toBe(7);
        const classic = { width: 4, checksum } as const;
        expect(await of('a b c d', classic)).not.toEqual(await of('b a c d', classic));
      },
    );

    test('a sentence is one unit, and in sorted order its words may come in any order', async () => {
      const form = { width: 1, unit: 'sentence', checksum: 'md5' } as const;
      expect(await of('b a\x1ec\x1e\x1ed e', form)).toEqual(ascending([md5('b a'), md5('c'), md5('d e')]));
      expect(await of('b a\x1ec\x1ee d', { ...form, order: 'sorted' })).toEqual(
        ascending([md5('a b'), md5('c'), md5('d e')]),
      );
      expect(await of('b a\x1ec\x1ee d', { ...form, width: 2, order: 'sorted' })).toEqual(
        ascending([md5('a b c'), md5('c d e')]),
      );
    });

    test('in free order words are sorted in their sentence, and no shingle crosses its end', async () => {
      const form = { width: 2, order: 'free', checksum: 'md5' } as const;
      expect(await of('d b a\x1ec\x1e\x1ef e', form)).toEqual(ascending(['a b', 'b d', 'c', 'e f'].map(md5)));
      expect(await of('d b a c', { ...form, step: 2 })).toEqual(ascending(['a b', 'c d'].map(md5)));
    });

    test.each(CHECKSUMS)(
      'a word may move as far as its sentence goes, and no farther (%s)',
      async (checksum) => {
        const form = { width: 2, order: 'free', checksum } as const;
        const text = await of('a b c d e f g\x1eh i j', form);
        expect(await of('g b c d e f a\x1ej i h', form)).toEqual(text);
        expect(await of('h b c d e f g\x1ea i j', form)).not.toEqual(text);
        // a word in the place of another, wherever it sorts: at most three shingles go, and three come
        for (const word of ['0', 'bb', 'z']) {
          const other = new Set(await of(`a b c ${word} e f g\x1eh i j`, form));
          expect(text.filter((value) => !other.has(value)).length).toBeLessThanOrEqual(3);
        }
      },
    );

    test('a text shorter than a shingle is one shingle in every unit, and an empty one has none', async () => {
      for (const unit of UNITS) {
        expect(await of('one', { width: 5, unit })).toHaveLength(1);
        expect(await of('cat', { width: 5, unit })).not.toEqual(await of('dog', { width: 5, unit }));
        expect(await of('  \x1e ', { width: 5, unit })).toEqual([]);
      }
    });
  });
}

/** The image of a text as an engine gives it, or undefined if it leaves this to another one. */
export type ImageOf = (
  text: Uint8Array,
  form: ShingleForm,
  kept: ShinglesKept,
) => Promise<{ values: BigUint64Array; isWhole: boolean } | undefined>;

export function imageCases(name: string, imageOf: ImageOf, numRuns: number): void {
  const expectSame: (...asked: Parameters<ImageOf>) => Promise<void> = async (text, form, kept) => {
    const image = await imageOf(text, form, kept);
    if (image === undefined) return;
    const all = distinctShingles(text, shingleShape(form));
    const values = all.filter((value) => value % BigInt(kept.divisor) === 0n).slice(0, kept.least);
    expect(image).toEqual({ values, isWhole: values.length === all.length });
  };

  describe(`images, ${name}`, () => {
    const anyKept = fc.record({
      least: fc.constantFrom(Number.POSITIVE_INFINITY, 1, 5, 1000),
      divisor: fc.constantFrom(1, 1, 10, 25, 49),
    });

    test('images are made of all shingles in every shape, from texts with words of any length', async () => {
      await fc.assert(fc.asyncProperty(anyText, anyForm, anyKept, expectSame), { numRuns });
    });

    test('images are made of all shingles in every shape, from any bytes', async () => {
      await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), anyForm, anyKept, expectSame), {
        numRuns,
      });
    });

    test('images have the n smallest different shingles, no matter how often the smallest are repeated', async () => {
      const text = Buffer.from(`${'a b c d e '.repeat(3000)}${Buffer.from(words(300, 1))}`);
      for (const checksum of ['fast', 'crc32', 'md5'] as const) {
        for (const least of [1, 6, 60]) await expectSame(text, { width: 3, checksum }, { least, divisor: 1 });
      }
    });

    test('images keep the shingles divisible by m, and all', async () => {
      const text = words(4000, 2);
      for (const checksum of ['fast', 'crc32', 'md5'] as const) {
        for (const divisor of [1, 10, 33, 50]) {
          const order = divisor === 33 ? 'sorted' : 'classic';
          await expectSame(text, { width: 3, checksum, order }, { least: Number.POSITIVE_INFINITY, divisor });
        }
      }
    });
  });
}
