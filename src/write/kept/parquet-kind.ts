/** Parquet, as a format of tables. */
import type { ColumnType, TableKind } from './table-format.ts';

export const PARQUET: TableKind = {
  reader: 'parquet',
  shown: 'Parquet',
  named: /\.parquet$/i,
  async copy(output, fields) {
    const { CopiedParquet } = await import('./parquet/copied-rows.ts');
    return new CopiedParquet(output, fields);
  },
  async write(file, columns, types, groups) {
    const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer');
    const bytes = new ByteWriter();
    const flush = async () => {
      const chunk = new Uint8Array(bytes.buffer.slice(0, bytes.index));
      bytes.index = 0;
      await file.write(chunk);
    };
    const columnData = (group: readonly (readonly unknown[])[]) =>
      columns.map((name, i) => ({
        name,
        type: types[i],
        nullable: true,
        data: group.map((cells) => valueFor(types[i], cells[i])),
      }));
    const writer = new ParquetWriter({
      writer: bytes,
      schema: schemaFromColumnData({ columnData: columnData([]) }),
    });
    for (const group of groups) {
      await writer.write({ columnData: columnData(group), rowGroupSize: group.length });
      await flush();
    }
    writer.finish();
    await flush();
  },
};

function valueFor(type: ColumnType, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (type === 'INT64') return BigInt(value as number);
  return type === 'STRING' ? String(value) : value;
}
