/** Arrow, as a format of tables. */
import type { ArrowForm, PlainType, PlainValue } from '../../arrow/index.ts';
import type { ColumnType, TableKind } from './table-format.ts';

const TYPES: Readonly<Record<ColumnType, PlainType>> = {
  BOOLEAN: 'boolean',
  INT64: 'integer',
  DOUBLE: 'real',
  STRING: 'text',
  JSON: 'text',
};

/** @param form Undefined for that of the first input. */
export function arrowKind(form: ArrowForm | undefined): TableKind {
  return {
    reader: 'arrow',
    shown: 'Arrow',
    named: /\.(?:arrows?|feather|ipc)$/i,
    async copy(output, fields) {
      const { CopiedArrow } = await import('./arrow/copied-rows.ts');
      return new CopiedArrow(output, fields, form);
    },
    async write(file, names, types, groups) {
      const { ArrowWriter, buildColumn, plainField } = await import('../../arrow/index.ts');
      const fields = names.map((name, i) => plainField(name, TYPES[types[i]]));
      const writer = new ArrowWriter({ fields, metadata: [] }, form ?? 'stream', (bytes) =>
        file.write(bytes),
      );
      await writer.begin();
      for (const group of groups) {
        const columns = fields.map((field, i) =>
          buildColumn(
            field,
            group.map((cells) => valueFor(types[i], cells[i])),
          ),
        );
        await writer.batch({ length: group.length, columns });
      }
      await writer.end();
    },
  };
}

function valueFor(type: ColumnType, value: unknown): PlainValue {
  if (value === undefined || value === null) return null;
  if (type === 'JSON') return JSON.stringify(value);
  return type === 'STRING' ? String(value) : (value as PlainValue);
}
