import { describe, expect, it } from 'vitest';
import { ArrowWriter, buildColumn, type PlainType, type PlainValue, plainField } from '../../arrow/index.ts';
import type { ReadDocument, ReadItem, Source } from '../../read.ts';
import { DEFAULTS, itemsOf, textOf } from '../contract.cases.ts';
import { type Seed, seeds } from '../seeds.cases.ts';
import { memorySource } from '../sources/memory-source.ts';
import { arrow } from './arrow.ts';

type Columns = Readonly<Record<string, readonly [type: PlainType, values: readonly PlainValue[]]>>;

async function arrowOf(columns: Columns, form: 'file' | 'stream' = 'stream'): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const entries = Object.entries(columns);
  const fields = entries.map(([name, [type]]) => plainField(name, type));
  const writer = new ArrowWriter({ fields, metadata: [] }, form, (bytes) => {
    parts.push(bytes);
  });
  await writer.begin();
  const [[, [, { length }]]] = entries;
  await writer.batch({ length, columns: entries.map(([, [, values]], i) => buildColumn(fields[i], values)) });
  await writer.end();
  return Buffer.concat(parts);
}

const TABLE: Columns = {
  id: ['integer', [1, 2, 3]],
  text: ['text', ['Їжак', null, '文本']],
  big: ['integer', [2n ** 60n, 1, 2]],
  lang: ['text', ['uk', null, 'zh']],
};

/** Made by PyArrow. */
const [STREAM, FILE] = seeds()
  .filter(({ format }) => format === 'arrow')
  .map((seed: Seed) => Buffer.from(seed.pack(seed.parts)));

/** A file of which any part can be read, as one on a disk. */
function storedSource(bytes: Uint8Array): Source {
  return {
    name: 'stored',
    size: bytes.length,
    async *open() {
      yield bytes;
    },
    openFile: async () => ({
      read(target, offset, length, position) {
        const part = bytes.subarray(position, position + length);
        target.set(part, offset);
        return part.length;
      },
      keepOpen() {},
      async close() {},
    }),
  };
}

function problemsOf(items: readonly ReadItem[]): string[] {
  return items.flatMap((item) => item.problem ?? []);
}

describe('Arrow', () => {
  it.each(['file', 'stream'] as const)(
    'gives a document per row of Arrow with id, row number and the other columns: %s',
    async (form) => {
      const [first, second, third] = await itemsOf(arrow, await arrowOf(TABLE, form));
      expect({ ...first, meta: (first as ReadDocument).meta }).toMatchObject({
        id: '1',
        line: 1,
        lang: 'uk',
        meta: { big: '1152921504606846976', lang: 'uk' },
      });
      expect(textOf(first)).toBe('Їжак');
      expect(second).toEqual({
        line: 2,
        problem: 'Expected the column `text` to be a string, got null.',
      });
      expect(textOf(third)).toBe('文本');
    },
  );

  it('reads Zstandard, LZ4, views, dictionaries, runs and unions as PyArrow writes them', async () => {
    const told = async (bytes: Uint8Array) =>
      (await itemsOf(arrow, bytes)).map((item) =>
        item.problem === undefined ? { id: item.id, text: textOf(item), ...item.meta } : item.problem,
      );
    const missing = 'Expected the column `text` to be a string, got null.';
    expect(await told(STREAM)).toEqual([
      { id: '1', text: 'One sentence that is a document.', d: 'x', l: [1], r: 'p' },
      missing,
      { id: '3', text: 'Ще одне речення.', d: 'x', l: [2, 3], r: 'q' },
    ]);
    expect(await told(FILE)).toEqual([
      {
        id: 'a',
        text: 'One sentence that is a document.',
        s: { a: [1], b: null },
        u: 1,
        t: '1970-01-01T00:00:00.001Z',
      },
      missing,
      { id: 'c', text: 'Ще одне речення.', s: { a: [], b: true }, u: 2, t: null },
    ]);
  });

  it('gives the same for chunks of Arrow data of any size', async () => {
    const whole = await itemsOf(arrow, FILE);
    for (const size of [1, 13, 1000]) {
      const chunks = Array.from({ length: Math.ceil(FILE.length / size) }, (_, i) =>
        FILE.subarray(i * size, (i + 1) * size),
      );
      expect((await itemsOf(arrow, chunks)).map((item) => item.problem ?? textOf(item))).toEqual(
        whole.map((item) => item.problem ?? textOf(item)),
      );
    }
  });

  it('names the columns of Arrow data if the one with the text is missing, or holds no text', async () => {
    const bytes = await arrowOf(TABLE);
    await expect(itemsOf(arrow, bytes, { textField: 'body' })).rejects.toThrow(
      'Expected a column `body`, got `id`, `text`, `big`, `lang`',
    );
    await expect(itemsOf(arrow, bytes, { textField: 'big' })).rejects.toThrow(
      'Expected the column `big` to be a string, got int64.',
    );
  });

  it('reads text of several columns of Arrow data, and leaves out a text that is too long', async () => {
    const bytes = await arrowOf(TABLE);
    const items = await itemsOf(arrow, bytes, { textField: 'lang,text' });
    expect(items.map((item) => item.problem ?? textOf(item))).toEqual([
      'uk\n\nЇжак',
      'Expected the columns `lang` and `text` to be strings, got null.',
      'zh\n\n文本',
    ]);
    const [first] = await itemsOf(arrow, bytes, { maxDocument: 7 });
    expect(first).toMatchObject({ line: 1, problem: expect.stringContaining('at most 7 bytes, got 8') });
  });

  it('says at whatever byte Arrow data was cut off, after the documents before', async () => {
    const before: string[] = [];
    const reading = async () => {
      for await (const item of arrow.read(memorySource('cut', FILE.subarray(0, -1)), DEFAULTS))
        before.push(item.problem ?? textOf(item));
    };
    await expect(reading()).rejects.toThrow('got a file that was cut off');
    expect(before[0]).toBe('One sentence that is a document.');
    for (const bytes of [STREAM, FILE])
      for (let end = 8; end < bytes.length; end += 37)
        await expect(itemsOf(arrow, bytes.subarray(0, end)), String(end)).rejects.toThrow(/^Expected /);
  });

  it('Arrow data with any byte forged is read or refused in our own words', async () => {
    for (const [bytes, asSource] of [
      [STREAM, (forged: Uint8Array) => forged],
      [FILE, (forged: Uint8Array) => forged],
      [FILE, storedSource],
    ] as const) {
      for (let at = 0; at < bytes.length; at++) {
        const forged = Buffer.from(bytes);
        forged[at] ^= at % 3 === 0 ? 0xff : at % 3 === 1 ? 0x01 : 0x80;
        try {
          const items = await itemsOf(arrow, asSource(forged));
          for (const item of items) if (item.problem === undefined) JSON.stringify(item.meta);
          expect(problemsOf(items).join('\n')).not.toMatch(/Error|undefined|range/);
        } catch (error) {
          expect((error as Error).message, String(at)).toMatch(/^(?:Expected|Cannot) /);
        }
      }
    }
  });

  it('an Arrow file whose table names a message again and again is refused', async () => {
    const bytes = await arrowOf(TABLE, 'file');
    const items = await itemsOf(arrow, storedSource(bytes));
    expect(items.length).toBe(3);
    const footer = bytes.length - 10 - bytes.readUInt32LE(bytes.length - 10);
    // the list of batches: its length, and then the place of the only one
    const isMessage = (place: bigint) =>
      place > 8n && place < footer && bytes.readUInt32LE(Number(place)) === 0xffffffff;
    const at = [...Array(bytes.length - 28 - footer).keys()]
      .map((i) => footer + i)
      .find((i) => bytes.readUInt32LE(i) === 1 && isMessage(bytes.readBigInt64LE(i + 4)));
    if (at === undefined) throw new Error('no list of batches');
    const block = bytes.subarray(at + 4, at + 28);
    const many = Buffer.alloc(4 + 24 * 1000);
    many.writeUInt32LE(1000);
    for (let i = 0; i < 1000; i++) many.set(block, 4 + 24 * i);
    const forged = Buffer.concat([bytes.subarray(0, at), many, bytes.subarray(at + 28)]);
    forged.writeUInt32LE(forged.length - 10 - footer, forged.length - 10);
    await expect(itemsOf(arrow, storedSource(forged))).rejects.toThrow('whose messages are outside of it');
  });

  it('a batch of Arrow data that would take more memory than allowed is refused before its memory is taken', async () => {
    const bytes = await arrowOf(TABLE);
    // the length of the body, which is the last field of the table of the batch
    const forged = Buffer.from(bytes);
    const body = forged.indexOf(Buffer.from('uk'));
    const start = forged.lastIndexOf(Buffer.from([0xff, 0xff, 0xff, 0xff]), body);
    const metadata = forged.readInt32LE(start + 4);
    const lengthAt = [...Array(metadata / 8).keys()]
      .map((i) => start + 8 + 8 * i)
      .find((at) => forged.readBigInt64LE(at) === BigInt(forged.length - 8 - (start + 8 + metadata)));
    forged.writeBigInt64LE(2n ** 40n, lengthAt!);
    await expect(itemsOf(arrow, forged)).rejects.toThrow(
      'Expected Arrow batches of at most 1073741824 bytes, got 1099511627776',
    );
    forged.writeBigInt64LE(2n ** 29n, lengthAt!);
    await expect(itemsOf(arrow, forged)).rejects.toThrow('got data that was cut off');
  });
});
