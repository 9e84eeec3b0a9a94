/** Joins columns of one type into one: texts, bytes and values of a fixed width. */
import { buildColumn } from './build-column.ts';
import type { Column } from './columns.ts';
import { bytesReader } from './text-values.ts';

/** Bytes beyond which offsets of 32 bits cannot count. */
const MAX_BYTES = 2 ** 31 - 1;

/** Undefined for columns of other types, or of too many bytes. */
export function joinColumns(columns: readonly Column[]): Column | undefined {
  if (columns.length === 1) return columns[0];
  const [{ field }] = columns;
  if (field.dictionary !== undefined) return undefined;
  const readers = columns.map(bytesReader);
  const { kind } = field.layout;
  if ((kind === 'bytes' || kind === 'views') && readers.every((reader) => reader !== undefined)) {
    const values = columns.flatMap((column, i) =>
      Array.from({ length: column.length }, (_, row) => readers[i]!(row) ?? null),
    );
    const size = values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
    return size > MAX_BYTES ? undefined : buildColumn(field, values);
  }
  const isWhole = columns.every(({ nulls }) => nulls === 0);
  if (kind !== 'fixed' || !isWhole) return undefined;
  const length = columns.reduce((sum, column) => sum + column.length, 0);
  const bytes = new Uint8Array(length * field.layout.width);
  let at = 0;
  for (const { buffers } of columns) {
    bytes.set(buffers[0], at);
    at += buffers[0].length;
  }
  return { field, length, nulls: 0, validity: undefined, buffers: [bytes], children: [] };
}
