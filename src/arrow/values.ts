/** Values of a column as JSON has them: times as text, whole numbers that would be rounded as digits, bytes left out. */
import { utf8Text } from '../platform/bytes.ts';
import { unionChildren } from './batches.ts';
import {
  type Column,
  indexesOf,
  integersIn,
  isMissing,
  offsetsIn,
  partOf,
  runEndsOf,
  runOf,
  viewOf,
} from './columns.ts';
import { type BytesAt, bytesReader } from './text-values.ts';
import { Type } from './types.ts';

type ValueAt = (row: number) => unknown;

/** The value of a row; null if there is none. */
export function jsonReader(column: Column): ValueAt {
  const value = valueReader(column);
  return (row) => (isMissing(column, row) ? null : value(row));
}

function valueReader(column: Column): ValueAt {
  const { field, buffers, children, dictionary, length } = column;
  if (dictionary !== undefined) {
    const indexes = indexesOf(column);
    const readers = new Map(dictionary.parts.map((part) => [part, jsonReader(part)]));
    return (row) => {
      const { part, row: value } = partOf(dictionary, indexes[row]);
      return readers.get(part)!(value);
    };
  }
  const { id } = field.type;
  if (id === Type.utf8 || id === Type.largeUtf8 || id === Type.utf8View) {
    const bytes = bytesReader(column) as BytesAt;
    return (row) => utf8Text(bytes(row)!);
  }
  switch (field.layout.kind) {
    case 'bits':
      return (row) => ((buffers[0][row >>> 3] >>> (row & 7)) & 1) === 1;
    case 'fixed':
      return fixedReader(column);
    case 'list': {
      const offsets = offsetsIn(buffers[0], field.layout.wide, length + 1);
      const items = id === Type.map ? mapReader(children[0]) : listReader(children[0]);
      return (row) => items(offsets[row], offsets[row + 1]);
    }
    case 'listView': {
      const { wide } = field.layout;
      const [starts, sizes] = buffers.map((bytes) => offsetsIn(bytes, wide, length));
      const items = listReader(children[0]);
      return (row) => items(starts[row], starts[row] + sizes[row]);
    }
    case 'fixedList': {
      const { size } = field.layout;
      const items = listReader(children[0]);
      return (row) => items(size * row, size * (row + 1));
    }
    case 'struct': {
      const values = children.map((child) => [child.field.name, jsonReader(child)] as const);
      return (row) => Object.fromEntries(values.map(([name, value]) => [name, value(row)]));
    }
    case 'sparse':
    case 'dense': {
      const childOf = unionChildren(field);
      const offsets = field.layout.kind === 'dense' ? offsetsIn(buffers[1], false, length) : undefined;
      const values = children.map(jsonReader);
      return (row) => values[childOf[buffers[0][row]]](offsets === undefined ? row : offsets[row]);
    }
    case 'runs': {
      const ends = runEndsOf(column);
      const value = jsonReader(children[1]);
      return (row) => value(runOf(ends, row));
    }
    default:
      return () => null;
  }
}

function listReader(child: Column): (start: number, end: number) => unknown[] {
  const value = jsonReader(child);
  return (start, end) => Array.from({ length: end - start }, (_, i) => value(start + i));
}

/** As an object, because keys are nearly always texts. */
function mapReader({ children: [keys, values] }: Column): (start: number, end: number) => unknown {
  const [key, value] = [jsonReader(keys), jsonReader(values)];
  return (start, end) =>
    Object.fromEntries(
      Array.from({ length: end - start }, (_, i) => [String(key(start + i)), value(start + i)]),
    );
}

function fixedReader({ field, buffers: [bytes], length }: Column): ValueAt {
  const { type, layout } = field;
  const [first, second] = type.parameters as number[];
  const view = viewOf(bytes);
  const width = layout.kind === 'fixed' ? layout.width : 0;
  const long = (row: number) => view.getBigInt64(8 * row, true);
  switch (type.id) {
    case Type.int: {
      if (first !== 64) {
        const numbers = integersIn(bytes, first, second !== 0, length);
        return (row) => numbers[row];
      }
      return (row) => exact(second ? long(row) : view.getBigUint64(8 * row, true));
    }
    case Type.float:
      if (first === 0) return (row) => half(view.getUint16(2 * row, true));
      return first === 1 ? (row) => view.getFloat32(4 * row, true) : (row) => view.getFloat64(8 * row, true);
    case Type.decimal:
      return (row) => decimal(bytes.subarray(width * row, width * (row + 1)), second);
    case Type.date:
      return (row) =>
        dateText(first === 0 ? BigInt(view.getInt32(4 * row, true)) * DAY : long(row), 3)?.slice(0, 10) ??
        null;
    case Type.time:
      return (row) => clock(width === 4 ? BigInt(view.getInt32(4 * row, true)) : long(row), 3 * first);
    case Type.timestamp:
      return (row) => dateText(long(row), 3 * first);
    case Type.duration:
      return (row) => exact(long(row));
    case Type.interval:
      if (first === 0) return (row) => view.getInt32(4 * row, true);
      if (first === 1)
        return (row) => ({
          days: view.getInt32(8 * row, true),
          milliseconds: view.getInt32(8 * row + 4, true),
        });
      return (row) => ({
        months: view.getInt32(16 * row, true),
        days: view.getInt32(16 * row + 4, true),
        nanoseconds: exact(view.getBigInt64(16 * row + 8, true)),
      });
    default:
      return () => null;
  }
}

/** Milliseconds. */
const DAY = 86_400_000n;

function exact(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function half(bits: number): number {
  const sign = bits >> 15 === 1 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

function decimal(bytes: Uint8Array, scale: number): string {
  let value = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]);
  value = BigInt.asIntN(8 * bytes.length, value);
  if (scale <= 0) return String(scale < -400 ? value : value * 10n ** BigInt(-scale));
  const digits = String(value < 0n ? -value : value).padStart(Math.min(scale, 400) + 1, '0');
  const point = digits.length - Math.min(scale, 400);
  return `${value < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Null for times that no calendar has. @param digits Decimal digits of a second in the number. */
function dateText(value: bigint, digits: number): string | null {
  const second = 10n ** BigInt(digits);
  const fraction = ((value % second) + second) % second;
  const date = new Date(1000 * Number((value - fraction) / second));
  if (Number.isNaN(date.getTime())) return null;
  return `${date.toISOString().slice(0, -5)}${digits === 0 ? '' : `.${String(fraction).padStart(digits, '0')}`}Z`;
}

function clock(value: bigint, digits: number): string {
  const second = 10n ** BigInt(digits);
  const [seconds, fraction] = [Number(value / second), value % second];
  const two = (number: number) => String(number).padStart(2, '0');
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return digits === 0 ? time : `${time}.${String(fraction).padStart(digits, '0')}`;
}
