import { describe, expect, it } from 'vitest';
import { charsetOf, checkEncoding, decodeText } from './charset.ts';
import { charsetDecoder } from './decoders.ts';

const UKRAINIAN =
  'Усі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю ' +
  'і повинні діяти у відношенні один до одного в дусі братерства. Їжак, ґанок, єдність: «так» — і ні.\n';
const RUSSIAN =
  'Все люди рождаются свободными и равными в своём достоинстве и правах. Они наделены разумом и совестью ' +
  'и должны поступать в отношении друг друга в духе братства. Съешь ещё этих мягких булок.\n';
const SIMPLIFIED =
  '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神互相对待。' +
  '人人有资格享有本宣言所载的一切权利和自由，不分种族、肤色、性别、语言。\n';
const TRADITIONAL =
  '人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神互相對待。' +
  '人人有資格享有本宣言所載的一切權利和自由，不分種族、膚色、性別、語言。\n';

/** Encodes by turning the decoder around: every one-byte and two-byte sequence is tried once. */
function encoder(charset: string): (text: string) => Buffer {
  const decoder = charsetDecoder(charset);
  const table = new Map<string, number[]>();
  const add = (bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte++) add([byte]);
  if (/^(gb|big5)/.test(charset)) {
    for (let lead = 0x81; lead < 0xff; lead++)
      for (let trail = 0x40; trail < 0xff; trail++) add([lead, trail]);
  }
  return (text) =>
    Buffer.from(
      [...text].flatMap((character) => {
        const bytes = table.get(character);
        if (!bytes) throw new Error(`${charset} has no ${character}`);
        return bytes;
      }),
    );
}

const decode = async (bytes: Uint8Array, encoding = 'auto') => {
  const text = await decodeText(bytes, encoding);
  return typeof text === 'string' ? text : Buffer.from(text).toString();
};
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('charset', () => {
  it.each([
    ['windows-1251', UKRAINIAN],
    ['koi8-u', UKRAINIAN.replace(/[«»—]/g, '-')],
    ['ibm1125', UKRAINIAN.replace(/[«»—]/g, '-')],
    ['ibm866', RUSSIAN],
    ['windows-1251', RUSSIAN],
    ['koi8-u', RUSSIAN],
    ['iso-8859-5', RUSSIAN],
    ['gb18030', SIMPLIFIED],
    ['big5', TRADITIONAL],
  ])('finds out %s from one or two sentences', async (charset, text) => {
    const bytes = encoder(charset)(text);
    expect(await decode(bytes)).toBe(text);
    // what comes before the first letter of it does not matter
    expect(await decode(Buffer.concat([Buffer.alloc(10_000, 'plain ASCII. '), bytes]))).toContain(text);
    expect(await decode(bytes, charset)).toBe(text);
  });

  it('reads UTF-16 of both byte orders with and without a byte order mark', async () => {
    for (const text of [UKRAINIAN, RUSSIAN, SIMPLIFIED, 'Plain English, 42.\n']) {
      for (const mark of ['\ufeff', '']) {
        expect(await decode(Buffer.from(mark + text, 'utf16le'))).toBe(text);
        expect(await decode(utf16be(mark + text))).toBe(text);
      }
    }
  });

  it('reads UTF-32 of both byte orders with and without a byte order mark', async () => {
    const utf32 = (text: string, little: boolean) => {
      const view = new DataView(new ArrayBuffer(4 * [...text].length));
      [...text].forEach((char, i) => {
        view.setUint32(4 * i, char.codePointAt(0)!, little);
      });
      return new Uint8Array(view.buffer);
    };
    for (const text of [UKRAINIAN, SIMPLIFIED, 'Plain English, 42, \u{1f600}.\n'])
      for (const mark of ['\ufeff', ''])
        for (const little of [true, false]) expect(await decode(utf32(mark + text, little))).toBe(text);
  });

  it('gives valid UTF-8 back as the same bytes, without its byte order mark', async () => {
    const bytes = Buffer.from(`\ufeff${UKRAINIAN}${SIMPLIFIED}\0`);
    const text = await decodeText(bytes, 'auto');
    expect(text).toBeInstanceOf(Uint8Array);
    expect((text as Uint8Array).buffer).toBe(bytes.buffer);
    expect(Buffer.from(text as Uint8Array).toString()).toBe(`${UKRAINIAN}${SIMPLIFIED}\0`);
  });

  it('takes valid UTF-8 for UTF-8, whatever is declared', async () => {
    expect((await charsetOf(Buffer.from(UKRAINIAN), 'auto', 'windows-1251')).charset).toBe('utf-8');
  });

  it('believes a declaration before it guesses, unless no decoder has that name', async () => {
    const bytes = encoder('koi8-u')('Їжак');
    expect(await decodeText(bytes, 'auto', 'KOI8-U')).toBe('Їжак');
    await expect(decodeText(bytes, 'auto', 'klingon')).resolves.toBeTypeOf('string');
  });

  it('replaces the bad bytes of damaged UTF-8 and keeps the rest', async () => {
    const bytes = Buffer.concat([Buffer.from(UKRAINIAN), Buffer.from([0xff, 0xd0]), Buffer.from(SIMPLIFIED)]);
    expect(await decode(bytes)).toBe(`${UKRAINIAN}\ufffd\ufffd${SIMPLIFIED}`);
    expect(await decode(Buffer.from(UKRAINIAN).subarray(0, -2).subarray(1))).toContain('люди народжуються');
  });

  it('replaces bytes that no charset explains', async () => {
    const bytes = Buffer.concat([
      Buffer.from('some words '),
      Buffer.alloc(40, 0x81),
      Buffer.from(' and more'),
    ]);
    expect(await decode(bytes)).toMatch(/^some words \ufffd+ and more$/);
  });

  it('charset detection never fails, whatever the bytes', async () => {
    for (const bytes of [
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      Uint8Array.from({ length: 5000 }, (_, i) => (i * 2654435761) >>> 24),
      Uint8Array.of(0x80),
      Uint8Array.of(0xff),
      Uint8Array.of(0xfe, 0xff, 0xd8),
      new Uint8Array(0),
      new Uint8Array(100),
    ]) {
      expect(await decode(bytes)).toBeTypeOf('string');
    }
    expect(await decode(Uint8Array.of(0x61, 0x80, 0x62), 'utf-8')).toBe('a\ufffdb');
  });

  it('charset detection does not take a table of small numbers for UTF-16 or UTF-32', async () => {
    const numbers = Array.from({ length: 2000 }, (_, i) => i + 1);
    for (const table of [Uint16Array.from(numbers), Uint32Array.from(numbers)])
      expect((await charsetOf(new Uint8Array(table.buffer), 'auto')).charset).not.toMatch(/utf-(?:16|32)/);
  });

  it('charset detection does not take text with NUL bytes for UTF-16', async () => {
    expect(await decode(Buffer.from('one\0two\0three\0'))).toBe('one\0two\0three\0');
  });

  it('raises BAD_OPTION for an unknown charset', () => {
    expect(() => checkEncoding('klingon')).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }));
    for (const name of ['auto', 'utf-8', 'cp1251', 'KOI8-U', 'gb18030', 'big5', 'utf-16be'])
      checkEncoding(name);
  });
});
