/** Writes the messages of an Arrow stream: every part of one begins at a multiple of eight bytes. */
import type { RowsOut, RowValue, Schema, ValueType } from '../../stages.ts';
import { type Node, pairVector, table, tables, textValue, toBytes } from './flatbuffers.ts';

/** Version 5 of the format; messages with a schema and with rows. */
const VERSION = 4;
const Kind = { schema: 1, batch: 3 } as const;

export function writeSchema(schema: Schema, scheme: string): Uint8Array {
  const fields = Object.entries(schema).map(([name, type]) => field(name, type));
  const metadata = tables([table([textValue('neardup'), textValue(scheme)])]);
  return message(Kind.schema, table([[2, 0], tables(fields), metadata]), []);
}

export function writeBatch(schema: Schema, rows: RowsOut): Uint8Array {
  const nodes: [number, number][] = [];
  const buffers: Uint8Array[] = [];
  for (const [name, type] of Object.entries(schema)) addColumn(rows[name], type, nodes, buffers);
  let offset = 0;
  const places = buffers.map((bytes) => {
    const place = [offset, bytes.length] as const;
    offset += padded(bytes.length);
    return place;
  });
  const length = rows[Object.keys(schema)[0]].length;
  return message(Kind.batch, table([[8, length], pairVector(nodes), pairVector(places)]), buffers);
}

export function endOfStream(): Uint8Array {
  return Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0);
}

function field(name: string, type: ValueType): Node {
  const integer = table([
    [4, 64],
    [1, 1],
  ]);
  const real = table([[2, 2]]);
  const types: Record<ValueType, readonly [number, Node]> = {
    integer: [2, integer],
    real: [3, real],
    bytes: [4, table([])],
    text: [5, table([])],
    integers: [12, table([])],
  };
  const [number, node] = types[type];
  const children = type === 'integers' ? [field('item', 'integer')] : [];
  return table([textValue(name), [1, 1], [1, number], node, undefined, tables(children)]);
}

function addColumn(
  values: readonly RowValue[],
  type: ValueType,
  nodes: [number, number][],
  buffers: Uint8Array[],
): void {
  const nulls = values.reduce<number>((sum, value) => sum + (value === null ? 1 : 0), 0);
  nodes.push([values.length, nulls]);
  buffers.push(nulls === 0 ? new Uint8Array() : validity(values));
  if (type === 'integer') {
    buffers.push(bytesOf(BigInt64Array.from(values, (value) => BigInt((value as number | null) ?? 0))));
  } else if (type === 'real') {
    buffers.push(bytesOf(Float64Array.from(values, (value) => Number(value ?? 0))));
  } else if (type === 'integers') {
    const lists = values as readonly (BigInt64Array | null)[];
    buffers.push(offsetsOf(lists));
    const items = concat(lists.map((list) => list && bytesOf(list)));
    nodes.push([items.length / 8, 0]);
    buffers.push(new Uint8Array(), items);
  } else {
    buffers.push(offsetsOf(values as readonly (Uint8Array | null)[]), concat(values as Uint8Array[]));
  }
}

function validity(values: readonly RowValue[]): Uint8Array {
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, i) => {
    if (value !== null) bits[i >>> 3] |= 1 << (i & 7);
  });
  return bits;
}

function offsetsOf(values: readonly ({ readonly length: number } | null)[]): Uint8Array {
  const offsets = new Int32Array(values.length + 1);
  values.forEach((value, i) => {
    offsets[i + 1] = offsets[i] + (value?.length ?? 0);
  });
  return bytesOf(offsets);
}

function concat(parts: readonly (Uint8Array | null)[]): Uint8Array {
  return Buffer.concat(parts.filter((part) => part !== null));
}

function bytesOf(array: BigInt64Array | Float64Array | Int32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function message(kind: number, header: Node, body: readonly Uint8Array[]): Uint8Array {
  const bodyLength = body.reduce((sum, bytes) => sum + padded(bytes.length), 0);
  const metadata = toBytes(table([[2, VERSION], [1, kind], header, [8, bodyLength]]));
  const bytes = Buffer.alloc(8 + metadata.length + bodyLength);
  bytes.writeUInt32LE(0xffffffff, 0);
  bytes.writeUInt32LE(metadata.length, 4);
  bytes.set(metadata, 8);
  let at = 8 + metadata.length;
  for (const part of body) {
    bytes.set(part, at);
    at += padded(part.length);
  }
  return bytes;
}

function padded(length: number): number {
  return 8 * Math.ceil(length / 8);
}
