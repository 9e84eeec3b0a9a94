/**
 * The part of FlatBuffers that Arrow's messages need. A table begins with the distance back to its list of fields (vtable), which
 * has two sizes and then the place of every field in the table, 0 for a field that is not there. Every place is checked: a DataView
 * raises RangeError beyond its bytes, and vectors are measured before they are read.
 */
import { utf8Bytes, utf8Text } from '../platform/bytes.ts';

type Kind = 'bool' | 'u8' | 'i16' | 'i32' | 'i64';

/** A table in a message. */
export class Table {
  constructor(
    private readonly view: DataView,
    private readonly at: number,
  ) {}

  static root(bytes: Uint8Array): Table {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new Table(view, view.getUint32(0, true));
  }

  /** @param missing The value of a field that is not there. */
  number(field: number, kind: Kind, missing = 0): number {
    const at = this.place(field);
    if (at === 0) return missing;
    if (kind === 'u8' || kind === 'bool') return this.view.getUint8(at);
    if (kind === 'i16') return this.view.getInt16(at, true);
    return kind === 'i32' ? this.view.getInt32(at, true) : Number(this.view.getBigInt64(at, true));
  }

  table(field: number): Table | undefined {
    const at = this.place(field);
    return at === 0 ? undefined : new Table(this.view, at + this.view.getUint32(at, true));
  }

  text(field: number): string {
    return utf8Text(this.bytes(field));
  }

  bytes(field: number): Uint8Array {
    const { start, length } = this.vector(field, 1);
    return new Uint8Array(this.view.buffer, this.view.byteOffset + start, length);
  }

  tables(field: number): Table[] {
    const { start, length } = this.vector(field, 4);
    return Array.from({ length }, (_, i) => {
      const at = start + 4 * i;
      return new Table(this.view, at + this.view.getUint32(at, true));
    });
  }

  /** 32-bit numbers. */
  integers(field: number): number[] {
    const { start, length } = this.vector(field, 4);
    return Array.from({ length }, (_, i) => this.view.getInt32(start + 4 * i, true));
  }

  /** 64-bit numbers. */
  numbers(field: number): number[] {
    const { start, length } = this.vector(field, 8);
    return Array.from({ length }, (_, i) => this.long(start + 8 * i));
  }

  /** Pairs of 64-bit numbers. */
  pairs(field: number): (readonly [number, number])[] {
    const { start, length } = this.vector(field, 16);
    return Array.from(
      { length },
      (_, i) => [this.long(start + 16 * i), this.long(start + 16 * i + 8)] as const,
    );
  }

  /** Places in a file: the offset of a message, and the bytes of its metadata and body. */
  blocks(field: number): (readonly [offset: number, metadata: number, body: number])[] {
    const { start, length } = this.vector(field, 24);
    return Array.from({ length }, (_, i) => {
      const at = start + 24 * i;
      return [this.long(at), this.view.getInt32(at + 8, true), this.long(at + 16)] as const;
    });
  }

  has(field: number): boolean {
    return this.place(field) !== 0;
  }

  private long(at: number): number {
    return Number(this.view.getBigInt64(at, true));
  }

  private vector(field: number, size: number): { start: number; length: number } {
    const at = this.place(field);
    if (at === 0) return { start: 0, length: 0 };
    const start = at + this.view.getUint32(at, true);
    const length = this.view.getUint32(start, true);
    if (start + 4 + size * length > this.view.byteLength) throw new RangeError('a vector beyond its message');
    return { start: start + 4, length };
  }

  private place(field: number): number {
    const fields = this.at - this.view.getInt32(this.at, true);
    const slot = 4 + 2 * field;
    if (slot >= this.view.getUint16(fields, true)) return 0;
    const offset = this.view.getUint16(fields + slot, true);
    return offset === 0 ? 0 : this.at + offset;
  }
}

/** A field of a table to be written: a number with its size in bytes, or something that the table points to. */
export type TableField = readonly [size: 1 | 2 | 4 | 8, value: number] | Node | undefined;

/** Something with bytes of its own, and places in them that point to other nodes. */
export interface Node {
  readonly bytes: Uint8Array;
  /** Bytes before `bytes` that belong to it (the vtable of a table). */
  readonly lead: number;
  readonly links: readonly (readonly [at: number, to: Node])[];
}

/** Every field takes eight bytes: a few more than it needs, but nothing has to be aligned. */
export function table(fields: readonly TableField[]): Node {
  const lead = 8 * Math.ceil((4 + 2 * fields.length) / 8);
  const bytes = new Uint8Array(lead + 8 + 8 * fields.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 4 + 2 * fields.length, true);
  view.setUint16(2, 8 + 8 * fields.length, true);
  view.setInt32(lead, lead, true);
  const links: [number, Node][] = [];
  fields.forEach((field, i) => {
    if (field === undefined) return;
    const at = 8 + 8 * i;
    view.setUint16(4 + 2 * i, at, true);
    if ('bytes' in field) links.push([lead + at, field]);
    else view.setBigInt64(lead + at, BigInt(field[1]), true);
  });
  return { bytes, lead, links };
}

/** @param value A text, or bytes that stand for one. */
export function textValue(value: string | Uint8Array): Node {
  const content = typeof value === 'string' ? utf8Bytes(value) : value;
  const bytes = new Uint8Array(padded(5 + content.length));
  new DataView(bytes.buffer).setUint32(0, content.length, true);
  bytes.set(content, 4);
  return { bytes, lead: 0, links: [] };
}

export function tables(nodes: readonly Node[]): Node {
  const bytes = new Uint8Array(padded(4 + 4 * nodes.length));
  new DataView(bytes.buffer).setUint32(0, nodes.length, true);
  return { bytes, lead: 0, links: nodes.map((node, i) => [4 + 4 * i, node] as const) };
}

/** 32-bit numbers, after their count. */
export function integerVector(values: readonly number[]): Node {
  const bytes = new Uint8Array(padded(4 + 4 * values.length));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, values.length, true);
  values.forEach((value, i) => {
    view.setInt32(4 + 4 * i, value, true);
  });
  return { bytes, lead: 0, links: [] };
}

/** Rows of 64-bit numbers, after their count. Four bytes before the count align them. */
export function longVector(rows: readonly (readonly number[])[]): Node {
  const values = rows.flat();
  const bytes = new Uint8Array(8 + 8 * values.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(4, rows.length, true);
  values.forEach((value, i) => {
    view.setBigInt64(8 + 8 * i, BigInt(value), true);
  });
  return { bytes, lead: 4, links: [] };
}

/** The bytes of a message: the root, and everything that it points to after it. */
export function toBytes(root: Node): Uint8Array {
  const parts: Node[] = [];
  const starts = new Map<Node, number>();
  let size = 8;
  const place = (node: Node) => {
    parts.push(node);
    starts.set(node, size);
    size += node.bytes.length;
    for (const [, to] of node.links) place(to);
  };
  place(root);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 8 + root.lead, true);
  for (const node of parts) {
    const start = starts.get(node)!;
    bytes.set(node.bytes, start);
    for (const [at, to] of node.links) {
      view.setUint32(start + at, starts.get(to)! + to.lead - (start + at), true);
    }
  }
  return bytes;
}

/** The next multiple of eight. */
export function padded(length: number): number {
  return 8 * Math.ceil(length / 8);
}
