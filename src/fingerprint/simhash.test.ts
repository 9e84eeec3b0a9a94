import { describe, expect, test } from 'vitest';
import type { FingerprintOptions } from '../fingerprint.ts';
import { formatFingerprint, parseFingerprint, simhashMode, simhashOf } from './simhash.ts';

const PAPER: Partial<FingerprintOptions> = { hash: 'sdbm', features: 'counts' };
const bits = (fingerprint: bigint): string => fingerprint.toString(2).padStart(64, '0');

describe('simhash as published (paper A: "A school is a school if it has students and teachers")', () => {
  const words = ['school', 'school', 'students', 'teachers'];

  test.each([
    ['school', '0001100010100100001000101000010101011000001101010000111011110100'],
    ['students', '0110001001010100000110011101001010001000110100111001101100111000'],
    ['teachers', '1010011000101110111000111100110100100111001000010100000110110001'],
  ])('the sdbm signature of "%s" is the printed one', (word, printed) => {
    expect(bits(simhashOf(word, PAPER))).toBe(printed);
  });

  test('the signatures add up to the printed vector V', () => {
    const signatures = words.map((word) => bits(simhashOf(word, PAPER)));
    const sums = Array.from({ length: 64 }, (_, i) =>
      signatures.reduce((sum, signature) => sum + (signature[i] === '1' ? 1 : -1), 0),
    );
    expect(sums.join(',')).toBe(
      '-2,-2,0,0,0,-2,0,-4,0,-2,2,-2,-2,4,-2,-4,-2,-2,2,-2,-2,-4,2,0,4,0,-4,-2,-2,2,-2,2,' +
        '-2,0,-2,0,2,-2,-2,-2,-2,-2,2,2,-4,0,-2,4,-2,-2,-4,-2,2,0,2,0,2,0,4,4,-2,0,-4,-2',
    );
  });

  test('ties become 0 by the rule in the text', () => {
    expect(bits(simhashOf(words.join(' '), PAPER))).toBe(
      '0000000000100100001000101000010100001000001100010000101010110000',
    );
  });

  test('ties become 1 in the printed example', () => {
    expect(bits(simhashOf(words.join(' '), { ...PAPER, ties: 1 }))).toBe(
      '0011101010100100001000111100010101011000001101010000111111110100',
    );
  });
});

describe('options', () => {
  test('a set counts a repeated word once', () => {
    expect(simhashOf('school students school teachers')).toBe(simhashOf('teachers students school'));
    expect(simhashOf('school students school teachers', { features: 'counts' })).not.toBe(
      simhashOf('teachers students school', { features: 'counts' }),
    );
  });

  test('the defaults are the mixed hash, sets, ties to 0', () => {
    expect(simhashMode()).toBe(simhashMode({ hash: 'mixed', features: 'sets', ties: 0 }));
  });

  test('a text without words has fingerprint 0, also with ties to 1', () => {
    expect(simhashOf('')).toBe(0n);
    expect(simhashOf(' \n\0 ', { ties: 1 })).toBe(0n);
  });

  test('a wrong option is refused with the values that exist', () => {
    expect(() => simhashMode({ hash: 'md5' as 'sdbm' })).toThrow('`mixed` or `sdbm`, got `md5`');
  });
});

describe('written fingerprints', () => {
  test('written fingerprints are 16 digits and read back to the same value', () => {
    for (const value of [0n, 1n, 0xffff_ffff_ffff_ffffn, 0x00ab_0000_1234_5678n]) {
      expect(formatFingerprint(value)).toMatch(/^[0-9a-f]{16}$/);
      expect(parseFingerprint(formatFingerprint(value))).toBe(value);
    }
  });

  test('written fingerprints that are not 16 hexadecimal digits are refused', () => {
    expect(() => parseFingerprint('12')).toThrow('16 hexadecimal digits');
    expect(() => parseFingerprint('0x00000000000000')).toThrow('16 hexadecimal digits');
  });
});
