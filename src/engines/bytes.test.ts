import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findByte,
  findBytes,
  fromBase64,
  fromLatin1,
  joinBytes,
  latin1,
  plainBytes,
  sameBytes,
  utf8Bytes,
  utf8Length,
  utf8Text,
  writeUtf8,
} from './bytes.ts';

/** Few different bytes, so that there is something to find. */
const someBytes = fc
  .array(fc.constantFrom(0, 1, 0x80, 0xff), { maxLength: 40 })
  .map((a) => Uint8Array.from(a));
const wantedBytes = someBytes.filter((bytes) => bytes.length > 0 && bytes.length < 4);

describe('what Node does faster', () => {
  test('finds what the plain form finds, also in the middle of a larger memory', () => {
    fc.assert(
      fc.property(someBytes, wantedBytes, fc.nat(10), (bytes, wanted, from) => {
        const memory = joinBytes([wanted, bytes, wanted]);
        const inside = memory.subarray(wanted.length, wanted.length + bytes.length);
        expect(findBytes(inside, wanted, from)).toBe(plainBytes.find(bytes, wanted, from));
        expect(findByte(inside, wanted[0], from)).toBe(bytes.indexOf(wanted[0], from));
      }),
    );
  });

  test('compares and spells bytes as the plain form does', () => {
    fc.assert(
      fc.property(someBytes, someBytes, (a, b) => {
        expect(sameBytes(a, b)).toBe(plainBytes.same(a, b));
        expect(sameBytes(a, a.slice())).toBe(true);
        expect(latin1(a)).toBe(plainBytes.latin1(a, 0, a.length));
        expect(latin1(a, 1, a.length)).toBe(
          [...a]
            .slice(1)
            .map((byte) => String.fromCharCode(byte))
            .join(''),
        );
      }),
    );
  });

  test('makes bytes of Latin-1 and of any Base64, damaged or not, as the plain form does', () => {
    const base64 = fc.string({ unit: fc.constantFrom(...'AZaz09+/-_= \n*'), maxLength: 20 });
    fc.assert(
      fc.property(someBytes, base64, (bytes, text) => {
        expect([...plainBytes.fromLatin1(latin1(bytes))]).toEqual([...bytes]);
        expect([...fromLatin1(latin1(bytes))]).toEqual([...bytes]);
        expect([...fromBase64(text)]).toEqual([...plainBytes.fromBase64(text)]);
      }),
    );
  });

  test('counts the bytes of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });

  test('decodes and writes UTF-8, damaged or not, in shared memory or not, as the plain form does', () => {
    fc.assert(
      fc.property(someBytes, fc.string({ unit: 'binary' }), (bytes, text) => {
        expect(plainBytes.utf8Text(bytes, 0, bytes.length)).toBe(utf8Text(bytes));
        const room = 3 * text.length;
        for (const memory of [new ArrayBuffer(room + 8), new SharedArrayBuffer(room + 8)]) {
          const [target, plain] = [new Uint8Array(memory), new Uint8Array(room + 8)];
          expect(plainBytes.writeUtf8(text, plain, 2, room)).toBe(writeUtf8(text, target, 2, room));
          expect([...plain]).toEqual([...target]);
          expect(plainBytes.writeUtf8(text, target, 2, room)).toBe(utf8Bytes(text).length);
          expect(plainBytes.utf8Text(target, 2, 2 + utf8Length(text))).toBe(
            utf8Text(plain, 2, 2 + utf8Length(text)),
          );
        }
      }),
    );
  });
});
