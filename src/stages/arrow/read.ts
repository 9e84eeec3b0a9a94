/** Reads the schema of an Arrow stream, and its batches of rows. */
import { NeardupError } from '../../errors.ts';
import type { RowsIn } from '../../stages.ts';
import { missing, noColumn, unsafe } from '../rows.ts';
import type { Table } from './flatbuffers.ts';
import type { ArrowMessage } from './messages.ts';

/** Arrow's numbers for types, and how many buffers a column of each has; a view has others after them, as many as the batch says. */
const Type = {
  ...{ int: 2, binary: 4, utf8: 5, bool: 6, largeBinary: 19, largeUtf8: 20 },
  ...{ binaryView: 23, utf8View: 24 },
} as const;
const BUFFERS: Readonly<Record<number, number>> = {
  ...{ 2: 2, 3: 2, 4: 3, 5: 3, 6: 2, 8: 2, 10: 2, 19: 3, 20: 3, 23: 2, 24: 2 },
};

export interface ArrowSchema {
  readonly fields: readonly FieldType[];
  readonly scheme: string | undefined;
}

interface FieldType {
  readonly name: string;
  readonly type: number;
  /** The width of integers. */
  readonly bits: number;
}

export function readSchema({ kind, header }: ArrowMessage): ArrowSchema {
  if (kind !== 1) throw unknown('a schema first');
  const metadata = header.tables(2).find((entry) => entry.text(0) === 'neardup');
  return { fields: header.tables(1).map(readField), scheme: metadata?.text(1) };
}

function readField(field: Table): FieldType {
  const name = field.text(0);
  const type = field.number(2, 'u8');
  if (field.has(4)) throw unknown(`column \`${name}\` without a dictionary`);
  if (BUFFERS[type] === undefined) throw unknown(`column \`${name}\` to hold integers, text or bytes`);
  return { name, type, bits: type === Type.int ? field.table(3)!.number(0, 'i32') : 0 };
}

/** A column of a batch: its nulls (1 for a value), and its other buffers. */
interface Column extends FieldType {
  readonly valid: Uint8Array | undefined;
  readonly buffers: readonly Uint8Array[];
}

export function readBatch({ fields }: ArrowSchema, { kind, header, body }: ArrowMessage): RowsIn {
  if (kind !== 3) throw unknown('batches without dictionaries');
  if (header.has(3)) throw unknown('batches without compression');
  const length = header.number(0, 'i64');
  const nodes = header.pairs(1);
  const buffers = header.pairs(2).map(([offset, size]) => body.subarray(offset, offset + size));
  const variadic = header.numbers(4).values();
  let next = 0;
  const columns = fields.map((field, i): Column => {
    const count = BUFFERS[field.type] + (isView(field) ? (variadic.next().value ?? 0) : 0);
    const [valid, ...others] = buffers.slice(next, next + count);
    next += count;
    return { ...field, valid: nodes[i][1] === 0 ? undefined : valid, buffers: others };
  });
  const find = (name: string) => columns.find((column) => column.name === name);
  return {
    length,
    has: (name) => find(name) !== undefined,
    integers(name) {
      const column =
        find(name) ??
        noColumn(
          name,
          fields.map((field) => field.name),
        );
      const value = integerReader(column);
      return Float64Array.from({ length }, (_, row) => {
        if (isNull(column, row)) missing(name, row);
        const number = value(row);
        return Number.isSafeInteger(number) ? number : unsafe(name, number);
      });
    },
    bytes(name) {
      const column = find(name);
      const value = column && (isView(column) ? viewReader(column) : bytesReader(column));
      return value && ((row) => (isNull(column, row) ? undefined : value(row)));
    },
  };
}

function isNull({ valid }: Column, row: number): boolean {
  return valid !== undefined && ((valid[row >>> 3] >>> (row & 7)) & 1) === 0;
}

function integerReader({ name, type, bits, buffers: [values] }: Column): (row: number) => number {
  const view = viewOf(values);
  if (type === Type.bool) return (row) => (values[row >>> 3] >>> (row & 7)) & 1;
  if (type === Type.int && bits === 64) return (row) => Number(view.getBigInt64(8 * row, true));
  if (type === Type.int && bits === 32) return (row) => view.getInt32(4 * row, true);
  if (type === Type.int && bits === 8) return (row) => view.getInt8(row);
  throw unknown(`column \`${name}\` to hold integers of 8, 32 or 64 bits`);
}

/** Values one after the other, and where each begins. Undefined if the column holds neither text nor bytes. */
function bytesReader({ type, buffers: [offsets, values] }: Column) {
  if (values === undefined) return undefined;
  const view = viewOf(offsets);
  const isLarge = type === Type.largeUtf8 || type === Type.largeBinary;
  const start = (row: number) =>
    isLarge ? Number(view.getBigInt64(8 * row, true)) : view.getInt32(4 * row, true);
  return (row: number) => values.subarray(start(row), start(row + 1));
}

function isView({ type }: FieldType): boolean {
  return type === Type.utf8View || type === Type.binaryView;
}

/** Sixteen bytes per value: its length, then either the value (up to twelve bytes) or its beginning, buffer and place there. */
function viewReader({ name, buffers: [views, ...buffers] }: Column) {
  const view = viewOf(views);
  return (row: number) => {
    const at = 16 * row;
    const length = view.getInt32(at, true);
    if (length >= 0 && length <= 12) return views.subarray(at + 4, at + 4 + length);
    const values = buffers[view.getInt32(at + 8, true)];
    const start = view.getInt32(at + 12, true);
    if (length < 0 || start < 0 || values === undefined || start + length > values.length)
      throw unknown(`every value of column \`${name}\` to be within a buffer`);
    return values.subarray(start, start + length);
  };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function unknown(expected: string): NeardupError {
  return new NeardupError('BAD_OPTION', `Expected ${expected} in the Arrow stream.`, {
    advice: 'docs/worker.md lists the supported types.',
  });
}
