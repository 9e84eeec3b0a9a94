import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SimhashMode } from '../layouts/modes.ts';
import { HashSet } from './hash-set.ts';
import { fingerprintBytes } from './simhash.ts';

/** Paper A's definition, word for word, in 64-bit integers. */
function independent(text: string): bigint {
  const sums = new Array<number>(64).fill(0);
  for (const word of text.split(' ').filter((part) => part !== '')) {
    let hash = 0n;
    for (const byte of Buffer.from(word)) hash = BigInt.asUintN(64, hash * 65_599n + BigInt(byte));
    for (let i = 0; i < 64; i++) sums[i] += (hash >> BigInt(i)) & 1n ? 1 : -1;
  }
  return sums.reduce((print, sum, i) => (sum > 0 ? print | (1n << BigInt(i)) : print), 0n);
}

function fingerprint(text: string, mode: number): bigint {
  const bytes = Buffer.from(text);
  const halves = new Uint32Array(2);
  fingerprintBytes(bytes, 0, bytes.length, mode, halves);
  return (BigInt(halves[1]) << 32n) | BigInt(halves[0]);
}

describe('the scalar simhash', () => {
  test('agrees with an independent implementation on 10,000 random documents', () => {
    const word = fc.oneof(
      fc.string({ minLength: 1, maxLength: 12 }).map((text) => text.replace(/\s/g, '')),
      fc.stringMatching(/^[a-zа-яїєґ0-9一-龥]{1,9}$/),
    );
    const documents = fc.sample(fc.array(word, { maxLength: 12 }), { numRuns: 10_000, seed: 1 });
    for (const words of documents) {
      const text = words.join(' ');
      expect(fingerprint(text, 0)).toBe(independent(text));
    }
  });

  test('separates words at every byte up to the space, and at any run of them', () => {
    expect(fingerprint('\n\n one \t\0two\x1f\x1fthree  ', 0)).toBe(fingerprint('one two three', 0));
    expect(fingerprint('one!two', 0)).not.toBe(fingerprint('one two', 0));
  });
});

describe('the mixed hash in a fingerprint', () => {
  test('sets every bit of about half of all short words, where sdbm leaves the high bits empty', () => {
    const letters = 'etaoinshrdlcumwfgypbvkjxqz';
    const words = [...letters].flatMap((a) => [...letters].map((b) => a + b));
    const share = (mode: number): number[] =>
      Array.from({ length: 64 }, (_, bit) => {
        const set = words.filter((word) => (fingerprint(word, mode) >> BigInt(bit)) & 1n).length;
        return set / words.length;
      });
    expect(Math.max(...share(0).slice(24))).toBe(0);
    for (const part of share(SimhashMode.mixed)) expect(Math.abs(part - 0.5)).toBeLessThan(0.1);
  });
});

describe('the set of hashes', () => {
  test('knows every value it holds, through growth and after being emptied', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { maxLength: 3000 }), { maxLength: 4 }),
        (rounds) => {
          const set = new HashSet();
          for (const values of rounds) {
            set.clear();
            const model = new Set<string>();
            for (const [lo, hi] of values) {
              expect(set.add(lo, hi)).toBe(!model.has(`${lo},${hi}`));
              model.add(`${lo},${hi}`);
            }
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});
