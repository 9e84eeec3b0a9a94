/** Kept rows of Parquet files have the values and types that they had. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetMetadata, parquetReadObjects, type SchemaElement } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter, parquetWriteFile } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DedupOptions, dedup } from '../../src/index.ts';

const FERRY = 'The ferry to the island leaves at nine from the second pier behind the old customs house';
const LAMP = 'A green lamp was found in the attic of the mill, wrapped in three issues of a weekly paper';
const TEXTS = [FERRY, `${FERRY}!`, LAMP];

/** Columns of all kinds, each with a value in the first and the last row, which are kept. */
const TYPES: readonly [SchemaElement | SchemaElement[], unknown[]][] = [
  [{ name: 'id', type: 'INT64', repetition_type: 'REQUIRED' }, [2n ** 60n, 1n, 2n]],
  [{ name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' }, TEXTS],
  [
    {
      name: 'price',
      type: 'FIXED_LEN_BYTE_ARRAY',
      type_length: 12,
      converted_type: 'DECIMAL',
      precision: 28,
      scale: 6,
      repetition_type: 'OPTIONAL',
    },
    [-(10n ** 24n) - 1n, null, 7n],
  ],
  [
    {
      name: 'at',
      type: 'INT64',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
      repetition_type: 'OPTIONAL',
    },
    [1_600_000_000_123_456n, null, null],
  ],
  [{ name: 'day', type: 'INT32', converted_type: 'DATE', repetition_type: 'OPTIONAL' }, [-3650, null, 3]],
  [
    { name: 'raw', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
    [new Uint8Array([255, 0, 128]), null, new Uint8Array()],
  ],
  [{ name: 'infinite', type: 'DOUBLE', repetition_type: 'OPTIONAL' }, [Number.NEGATIVE_INFINITY, null, -0]],
  [{ name: 'byte', type: 'INT32', converted_type: 'UINT_8', repetition_type: 'OPTIONAL' }, [255, null, 0]],
  [
    [
      { name: 'list', converted_type: 'LIST', num_children: 1, repetition_type: 'OPTIONAL' },
      { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
      { name: 'element', type: 'INT64', repetition_type: 'OPTIONAL' },
    ],
    [[1n, null, 2n ** 55n], null, []],
  ],
  [
    [
      { name: 'struct', num_children: 2, repetition_type: 'OPTIONAL' },
      { name: 'a', type: 'BOOLEAN', repetition_type: 'OPTIONAL' },
      { name: 'b', type: 'FLOAT', repetition_type: 'OPTIONAL' },
    ],
    [{ a: true, b: null }, null, { a: null, b: 0.5 }],
  ],
];

let root = '';
const at = (name: string) => join(root, name);
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'neardup-parquet-'));
  writeTable('all.parquet', TYPES);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function writeTable(name: string, types: typeof TYPES): void {
  const schema = types.flatMap(([elements]) => elements);
  const columnData = types.map(
    ([elements, data]): ColumnSource => ({ name: [elements].flat()[0].name, data }),
  );
  parquetWriteFile({
    filename: at(name),
    columnData,
    schema: [{ name: 'root', num_children: types.length }, ...schema],
    kvMetadata: [{ key: 'note', value: 'mine' }],
  });
}

const text = (name: string, data: string[]): (typeof TYPES)[number] => [
  { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
  data,
];

async function tableOf(name: string) {
  const bytes = readFileSync(at(name));
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const { schema, key_value_metadata: notes } = parquetMetadata(file);
  // as stored: what the types mean is taken away
  const stored = schema.map((element) => ({
    ...element,
    converted_type: element.num_children ? element.converted_type : undefined,
    logical_type: undefined,
  }));
  const metadata = { ...parquetMetadata(file), schema: stored };
  return { schema, notes, rows: await parquetReadObjects({ file, metadata, utf8: false }) };
}

const run = (input: string | string[], options: DedupOptions) =>
  dedup([input].flat().map(at), { threads: 1, ...options }).toArray();

describe('kept rows of Parquet files', () => {
  test.each(['out.parquet', 'gz.parquet'])(
    'kept rows of Parquet files have the columns, types and values that they had (%s)',
    async (name) => {
      writeFileSync(at('all.parquet.gz'), gzipSync(readFileSync(at('all.parquet'))));
      await run(name.startsWith('gz') ? 'all.parquet.gz' : 'all.parquet', { output: at(name) });
      const [before, after] = [await tableOf('all.parquet'), await tableOf(name)];
      expect(after.schema).toEqual(before.schema);
      expect(after.notes).toEqual(before.notes);
      expect(after.rows).toEqual([before.rows[0], before.rows[2]]);
      expect(Object.is(after.rows[1].infinite, -0)).toBe(true);
    },
  );

  test('kept rows of Parquet files of files with other columns are in one table, in which missing columns have no values', async () => {
    writeTable('more.parquet', [
      text('text', ['Something else that is long enough']),
      [{ name: 'n', type: 'INT32', repetition_type: 'OPTIONAL' }, [null]],
    ]);
    await run(['all.parquet', 'more.parquet'], { output: at('joined.parquet') });
    const { schema, rows } = await tableOf('joined.parquet');
    expect(schema.map((element) => element.name)).toEqual([
      ...(await tableOf('all.parquet')).schema.map(({ name }) => name),
      'n',
    ]);
    expect(schema[1]).toMatchObject({ name: 'id', type: 'INT64', repetition_type: 'OPTIONAL' });
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ id: 2n ** 60n, list: [1n, null, 2n ** 55n], n: null });
    expect(['id', 'struct', 'list'].map((name) => rows[2][name] ?? null)).toEqual([null, null, null]);
  });

  test('kept rows of Parquet files are divided among files', async () => {
    await run('all.parquet', { output: at('part.parquet'), split: 2 });
    const parts = await Promise.all([0, 1].map((i) => tableOf(`part-0000${i}-of-00002.parquet`)));
    const all = await tableOf('all.parquet');
    expect(parts.map(({ rows }) => rows)).toEqual([[all.rows[0]], [all.rows[2]]]);
  });

  test('kept rows of Parquet files have the id that they got if theirs was taken', async () => {
    writeTable('twice.parquet', [text('id', ['a', 'b', 'a']), text('text', TEXTS)]);
    await run('twice.parquet', { output: at('renamed.parquet'), duplicateIds: 'rename' });
    const { rows } = await tableOf('renamed.parquet');
    expect(rows.map(({ id }) => Buffer.from(id).toString())).toEqual(['a', 'a#2']);
    await expect(run('all.parquet', { output: at('no.parquet'), duplicateIds: 'rename' })).rejects.toThrow(
      'Expected ids that are text',
    );
  });

  test('kept rows of Parquet files are those that were read, however many rows the file says that it has', async () => {
    const writer = new ByteWriter();
    const strings = ['id', 'text'].map(
      (name): SchemaElement => ({
        name,
        type: 'BYTE_ARRAY',
        converted_type: 'UTF8',
        repetition_type: 'OPTIONAL',
      }),
    );
    const forged = new ParquetWriter({ writer, schema: [{ name: 'root', num_children: 2 }, ...strings] });
    forged.write({
      columnData: [
        { name: 'id', data: ['a', 'b', 'c'] },
        { name: 'text', data: TEXTS },
      ],
    });
    forged.num_rows = 2n ** 50n;
    forged.finish();
    writeFileSync(at('forged.parquet'), writer.getBytes());
    await run('forged.parquet', { output: at('read.parquet') });
    const { rows } = await tableOf('read.parquet');
    expect(rows.map(({ id }) => Buffer.from(id).toString())).toEqual(['a', 'c']);
  });

  test('kept rows of Parquet files are refused before the work if one table cannot have them', async () => {
    writeTable('other.parquet', [
      text('text', ['x']),
      [{ name: 'price', type: 'DOUBLE', repetition_type: 'REQUIRED' }, [1]],
    ]);
    await expect(run(['all.parquet', 'other.parquet'], { output: at('no.parquet') })).rejects.toThrow(
      /`price` as DECIMAL\(28, 6\) in .*all\.parquet and as DOUBLE in .*other\.parquet/,
    );
    writeFileSync(at('lines.jsonl'), `{"text":"${LAMP}"}\n`);
    await expect(run(['all.parquet', 'lines.jsonl'], { output: at('no.parquet') })).rejects.toThrow(
      /either Parquet files or other formats .*lines\.jsonl/,
    );
  });
});
