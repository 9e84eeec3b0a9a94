import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Heap } from './heap.ts';
import type { EngineName, Kernels } from './kernels.ts';
import { loadKernels } from './load.ts';
import { NO_SEED, randomSeed } from './seed.ts';
import { Shape, type ShingleForm, shingleRoom, shingleShape } from './shingle-shape.ts';
import { words } from './wasm/simhash.cases.ts';

const heap = new Heap();
const engines = {} as Record<EngineName, Kernels>;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
});

/** The shingles of a text; fails where the kernel writes beyond its room. */
function shingles(kernels: Kernels, text: string | Uint8Array, form: ShingleForm, seed = NO_SEED): bigint[] {
  const bytes = Buffer.concat([Buffer.from(text), Buffer.of(0)]);
  const shape = shingleShape(form);
  const at = heap.place(bytes);
  const room = 16 * shingleRoom(bytes.length - 1, shape);
  const out = heap.allocate(room + 64);
  heap.u8.fill(0xa5, out + room, out + room + 64);
  const count = kernels.shingles(at, bytes.length - 1, shape, seed.low, seed.high, out);
  const values = Array.from(heap.u64.subarray(out / 8, out / 8 + count));
  expect(heap.u8.subarray(out + room, out + room + 64).every((byte) => byte === 0xa5)).toBe(true);
  heap.release(at);
  heap.release(out);
  return values;
}

const UNITS = ['word', 'character', 'sentence', 'sentence-word'] as const;
const ORDERS = ['strict', 'free'] as const;
const CHECKSUMS = ['fast', 'crc32', 'md5', 'sha1'] as const;

const anyForm: fc.Arbitrary<ShingleForm> = fc.record({
  width: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 6, max: 64 })),
  step: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 64 })),
  unit: fc.constantFrom(...UNITS),
  order: fc.constantFrom(...ORDERS),
  checksum: fc.constantFrom(...CHECKSUMS),
});

/** Words of all lengths, many of them repeated, with ends of sentences among the spaces. */
const anyText = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', 'bc', 'b', 'ї', '中文', 'ab', 'a'.repeat(55), 'x'.repeat(64), 'y'.repeat(700)),
      fc.constantFrom(' ', ' ', ' ', '  ', '\x1e', '\x1e\x1e', ' \x1e'),
    ),
    { maxLength: 90 },
  )
  .map((parts) => Buffer.from(parts.flat().join('')));

describe('shingles, wasm as scalar, bit for bit', () => {
  test('in every shape, of texts with words and sentences of any length', () => {
    fc.assert(
      fc.property(anyText, anyForm, (text, form) => {
        const seed = randomSeed();
        expect(shingles(engines.wasm, text, form)).toEqual(shingles(engines.scalar, text, form));
        expect(shingles(engines.wasm, text, form, seed)).toEqual(shingles(engines.scalar, text, form, seed));
      }),
      { numRuns: 200 },
    );
  });

  test('in every shape, of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), anyForm, (text, form) => {
        const seed = randomSeed();
        expect(shingles(engines.wasm, text, form)).toEqual(shingles(engines.scalar, text, form));
        expect(shingles(engines.wasm, text, form, seed)).toEqual(shingles(engines.scalar, text, form, seed));
      }),
      { numRuns: 200 },
    );
  });

  test('of 3,000 and 60,000 words, all ways to sort', () => {
    for (const count of [3000, 60_000]) {
      for (const form of [
        { width: 3 },
        { width: 1 },
        { width: 3, order: 'free' },
        { width: 3, checksum: 'crc32' },
      ] as const) {
        const text = words(count, count);
        expect(shingles(engines.wasm, text, form)).toEqual(shingles(engines.scalar, text, form));
      }
    }
  });

  test('of a sentence of 30,000 words', () => {
    const text = words(30_000, 4);
    for (const checksum of ['fast', 'md5'] as const) {
      const form = { width: 1, unit: 'sentence', order: 'free', checksum } as const;
      expect(shingles(engines.wasm, text, form)).toEqual(shingles(engines.scalar, text, form));
    }
  });
});

describe.each<EngineName>(['scalar', 'wasm'])('shingles, %s', (name) => {
  const of = (text: string, form: ShingleForm) => shingles(engines[name], text, form);
  const ascending = (values: bigint[]) => [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
  const md5 = (text: string) => createHash('md5').update(text).digest().readBigUInt64BE();
  const sha1 = (text: string) => createHash('sha1').update(text).digest().readBigUInt64BE();

  test('checksums are those that are known', () => {
    // a word that is one shingle: RFC 1321, RFC 3174, and the check value of CRC-32
    expect(of('123456789', { width: 1, checksum: 'crc32' })).toEqual([0xcbf43926n]);
    expect(of('abc', { width: 1, checksum: 'md5' })).toEqual([0x900150983cd24fb0n]);
    expect(of('message digest', { width: 2, checksum: 'md5' })).toEqual([0xf96b697d7cb7938dn]);
    expect(of('abc', { width: 1, checksum: 'sha1' })).toEqual([0xa9993e364706816an]);
    const alphabet = 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq';
    expect(of(alphabet, { width: 1, checksum: 'sha1' })).toEqual([0x84983e441c3bd26en]);
  });

  test('words are joined by one space, characters by nothing, whatever separates them', () => {
    expect(of('a  b\x1ec', { width: 2, checksum: 'md5' })).toEqual(ascending([md5('a b'), md5('b c')]));
    expect(of('ab ї', { width: 2, unit: 'character', checksum: 'sha1' })).toEqual(
      ascending([sha1('ab'), sha1('bї')]),
    );
  });

  test('a step leaves out the shingles between, and only whole ones count', () => {
    const text = 'a b c d e f';
    expect(of(text, { width: 2, step: 2, checksum: 'md5' })).toEqual(
      ascending(['a b', 'c d', 'e f'].map(md5)),
    );
    expect(of(text, { width: 3, step: 2, checksum: 'md5' })).toEqual(ascending(['a b c', 'c d e'].map(md5)));
    expect(of(text, { width: 2, step: 7, checksum: 'md5' })).toEqual([md5('a b')]);
  });

  test('in free order the words of a shingle are sorted by their bytes before they are joined', () => {
    const form = { width: 3, order: 'free', checksum: 'md5' } as const;
    expect(of('cat ant bee', form)).toEqual([md5('ant bee cat')]);
    expect(of('ї z aa a', form)).toEqual(ascending([md5('aa z ї'), md5('a aa z')]));
  });

  test.each(CHECKSUMS)(
    'in free order a permuted shingle is the same, a changed word is not (%s)',
    (checksum) => {
      const form = { width: 4, order: 'free', checksum } as const;
      const permuted = ['a b c d', 'd c b a', 'b d a c', 'a c b d'].map((text) => of(text, form)[0]);
      expect(new Set(permuted).size).toBe(1);
      // other words, the same letters, the same sum of letters, a word twice
      const others = ['a b c e', 'ab c d', 'a b cd', 'a a c d', 'a b c c', 'b b b d'].map(
        (text) => of(text, form)[0],
      );
      expect(new Set([permuted[0], ...others]).size).toBe(7);
      const strict = { width: 4, checksum } as const;
      expect(of('a b c d', strict)).not.toEqual(of('b a c d', strict));
    },
  );

  test('a sentence is one unit, and in free order its words may come in any order', () => {
    const form = { width: 1, unit: 'sentence', checksum: 'md5' } as const;
    expect(of('b a\x1ec\x1e\x1ed e', form)).toEqual(ascending([md5('b a'), md5('c'), md5('d e')]));
    expect(of('b a\x1ec\x1ee d', { ...form, order: 'free' })).toEqual(
      ascending([md5('a b'), md5('c'), md5('d e')]),
    );
    expect(of('b a\x1ec\x1ee d', { ...form, width: 2, order: 'free' })).toEqual(
      ascending([md5('a b c'), md5('c d e')]),
    );
  });

  test('words that may be anywhere in their sentence are sorted there, and no shingle crosses its end', () => {
    const form = { width: 2, unit: 'sentence-word', checksum: 'md5' } as const;
    expect(of('d b a\x1ec\x1e\x1ef e', form)).toEqual(ascending(['a b', 'b d', 'c', 'e f'].map(md5)));
    expect(of('d b a c', { ...form, step: 2 })).toEqual(ascending(['a b', 'c d'].map(md5)));
  });

  test.each(CHECKSUMS)('a word may move as far as its sentence goes, and no farther (%s)', (checksum) => {
    const form = { width: 2, unit: 'sentence-word', checksum } as const;
    const text = of('a b c d e f g\x1eh i j', form);
    expect(of('g b c d e f a\x1ej i h', form)).toEqual(text);
    expect(of('h b c d e f g\x1ea i j', form)).not.toEqual(text);
    // a word in the place of another, wherever it sorts: at most three shingles go, and three come
    for (const word of ['0', 'bb', 'z']) {
      const other = new Set(of(`a b c ${word} e f g\x1eh i j`, form));
      expect(text.filter((value) => !other.has(value)).length).toBeLessThanOrEqual(3);
    }
  });

  test('a text shorter than a shingle is one shingle in every unit, and an empty one has none', () => {
    for (const unit of UNITS) {
      expect(of('one', { width: 5, unit })).toHaveLength(1);
      expect(of('cat', { width: 5, unit })).not.toEqual(of('dog', { width: 5, unit }));
      expect(of('  \x1e ', { width: 5, unit })).toEqual([]);
    }
  });
});

describe('shapes', () => {
  test('a plain number is the shape of that number of words', () => {
    expect(shingleShape({ width: 3 })).toBe(3);
  });

  test('what is out of range is refused', () => {
    expect(() => shingleShape({ width: 0 })).toThrow(
      'Expected `width` to be an integer from 1 to 64, got `0`',
    );
    expect(() => shingleShape({ width: 3, step: 65 })).toThrow('`step`');
    expect(() => shingleShape({ width: 3, unit: 'line' as never })).toThrow('`unit`');
  });

  test('only characters need room for one shingle a byte', () => {
    expect(shingleRoom(100, 3)).toBe(52);
    expect(shingleRoom(100, 3 | Shape.character)).toBe(102);
  });
});
