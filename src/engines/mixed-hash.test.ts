import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mix, mixedHash } from './mixed-hash.ts';

const half = fc.integer({ min: 0, max: 0xffff_ffff });

/** The definition in 64-bit integers, piece by piece. */
function independent(word: Uint8Array): bigint {
  let hash = 0n;
  const padded = Buffer.concat([Buffer.alloc((8 - (word.length % 8)) % 8), word]);
  for (let at = 0; at < padded.length; at += 8) {
    const halves = new Uint32Array(2);
    const piece = hash ^ padded.readBigUInt64LE(at);
    halves.set([Number(piece & 0xffff_ffffn), Number(piece >> 32n)]);
    mix(halves);
    hash = (BigInt(halves[1]) << 32n) | BigInt(halves[0]);
  }
  return hash;
}

/** The rounds of `mix` backwards. */
function undo(halves: Uint32Array): void {
  let [lo, hi] = halves;
  lo ^= (lo >>> 15) ^ (lo >>> 30);
  lo -= Math.imul(hi, 0x27d4eb2f);
  hi ^= hi >>> 16;
  hi -= Math.imul(lo, 0xc2b2ae35);
  lo |= 0;
  lo ^= (lo >>> 15) ^ (lo >>> 30);
  lo -= Math.imul(hi, 0x85ebca6b);
  hi |= 0;
  hi ^= (hi >>> 14) ^ (hi >>> 28);
  // 0x9e3779b1 times this is 1, modulo 2^32
  hi = Math.imul(hi ^ lo, 0x0e8b2f51);
  halves.set([lo, hi]);
}

function hashOf(word: Uint8Array): bigint {
  const halves = new Uint32Array(2);
  mixedHash(word, 0, word.length, halves);
  return (BigInt(halves[1]) << 32n) | BigInt(halves[0]);
}

describe('the mixed hash', () => {
  test.each([
    ['a', 1, 0x23000a28b438c293n],
    ['word', 4, 0x93fd841f319b7c8fn],
    ['elephant', 8, 0xa3c61c35d4f609ebn],
    ['elephants', 9, 0x633d57085fbfa8b8n],
    ['internationalized', 17, 0x528bc32989cb4b57n],
    ['pneumonoultramicroscopicsilicovolcanoconiosis', 45, 0x20f65485da263dc8n],
    ['größe', 7, 0xbe66552a3cb9af53n],
    ['слово', 10, 0x722274f7bba7457an],
  ])(
    'the mixed hash of `%s` (%i bytes) stays what it is, because index files depend on it',
    (word, bytes, hash) => {
      const encoded = Buffer.from(word);
      expect(encoded.length).toBe(bytes);
      expect(hashOf(encoded)).toBe(hash);
    },
  );

  test('mixes pieces of eight bytes, the last of which is full', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (word) => {
        expect(hashOf(word)).toBe(independent(word));
      }),
    );
  });

  test('the mixed hash does not change with zeros in front of the word', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), fc.nat(20), (word, zeros) => {
        expect(hashOf(Buffer.concat([Buffer.alloc(zeros), word]))).toBe(hashOf(word));
      }),
    );
  });

  test('the mixed hash can be undone piece by piece, so that words of up to eight bytes never share a hash', () => {
    fc.assert(
      fc.property(half, half, (lo, hi) => {
        const halves = Uint32Array.of(lo, hi);
        mix(halves);
        undo(halves);
        expect([...halves]).toEqual([lo, hi]);
      }),
    );
  });

  test('flips every output bit with probability 0.5 ± 0.02 when any one input bit flips', () => {
    const samples = 20_000;
    const values = fc.sample(fc.tuple(half, half), { numRuns: samples, seed: 1 });
    const flips = new Uint32Array(64 * 64);
    const before = new Uint32Array(2);
    const after = new Uint32Array(2);
    for (const value of values) {
      before.set(value);
      mix(before);
      for (let input = 0; input < 64; input++) {
        after.set(value);
        after[input >>> 5] ^= 1 << (input & 31);
        mix(after);
        for (let output = 0; output < 64; output++) {
          flips[64 * input + output] += ((before[output >>> 5] ^ after[output >>> 5]) >>> (output & 31)) & 1;
        }
      }
    }
    expect(Math.max(...flips) / samples).toBeLessThan(0.52);
    expect(Math.min(...flips) / samples).toBeGreaterThan(0.48);
  });

  test.each([
    ['numbers', Array.from({ length: 20_000 }, (_, i) => String(i))],
    ['words with one beginning', letters().map((ending) => `alpha${ending}`)],
    ['words with one ending', letters().map((beginning) => `${beginning}tion`)],
  ])('gives %s bits that are as independent as random ones', (_, words) => {
    const hashes = words.map((word) => hashOf(Buffer.from(word)));
    const columns = Array.from({ length: 64 }, (_, bit) =>
      hashes.map((hash) => ((hash >> BigInt(bit)) & 1n ? 1 : -1)),
    );
    // standard deviations from what chance gives; the largest of 2,080 is about 3.7
    const far = (sum: number): number => Math.abs(sum) / Math.sqrt(words.length);
    for (let a = 0; a < 64; a++) {
      expect(far(columns[a].reduce((sum, one) => sum + one, 0))).toBeLessThan(5);
      for (let b = 0; b < a; b++) {
        let sum = 0;
        for (let i = 0; i < words.length; i++) sum += columns[a][i] * columns[b][i];
        expect(far(sum)).toBeLessThan(5);
      }
    }
  });
});

/** All strings of three letters. */
function letters(): string[] {
  const all = [...'abcdefghijklmnopqrstuvwxyz'];
  return all.flatMap((a) => all.flatMap((b) => all.map((c) => a + b + c)));
}
