/** Batches of rows from messages: every buffer is measured and every place in it checked, so that what follows may trust them. */
import { BadArrow, damagedArrow, TooLargeArrow } from './bad-arrow.ts';
import {
  type ArrowBatch,
  type Column,
  Dictionary,
  indexesOf,
  isMissing,
  offsetsIn,
  runEndsOf,
  viewOf,
} from './columns.ts';
import { type Codec, inflated } from './compression.ts';
import type { Table } from './flatbuffers.ts';
import type { ArrowMessage } from './messages.ts';
import type { ArrowField } from './schema.ts';
import type { Layout } from './types.ts';

/** No batch has more rows: offsets of 32 bits could not count them. */
const MAX_ROWS = 2 ** 31 - 1;

export interface ArrowLimits {
  /** Bytes of a batch that may be in memory. */
  readonly memory: number;
}

export type Dictionaries = ReadonlyMap<number, Dictionary>;

/** @param header The table `RecordBatch`, which a message of a dictionary has inside. */
export async function readBatch(
  fields: readonly ArrowField[],
  { version, body }: ArrowMessage,
  header: Table,
  dictionaries: Dictionaries,
  limits: ArrowLimits,
): Promise<ArrowBatch> {
  const length = rowCount(header.number(0, 'i64'));
  const buffers = await readBuffers(header, body, limits);
  const loader = new Loader(header, buffers, version, dictionaries);
  const columns = fields.map((field) => loader.column(field));
  loader.expectEnd();
  if (columns.some((column) => column.length !== length)) throw damagedArrow('columns of different lengths');
  return { length, columns };
}

async function readBuffers(header: Table, body: Uint8Array, { memory }: ArrowLimits): Promise<Uint8Array[]> {
  const places = header.pairs(2);
  const compression = header.table(3);
  const stored = places.map(([offset, length]) => {
    if (!(offset >= 0 && length >= 0 && offset + length <= body.length))
      throw damagedArrow('a buffer outside of its message');
    return body.subarray(offset, offset + length);
  });
  if (compression === undefined) return stored;
  const codec = compression.number(0, 'u8');
  if (codec > 1 || compression.number(1, 'u8') !== 0)
    throw new BadArrow('Expected Arrow buffers compressed by LZ4 or Zstandard, got others.');
  let sum = 0;
  const lengths = stored.map((bytes) => {
    if (bytes.length === 0) return 0;
    if (bytes.length < 8) throw damagedArrow('a compressed buffer without its length');
    const length = Number(viewOf(bytes).getBigInt64(0, true));
    // stored as it is
    if (length === -1) return -1;
    if (length < 0) throw damagedArrow('a compressed buffer of a negative length');
    sum += length;
    if (sum > memory) throw new TooLargeArrow(sum);
    return length;
  });
  const name: Codec = codec === 0 ? 'lz4' : 'zstd';
  const result: Uint8Array[] = [];
  for (const [i, bytes] of stored.entries()) {
    if (lengths[i] <= 0) result.push(lengths[i] === 0 ? new Uint8Array() : bytes.subarray(8));
    else result.push(await inflated(name, bytes.subarray(8), lengths[i]));
  }
  return result;
}

function rowCount(length: number): number {
  if (Number.isInteger(length) && length >= 0 && length <= MAX_ROWS) return length;
  throw damagedArrow(`a batch of ${length} rows`);
}

const NO_VALUES = new Dictionary();

class Loader {
  private readonly nodes: readonly (readonly [length: number, nulls: number])[];
  private readonly variadic: readonly number[];
  private nextNode = 0;
  private nextBuffer = 0;
  private nextVariadic = 0;

  constructor(
    header: Table,
    private readonly buffers: readonly Uint8Array[],
    private readonly version: number,
    private readonly dictionaries: Dictionaries,
  ) {
    this.nodes = header.pairs(1);
    this.variadic = header.numbers(4);
  }

  column(field: ArrowField): Column {
    const node = this.nodes[this.nextNode++];
    if (node === undefined) throw damagedArrow('a batch of too few columns');
    const length = rowCount(node[0]);
    const nulls = rowCount(node[1]);
    if (field.dictionary !== undefined) return this.indexes(field, length, nulls);
    const { kind } = field.layout;
    if (kind === 'null')
      return { field, length, nulls: length, validity: undefined, buffers: [], children: [] };
    const isWithout = kind === 'sparse' || kind === 'dense' || kind === 'runs';
    const validity = isWithout && this.version > 3 ? undefined : this.validity(length, nulls);
    // version 4 had room for missing values of these columns themselves; no writer used it
    if (isWithout && validity !== undefined)
      throw new BadArrow('Expected unions and runs without missing values of their own, got some.');
    const buffers = this.ownBuffers(field.layout, length);
    const children = field.children.map((child) => this.column(child));
    const column = { field, length, nulls: validity === undefined ? 0 : nulls, validity, buffers, children };
    check(column);
    return column;
  }

  expectEnd(): void {
    if (this.nextNode !== this.nodes.length || this.nextBuffer !== this.buffers.length)
      throw damagedArrow('a batch of too many columns');
  }

  private indexes(field: ArrowField, length: number, nulls: number): Column {
    const validity = this.validity(length, nulls);
    const buffers = [this.buffer((length * field.dictionary!.bits) / 8)];
    const dictionary = this.dictionaries.get(field.dictionary!.id);
    if (dictionary === undefined && nulls < length)
      throw damagedArrow(`a column \`${field.name}\` without its dictionary`);
    const known = dictionary ?? NO_VALUES;
    const column = {
      field,
      length,
      nulls: validity === undefined ? 0 : nulls,
      validity,
      buffers,
      children: [],
      dictionary: known,
    };
    const values = indexesOf(column);
    for (let row = 0; row < length; row++)
      if (!(values[row] >= 0 && values[row] < known.length) && !isMissing(column, row))
        throw damagedArrow(`values outside of the dictionary of \`${field.name}\``);
    return column;
  }

  private validity(length: number, nulls: number): Uint8Array | undefined {
    const bytes = this.next();
    if (nulls === 0) return undefined;
    if (nulls > length || bytes.length < Math.ceil(length / 8))
      throw damagedArrow('a column of more missing values than it has');
    return bytes;
  }

  private ownBuffers(layout: Layout, length: number): Uint8Array[] {
    switch (layout.kind) {
      case 'bits':
        return [this.buffer(Math.ceil(length / 8))];
      case 'fixed':
        return [this.buffer(layout.width * length)];
      case 'bytes':
        return [this.offsets(layout.wide, length), this.next()];
      case 'list':
        return [this.offsets(layout.wide, length)];
      case 'listView':
        return [this.buffer((layout.wide ? 8 : 4) * length), this.buffer((layout.wide ? 8 : 4) * length)];
      case 'views': {
        const views = this.buffer(16 * length);
        const count = this.variadic[this.nextVariadic++];
        if (!(count >= 0 && count <= this.buffers.length - this.nextBuffer))
          throw damagedArrow('a column of views without its buffers');
        return [views, ...Array.from({ length: count }, () => this.next())];
      }
      case 'sparse':
        return [this.buffer(length)];
      case 'dense':
        return [this.buffer(length), this.buffer(4 * length)];
      default:
        return [];
    }
  }

  /** An empty column may have no offsets at all. */
  private offsets(wide: boolean, length: number): Uint8Array {
    const size = wide ? 8 : 4;
    const bytes = this.next();
    if (length === 0 && bytes.length < size) return new Uint8Array(size);
    return measured(bytes, size * (length + 1));
  }

  private buffer(size: number): Uint8Array {
    return measured(this.next(), size);
  }

  private next(): Uint8Array {
    const bytes = this.buffers[this.nextBuffer++];
    if (bytes === undefined) throw damagedArrow('a batch of too few buffers');
    return bytes;
  }
}

/** Without the padding, which is not kept. */
function measured(bytes: Uint8Array, size: number): Uint8Array {
  if (bytes.length < size) throw damagedArrow('a buffer that is too short');
  return bytes.subarray(0, size);
}

/** Checks the places to which the numbers of a column point. */
function check(column: Column): void {
  const { field, length, buffers, children } = column;
  const { layout } = field;
  const refuse = () => {
    throw damagedArrow(`values of \`${field.name}\` outside of their buffer`);
  };
  switch (layout.kind) {
    case 'bytes':
    case 'list': {
      const offsets = offsetsIn(buffers[0], layout.wide, length + 1);
      if (
        offsets[0] < 0 ||
        offsets[length] > (layout.kind === 'list' ? children[0].length : buffers[1].length)
      )
        refuse();
      for (let row = 0; row < length; row++) if (offsets[row + 1] < offsets[row]) refuse();
      return;
    }
    case 'listView': {
      const [starts, sizes] = buffers.map((bytes) => offsetsIn(bytes, layout.wide, length));
      for (let row = 0; row < length; row++)
        if (
          !(starts[row] >= 0 && sizes[row] >= 0 && starts[row] + sizes[row] <= children[0].length) &&
          !isMissing(column, row)
        )
          refuse();
      return;
    }
    case 'views':
      checkViews(column, refuse);
      return;
    case 'fixedList':
      if (children[0].length < layout.size * length) refuse();
      return;
    case 'struct':
      if (children.some((child) => child.length < length)) refuse();
      return;
    case 'sparse':
    case 'dense':
      checkUnion(column, refuse);
      return;
    case 'runs': {
      const [ends, values] = children;
      const rows = runEndsOf(column);
      if (ends.nulls > 0 || values.length < ends.length || (length > 0 && !(rows[rows.length - 1] >= length)))
        refuse();
      for (let run = 0; run < rows.length; run++)
        if (!(rows[run] > (run === 0 ? 0 : rows[run - 1]))) refuse();
      return;
    }
  }
}

function checkViews(column: Column, refuse: () => void): void {
  const [views, ...values] = column.buffers;
  const view = viewOf(views);
  for (let row = 0; row < column.length; row++) {
    const length = view.getInt32(16 * row, true);
    if (length >= 0 && length <= 12) continue;
    if (isMissing(column, row)) continue;
    const bytes = values[view.getInt32(16 * row + 8, true)];
    const start = view.getInt32(16 * row + 12, true);
    if (length < 0 || start < 0 || bytes === undefined || start + length > bytes.length) refuse();
  }
}

function checkUnion(
  { field, length, buffers: [types, offsets], children }: Column,
  refuse: () => void,
): void {
  const childOf = unionChildren(field);
  if (field.layout.kind === 'sparse' && children.some((child) => child.length < length)) refuse();
  const places = offsets && offsetsIn(offsets, false, length);
  for (let row = 0; row < length; row++) {
    const child = children[childOf[types[row]]];
    if (child === undefined || (places !== undefined && !(places[row] >= 0 && places[row] < child.length)))
      refuse();
  }
}

/** The numbers of the children by the numbers of their types; 255 for no child. */
export function unionChildren({ type, children }: ArrowField): Uint8Array {
  const ids = (type.parameters[1] as number[] | undefined) ?? children.map((_, i) => i);
  const numbers = new Uint8Array(256).fill(255);
  ids.forEach((id, i) => {
    if (id >= 0 && id < 128) numbers[id] = i;
  });
  return numbers;
}
