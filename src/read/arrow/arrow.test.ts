import { describe, expect, it } from 'vitest';
import { ArrowWriter, buildColumn, type PlainType, type PlainValue, plainField } from '../../arrow/index.ts';
import type { ReadDocument, ReadItem } from '../../read.ts';
import { itemsOf, textOf } from '../contract.cases.ts';
import { type Seed, seeds } from '../seeds.cases.ts';
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

/** Bytes of a small text as an Arrow file in which the first message says that its body is this long. */
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
    for (const bytes of [STREAM, FILE])
      for (let end = 8; end < bytes.length; end += 37)
        await expect(itemsOf(arrow, bytes.subarray(0, end)), String(end)).rejects.toThrow(/^Expected /);
  });

  it('Arrow data with any byte forged is read or refused in our own words', async () => {
    for (const bytes of [STREAM, FILE]) {
      for (let at = 0; at < bytes.length; at++) {
        const forged = Buffer.from(bytes);
        forged[at] ^= at % 3 === 0 ? 0xff : at % 3 === 1 ? 0x01 : 0x80;
        try {
          const items = await itemsOf(arrow, forged);
          for (const item of items) if (item.problem === undefined) JSON.stringify(item.meta);
          expect(problemsOf(items).join('\n')).not.toMatch(/Error|undefined|range/);
        } catch (error) {
          expect((error as Error).message, String(at)).toMatch(/^(?:Expected|Cannot) /);
        }
      }
    }
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
