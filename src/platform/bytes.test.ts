import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as plain from './bytes.browser.ts';
import {
  findByte,
  findBytes,
  fromBase64,
  fromLatin1,
  latin1,
  sameBytes,
  utf8Bytes,
  utf8Length,
  utf8Text,
  writeUtf8,
} from './bytes.ts';
import { joinBytes } from './join-bytes.ts';

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
        expect(findBytes(inside, wanted, from)).toBe(plain.findBytes(bytes, wanted, from));
        expect(findByte(inside, wanted[0], from)).toBe(bytes.indexOf(wanted[0], from));
      }),
    );
  });

  test('compares and spells bytes as the plain form does', () => {
    fc.assert(
      fc.property(someBytes, someBytes, (a, b) => {
        expect(sameBytes(a, b)).toBe(plain.sameBytes(a, b));
        expect(sameBytes(a, a.slice())).toBe(true);
        expect(latin1(a)).toBe(plain.latin1(a, 0, a.length));
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
        expect([...plain.fromLatin1(latin1(bytes))]).toEqual([...bytes]);
        expect([...fromLatin1(latin1(bytes))]).toEqual([...bytes]);
        expect([...fromBase64(text)]).toEqual([...plain.fromBase64(text)]);
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
        expect(plain.utf8Text(bytes, 0, bytes.length)).toBe(utf8Text(bytes));
        const room = 3 * text.length;
        for (const memory of [new ArrayBuffer(room + 8), new SharedArrayBuffer(room + 8)]) {
          const [target, own] = [new Uint8Array(memory), new Uint8Array(room + 8)];
          expect(plain.writeUtf8(text, own, 2, room)).toBe(writeUtf8(text, target, 2, room));
          expect([...own]).toEqual([...target]);
          expect(plain.writeUtf8(text, target, 2, room)).toBe(utf8Bytes(text).length);
          expect(plain.utf8Text(target, 2, 2 + utf8Length(text))).toBe(
            utf8Text(own, 2, 2 + utf8Length(text)),
          );
        }
      }),
    );
  });
});
