/** Reads the schema of an Arrow stream, and its batches of rows. */
import { NeardupError } from '../../errors.ts';
import type { RowsIn } from '../../stages.ts';
import { missing, noColumn, unsafe } from '../rows.ts';
import type { Table } from './flatbuffers.ts';
import type { Message } from './messages.ts';

/** Arrow's numbers for types, and how many buffers a column of each has. */
const Type = { int: 2, binary: 4, utf8: 5, bool: 6, largeBinary: 19, largeUtf8: 20 } as const;
const BUFFERS: Readonly<Record<number, number>> = { 2: 2, 3: 2, 4: 3, 5: 3, 6: 2, 8: 2, 10: 2, 19: 3, 20: 3 };

export interface ArrowSchema {
  readonly fields: readonly FieldType[];
  readonly scheme: string | undefined;
}

interface FieldType {
  readonly name: string;
  readonly type: number;
  /** Of integers. */
  readonly bits: number;
}

export function readSchema({ kind, header }: Message): ArrowSchema {
  if (kind !== 1) throw unknown('a schema first');
  const metadata = header.tables(2).find((entry) => entry.text(0) === 'neardup');
  return { fields: header.tables(1).map(readField), scheme: metadata?.text(1) };
}

function readField(field: Table): FieldType {
  const name = field.text(0);
  const type = field.number(2, 'u8');
  if (BUFFERS[type] === undefined || field.has(4)) {
    throw unknown(`column \`${name}\` to hold integers, text or bytes, without a dictionary`);
  }
  return { name, type, bits: type === Type.int ? field.table(3)!.number(0, 'i32') : 0 };
}

/** A column of a batch: its nulls (1 for a value), its offsets if it has any, and its values. */
interface Column extends FieldType {
  readonly valid: Uint8Array | undefined;
  readonly offsets: Uint8Array | undefined;
  readonly values: Uint8Array;
}

export function readBatch({ fields }: ArrowSchema, { kind, header, body }: Message): RowsIn {
  if (kind !== 3) throw unknown('batches without dictionaries');
  if (header.has(3)) throw unknown('batches without compression');
  const length = header.number(0, 'i64');
  const nodes = header.pairs(1);
  const buffers = header.pairs(2).map(([offset, size]) => body.subarray(offset, offset + size));
  let next = 0;
  const columns = fields.map((field, i): Column => {
    const own = buffers.slice(next, next + BUFFERS[field.type]);
    next += own.length;
    const valid = nodes[i][1] === 0 ? undefined : own[0];
    return { ...field, valid, offsets: own.length === 3 ? own[1] : undefined, values: own.at(-1)! };
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
      if (column?.offsets === undefined) return undefined;
      const start = offsetReader(column);
      return (row) => (isNull(column, row) ? undefined : column.values.subarray(start(row), start(row + 1)));
    },
  };
}

function isNull({ valid }: Column, row: number): boolean {
  return valid !== undefined && ((valid[row >>> 3] >>> (row & 7)) & 1) === 0;
}

function integerReader({ name, type, bits, values }: Column): (row: number) => number {
  const view = new DataView(values.buffer, values.byteOffset, values.byteLength);
  if (type === Type.bool) return (row) => (values[row >>> 3] >>> (row & 7)) & 1;
  if (type === Type.int && bits === 64) return (row) => Number(view.getBigInt64(8 * row, true));
  if (type === Type.int && bits === 32) return (row) => view.getInt32(4 * row, true);
  if (type === Type.int && bits === 8) return (row) => view.getInt8(row);
  throw unknown(`column \`${name}\` to hold integers of 8, 32 or 64 bits`);
}

function offsetReader({ type, offsets }: Column): (row: number) => number {
  const view = new DataView(offsets!.buffer, offsets!.byteOffset, offsets!.byteLength);
  if (type === Type.largeUtf8 || type === Type.largeBinary) {
    return (row) => Number(view.getBigInt64(8 * row, true));
  }
  return (row) => view.getInt32(4 * row, true);
}

function unknown(expected: string): NeardupError {
  return new NeardupError('BAD_OPTION', `Expected ${expected} in the Arrow stream.`, {
    advice: 'docs/worker.md lists what is read.',
  });
}
