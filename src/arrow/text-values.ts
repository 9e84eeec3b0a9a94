/** Texts and bytes of a column, as views of its buffers: plain, large, views, and those in dictionaries and runs. */
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
import { Type } from './types.ts';

export type BytesAt = (row: number) => Uint8Array | undefined;

const TEXTS: ReadonlySet<number> = new Set([
  ...[Type.binary, Type.utf8, Type.largeBinary, Type.largeUtf8, Type.binaryView, Type.utf8View],
]);

/** Undefined if the column holds neither text nor bytes. */
export function bytesReader(column: Column): BytesAt | undefined {
  const value = valueReader(column);
  return value && ((row) => (isMissing(column, row) ? undefined : value(row)));
}

function valueReader(column: Column): BytesAt | undefined {
  const { field, buffers, children, dictionary } = column;
  if (dictionary !== undefined) return dictionaryReader(column);
  if (field.layout.kind === 'runs') {
    const [ends, value] = [runEndsOf(column), bytesReader(children[1])];
    return value && ((row) => value(runOf(ends, row)));
  }
  if (!TEXTS.has(field.type.id)) return undefined;
  if (field.layout.kind === 'views') return viewReader(buffers);
  const [, values] = buffers;
  const wide = field.layout.kind === 'bytes' && field.layout.wide;
  const offsets = offsetsIn(buffers[0], wide, column.length + 1);
  return (row) => values.subarray(offsets[row], offsets[row + 1]);
}

function dictionaryReader(column: Column): BytesAt | undefined {
  const { field, dictionary } = column;
  const readers = new Map(dictionary!.parts.map((part) => [part, bytesReader(part)]));
  if (!TEXTS.has(field.type.id) && [...readers.values()].includes(undefined)) return undefined;
  const indexes = indexesOf(column);
  return (row) => {
    const { part, row: value } = partOf(dictionary!, indexes[row]);
    return readers.get(part)?.(value);
  };
}

/** Sixteen bytes per value: its length, then either the value (up to twelve bytes) or its beginning, buffer and place there. */
function viewReader([views, ...buffers]: readonly Uint8Array[]): BytesAt {
  const view = viewOf(views);
  return (row) => {
    const at = 16 * row;
    const length = view.getInt32(at, true);
    if (length <= 12) return views.subarray(at + 4, at + 4 + length);
    const start = view.getInt32(at + 12, true);
    return buffers[view.getInt32(at + 8, true)].subarray(start, start + length);
  };
}

/** The whole numbers and truth values (0 and 1) of a column, undefined for a missing one. Undefined if the column has other values. */
export function integerReader(column: Column): ((row: number) => number | undefined) | undefined {
  const { field, buffers, length } = column;
  if (field.dictionary !== undefined || (field.type.id !== Type.bool && field.type.id !== Type.int))
    return undefined;
  const [values] = buffers;
  const [bits, signed] = field.type.parameters as number[];
  const numbers = field.type.id === Type.int ? integersIn(values, bits, signed !== 0, length) : undefined;
  const value = (row: number) =>
    numbers === undefined ? (values[row >>> 3] >>> (row & 7)) & 1 : numbers[row];
  return (row) => (isMissing(column, row) ? undefined : value(row));
}
