/** Columns made of values: whole numbers, real numbers, truth values, text, bytes and lists of whole numbers. */
import { utf8Bytes } from '../platform/bytes.ts';
import { bytesOf, type Column } from './columns.ts';
import type { ArrowField } from './schema.ts';
import { storedOffsets } from './take.ts';
import { layoutOf, Type } from './types.ts';

export type PlainType = 'integer' | 'real' | 'boolean' | 'text' | 'bytes' | 'integers';

export type PlainValue = number | bigint | boolean | string | Uint8Array | BigInt64Array | null | undefined;

const TYPES: Readonly<Record<PlainType, readonly [id: number, ...parameters: number[]]>> = {
  integer: [Type.int, 64, 1],
  real: [Type.float, 2],
  boolean: [Type.bool],
  text: [Type.utf8],
  bytes: [Type.binary],
  integers: [Type.list],
};

/** A column that may have missing values. */
export function plainField(name: string, plain: PlainType): ArrowField {
  const [id, ...parameters] = TYPES[plain];
  const type = { id, parameters };
  const children = plain === 'integers' ? [plainField('item', 'integer')] : [];
  return { name, nullable: true, type, layout: layoutOf(type)!, children, metadata: [] };
}

/** @param field Of one of these types; texts may also be large, or views. */
export function buildColumn(field: ArrowField, values: readonly PlainValue[]): Column {
  const { length } = values;
  const nulls = values.reduce<number>((sum, value) => sum + (isNull(value) ? 1 : 0), 0);
  const column = {
    field,
    length,
    nulls,
    validity: nulls === 0 ? undefined : validityOf(values),
    children: [],
  };
  switch (field.type.id) {
    case Type.int:
      return {
        ...column,
        buffers: [bytesOf(BigInt64Array.from(values, (value) => BigInt((value ?? 0) as number)))],
      };
    case Type.float:
      return { ...column, buffers: [bytesOf(Float64Array.from(values, (value) => Number(value ?? 0)))] };
    case Type.bool:
      return { ...column, buffers: [bitsOf(values, (value) => value === true)] };
    case Type.list: {
      const lists = values as readonly (BigInt64Array | null)[];
      const items = lists.flatMap((list) => [...(list ?? [])]);
      return {
        ...column,
        buffers: [storedOffsets(endsOf(lists), false)],
        children: [buildColumn(field.children[0], items)],
      };
    }
    default: {
      const texts = values.map((value) =>
        typeof value === 'string' ? utf8Bytes(value) : (value as Uint8Array | null),
      );
      return { ...column, buffers: field.layout.kind === 'views' ? views(texts) : plainTexts(field, texts) };
    }
  }
}

/** A column without any value. */
export function emptyColumn(field: ArrowField, length: number): Column {
  const { layout } = field;
  const validity = new Uint8Array(Math.ceil(length / 8));
  const zeros = (width: number) => new Uint8Array(width * length);
  const column = {
    field,
    length,
    nulls: length,
    validity,
    buffers: [] as Uint8Array[],
    children: field.children.map((child) => emptyColumn(child, 0)),
  };
  if (field.dictionary !== undefined)
    return { ...column, buffers: [zeros(field.dictionary.bits / 8)], children: [] };
  const children = () => field.children.map((child) => emptyColumn(child, length));
  switch (layout.kind) {
    case 'bits':
      return { ...column, buffers: [new Uint8Array(Math.ceil(length / 8))] };
    case 'fixed':
      return { ...column, buffers: [zeros(layout.width)] };
    case 'bytes':
      return { ...column, buffers: [new Uint8Array((length + 1) * (layout.wide ? 8 : 4)), new Uint8Array()] };
    case 'list':
      return { ...column, buffers: [new Uint8Array((length + 1) * (layout.wide ? 8 : 4))] };
    case 'listView':
      return { ...column, buffers: [zeros(layout.wide ? 8 : 4), zeros(layout.wide ? 8 : 4)] };
    case 'views':
      return { ...column, buffers: [zeros(16)] };
    case 'fixedList':
      return { ...column, children: [emptyColumn(field.children[0], layout.size * length)] };
    case 'struct':
      return { ...column, children: children() };
    case 'sparse':
    case 'dense': {
      const [first = 0] = (field.type.parameters[1] as number[] | undefined) ?? [];
      const types = zeros(1).fill(first);
      const offsets = Int32Array.from({ length }, (_, i) => i);
      const own = layout.kind === 'dense' ? [types, bytesOf(offsets)] : [types];
      return { ...column, nulls: 0, validity: undefined, buffers: own, children: children() };
    }
    case 'runs': {
      const [ends, values] = field.children;
      const count = length === 0 ? 0 : 1;
      const run = { ...emptyColumn(ends, count), nulls: 0, validity: undefined };
      if (count === 1)
        run.buffers[0].set(bytesOf(BigInt64Array.of(BigInt(length))).subarray(0, run.buffers[0].length));
      return { ...column, nulls: 0, validity: undefined, children: [run, emptyColumn(values, count)] };
    }
    default:
      return { ...column, validity: undefined };
  }
}

function isNull(value: PlainValue): value is null | undefined {
  return value === null || value === undefined;
}

function validityOf(values: readonly PlainValue[]): Uint8Array {
  return bitsOf(values, (value) => !isNull(value));
}

function bitsOf(values: readonly PlainValue[], isSet: (value: PlainValue) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, i) => {
    if (isSet(value)) bits[i >>> 3] |= 1 << (i & 7);
  });
  return bits;
}

/** Where each of the values begins, one after the other, and the end. */
function endsOf(values: readonly ({ readonly length: number } | null | undefined)[]): Float64Array {
  const ends = new Float64Array(values.length + 1);
  values.forEach((value, i) => {
    ends[i + 1] = ends[i] + (value?.length ?? 0);
  });
  return ends;
}

function plainTexts(field: ArrowField, texts: readonly (Uint8Array | null)[]): Uint8Array[] {
  const ends = endsOf(texts);
  const bytes = new Uint8Array(ends[texts.length]);
  texts.forEach((text, i) => {
    if (text) bytes.set(text, ends[i]);
  });
  return [storedOffsets(ends, field.layout.kind === 'bytes' && field.layout.wide), bytes];
}

function views(texts: readonly (Uint8Array | null)[]): Uint8Array[] {
  const table = new Uint8Array(16 * texts.length);
  const view = new DataView(table.buffer);
  const long = texts.filter((text) => text && text.length > 12) as Uint8Array[];
  const bytes = new Uint8Array(long.reduce((sum, text) => sum + text.length, 0));
  let at = 0;
  texts.forEach((text, i) => {
    if (!text) return;
    view.setInt32(16 * i, text.length, true);
    table.set(text.subarray(0, text.length > 12 ? 4 : 12), 16 * i + 4);
    if (text.length <= 12) return;
    view.setInt32(16 * i + 12, at, true);
    bytes.set(text, at);
    at += text.length;
  });
  return bytes.length === 0 ? [table] : [table, bytes];
}
