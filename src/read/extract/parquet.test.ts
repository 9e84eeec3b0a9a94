import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import type { ReadDocument } from '../../read.ts';
import { extracted, toldOf } from './extract.cases.ts';
import { parquet } from './parquet.ts';

function table(rowGroupSize?: number): Uint8Array {
  return new Uint8Array(
    parquetWriteBuffer({
      rowGroupSize,
      columnData: [
        { name: 'id', data: [1n, 2n, 3n], type: 'INT64' },
        { name: 'text', data: ['Їжак', null, '文本'], type: 'STRING', nullable: true },
        { name: 'date', data: [new Date(0), new Date(1000), new Date(2000)], type: 'TIMESTAMP' },
        { name: 'big', data: [2n ** 60n, 1n, 2n], type: 'INT64' },
      ],
    }),
  );
}

/** A row with the text `Їжак` and a null, by pyarrow 26 with LZ4_RAW: the dictionary of the second column is empty. */
const LZ4_NULLS = [
  'UEFSMRUEFRgVGkwVAhUAEgAAwAgAAADQh9C20LDQuhUAFRIVFCwVAhUQFQYVBhwAAACQAgAAAAIBAQIAFQQVABUCTBUAFQAS',
  'AAAAFQAVDhUQLBUCFRAVBhUGHAAAAHACAAAAAgAAFQQZPDUAGAZzY2hlbWEVBAAVDCUCGAR0ZXh0JQBMHAAAABUMJQIYBG5v',
  'bmUlAEwcAAAAFgIZHBksJgAcFQwZNQAGEBkYBHRleHQVDhYCFmwWcCY+JggpLBUEFQAVAgAVABUQFQIAPBYQGQYZJgACAAAA',
  'JgAcFQwZNQAGEBkYBG5vbmUVDhYCFlAWVCaWASZ4KSwVBBUAFQIAFQAVEBUCADwWABkGGSYCAAAAABa8ARYCJggWxAEAKCBw',
  'YXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRksHAAAHAAAAOIAAABQQVIx',
].join('');

describe('Parquet', () => {
  it('gives a document per row with id, row number and the other columns', async () => {
    const [first, second, third] = await extracted(parquet, table());
    expect(first).toEqual({
      id: '1',
      text: 'Їжак',
      line: 1,
      meta: { date: '1970-01-01T00:00:00.000Z', big: '1152921504606846976' },
    });
    expect(second).toEqual({ line: 2, problem: 'Expected the column `text` to be a string, got null.' });
    expect(third).toMatchObject({ id: '3', text: '文本', meta: { big: 2 } });
  });

  it('gives the same for row groups of any size', async () => {
    expect(await extracted(parquet, table(1))).toEqual(await extracted(parquet, table()));
  });

  it('names the columns if the one with the text is missing, and uses another on request', async () => {
    expect(await toldOf(parquet, table(), { textField: 'body' })).toMatch(
      /column `body`, got `id`, `text`, `date`/,
    );
    const [item] = (await extracted(parquet, table(), {
      textField: 'text',
      idField: 'big',
    })) as ReadDocument[];
    expect(item.id).toBe('1152921504606846976');
  });

  it('reads a column of nulls in every codec', async () => {
    const [item] = await extracted(parquet, Buffer.from(LZ4_NULLS, 'base64'));
    expect(item).toMatchObject({ text: 'Їжак' });
  });

  it('says what is truncated or damaged', async () => {
    const whole = table();
    expect(await toldOf(parquet, whole.subarray(0, whole.length - 20))).toMatch(/truncated or damaged/);
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, 4, 60);
    expect(await toldOf(parquet, damaged)).toMatch(/damaged/);
  });
});
