/**
 * Some rows of a column, as a column: its buffers are copied in parts, whatever their values mean. What the rows do not use is left
 * behind, also bytes of views and values of lists.
 */

import { unionChildren } from './batches.ts';
import {
  bytesOf,
  type Column,
  type Integers,
  isMissing,
  offsetsIn,
  runEndsOf,
  runOf,
  viewOf,
} from './columns.ts';

/** @param rows Numbers of rows, each higher than the one before, so no copy is larger than its column. */
export function takeRows(column: Column, rows: Uint32Array): Column {
  if (isWhole(rows, column.length)) return column;
  const { field } = column;
  const { layout } = field;
  const taken = {
    field,
    length: rows.length,
    ...missingOf(column, rows),
    buffers: [] as Uint8Array[],
    children: [] as Column[],
  };
  if (column.dictionary !== undefined) {
    return {
      ...taken,
      dictionary: column.dictionary,
      buffers: [fixed(column.buffers[0], field.dictionary!.bits / 8, rows)],
    };
  }
  switch (layout.kind) {
    case 'null':
      return { ...taken, nulls: rows.length };
    case 'bits':
      return { ...taken, buffers: [bits(column.buffers[0], rows)] };
    case 'fixed':
      return { ...taken, buffers: [fixed(column.buffers[0], layout.width, rows)] };
    case 'bytes':
      return { ...taken, buffers: takeBytes(column, layout.wide, rows) };
    case 'views':
      return { ...taken, buffers: takeViews(column, rows) };
    case 'list': {
      const { offsets, values } = takeLists(column, layout.wide, rows);
      return { ...taken, buffers: [offsets], children: [takeRows(column.children[0], values)] };
    }
    case 'listView':
      return { ...taken, ...takeListViews(column, layout.wide, rows) };
    case 'fixedList': {
      const values = new Uint32Array(rows.length * layout.size);
      rows.forEach((row, i) => {
        for (let j = 0; j < layout.size; j++) values[i * layout.size + j] = row * layout.size + j;
      });
      return { ...taken, children: [takeRows(column.children[0], values)] };
    }
    case 'struct':
      return { ...taken, children: column.children.map((child) => takeRows(child, rows)) };
    case 'sparse':
      return {
        ...taken,
        buffers: [fixed(column.buffers[0], 1, rows)],
        children: column.children.map((child) => takeRows(child, rows)),
      };
    case 'dense':
      return { ...taken, ...takeDense(column, rows) };
    case 'runs':
      return { ...taken, children: takeRuns(column, rows) };
  }
}

function isWhole(rows: Uint32Array, length: number): boolean {
  return rows.length === length && rows.every((row, i) => row === i);
}

function missingOf(column: Column, rows: Uint32Array): { nulls: number; validity: Uint8Array | undefined } {
  if (column.validity === undefined) return { nulls: 0, validity: undefined };
  let nulls = 0;
  for (const row of rows) if (isMissing(column, row)) nulls++;
  return { nulls, validity: nulls === 0 ? undefined : bits(column.validity, rows) };
}

function bits(from: Uint8Array, rows: Uint32Array): Uint8Array {
  const to = new Uint8Array(Math.ceil(rows.length / 8));
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    to[i >>> 3] |= ((from[row >>> 3] >>> (row & 7)) & 1) << (i & 7);
  }
  return to;
}

function fixed(from: Uint8Array, width: number, rows: Uint32Array): Uint8Array {
  const to = new Uint8Array(rows.length * width);
  for (let i = 0; i < rows.length; ) {
    // rows that follow each other are copied at once
    let end = i + 1;
    while (end < rows.length && rows[end] === rows[end - 1] + 1) end++;
    to.set(from.subarray(rows[i] * width, (rows[end - 1] + 1) * width), i * width);
    i = end;
  }
  return to;
}

function takeBytes(
  { buffers: [starts, values], length }: Column,
  wide: boolean,
  rows: Uint32Array,
): Uint8Array[] {
  const from = offsetsIn(starts, wide, length + 1);
  const to = new Float64Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) to[i + 1] = to[i] + from[rows[i] + 1] - from[rows[i]];
  const taken = new Uint8Array(to[rows.length]);
  for (let i = 0; i < rows.length; ) {
    let end = i + 1;
    while (end < rows.length && rows[end] === rows[end - 1] + 1) end++;
    taken.set(values.subarray(from[rows[i]], from[rows[end - 1] + 1]), to[i]);
    i = end;
  }
  return [storedOffsets(to, wide), taken];
}

export function storedOffsets(offsets: ArrayLike<number>, wide: boolean): Uint8Array {
  if (!wide) return bytesOf(Int32Array.from(offsets));
  const words = new Int32Array(2 * offsets.length);
  for (let i = 0; i < offsets.length; i++) {
    words[2 * i] = offsets[i] % 2 ** 32;
    words[2 * i + 1] = Math.floor(offsets[i] / 2 ** 32);
  }
  return bytesOf(words);
}

/** Longer values of views are copied one after the other. If views share bytes, all bytes stay: copies could be many times as long. */
function takeViews(column: Column, rows: Uint32Array): Uint8Array[] {
  const [views, ...values] = column.buffers;
  const taken = fixed(views, 16, rows);
  const view = viewOf(taken);
  const isLong = (i: number) => !isMissing(column, rows[i]) && view.getInt32(16 * i, true) > 12;
  let size = 0;
  for (let i = 0; i < rows.length; i++) if (isLong(i)) size += view.getInt32(16 * i, true);
  const stored = values.reduce((sum, bytes) => sum + bytes.length, 0);
  if (size > Math.min(stored, 2 ** 31 - 1)) return [taken, ...values];
  const bytes = new Uint8Array(size);
  let at = 0;
  for (let i = 0; i < rows.length; i++) {
    if (!isLong(i)) continue;
    const length = view.getInt32(16 * i, true);
    const start = view.getInt32(16 * i + 12, true);
    bytes.set(values[view.getInt32(16 * i + 8, true)].subarray(start, start + length), at);
    view.setInt32(16 * i + 8, 0, true);
    view.setInt32(16 * i + 12, at, true);
    at += length;
  }
  return size === 0 ? [taken] : [taken, bytes];
}

function takeLists({ buffers: [starts], length }: Column, wide: boolean, rows: Uint32Array) {
  const from = offsetsIn(starts, wide, length + 1);
  const to = new Float64Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) to[i + 1] = to[i] + from[rows[i] + 1] - from[rows[i]];
  const values = new Uint32Array(to[rows.length]);
  for (let i = 0; i < rows.length; i++)
    for (let at = to[i], value = from[rows[i]]; at < to[i + 1]; at++, value++) values[at] = value;
  return { offsets: storedOffsets(to, wide), values };
}

/** If lists share values, or are in another order than these, all values stay. */
function takeListViews(
  column: Column,
  wide: boolean,
  rows: Uint32Array,
): { buffers: Uint8Array[]; children: readonly Column[] } {
  const { buffers, children, length } = column;
  const [starts, sizes] = buffers.map((bytes) => offsetsIn(bytes, wide, length));
  const values: number[] = [];
  const offsets = new Float64Array(rows.length);
  const lengths = new Float64Array(rows.length);
  let next = 0;
  for (let i = 0; i < rows.length; i++) {
    offsets[i] = values.length;
    if (isMissing(column, rows[i]) || sizes[rows[i]] === 0) continue;
    const start = starts[rows[i]];
    if (start < next) {
      const width = wide ? 8 : 4;
      return { buffers: buffers.map((bytes) => fixed(bytes, width, rows)), children };
    }
    lengths[i] = sizes[rows[i]];
    next = start + lengths[i];
    for (let value = start; value < next; value++) values.push(value);
  }
  return {
    buffers: [storedOffsets(offsets, wide), storedOffsets(lengths, wide)],
    children: [takeRows(children[0], Uint32Array.from(values))],
  };
}

/** If rows share values of a child, or these are in another order, the child stays as it is. */
function takeDense({ field, buffers: [types, places], children, length }: Column, rows: Uint32Array) {
  const childOf = unionChildren(field);
  const from = offsetsIn(places, false, length);
  const values: number[][] = children.map(() => []);
  const shared = new Set<number>();
  const offsets = new Int32Array(rows.length);
  rows.forEach((row, i) => {
    const child = childOf[types[row]];
    const own = values[child];
    if (own.length > 0 && own[own.length - 1] >= from[row]) shared.add(child);
    offsets[i] = own.length;
    own.push(from[row]);
  });
  rows.forEach((row, i) => {
    if (shared.has(childOf[types[row]])) offsets[i] = from[row];
  });
  return {
    buffers: [fixed(types, 1, rows), bytesOf(offsets)],
    children: children.map((child, i) =>
      shared.has(i) ? child : takeRows(child, Uint32Array.from(values[i])),
    ),
  };
}

/** Rows of one run that follow each other stay a run. */
function takeRuns(column: Column, rows: Uint32Array): Column[] {
  const [ends, values] = column.children;
  const from = runEndsOf(column);
  const runs: number[] = [];
  const to: number[] = [];
  rows.forEach((row, i) => {
    const run = runOf(from, row);
    if (runs.at(-1) === run) to[to.length - 1] = i + 1;
    else {
      runs.push(run);
      to.push(i + 1);
    }
  });
  const bits = ends.field.type.parameters[0] as number;
  const taken = {
    ...ends,
    length: to.length,
    nulls: 0,
    validity: undefined,
    buffers: [storedIntegers(to, bits)],
  };
  return [taken, takeRows(values, Uint32Array.from(runs))];
}

export function storedIntegers(values: ArrayLike<number>, bits: number): Uint8Array {
  if (bits === 64) return storedOffsets(values, true);
  const typed: Integers =
    bits === 8 ? Int8Array.from(values) : bits === 16 ? Int16Array.from(values) : Int32Array.from(values);
  return bytesOf(typed);
}
