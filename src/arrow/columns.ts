/** The columns of a batch of rows as they are stored, and the numbers in their buffers. */
import type { ArrowField } from './schema.ts';

export interface Column {
  readonly field: ArrowField;
  readonly length: number;
  readonly nulls: number;
  /** A bit for every value, 1 if there is one; undefined if all are there. */
  readonly validity: Uint8Array | undefined;
  readonly buffers: readonly Uint8Array[];
  readonly children: readonly Column[];
  readonly dictionary?: Dictionary;
}

/** The values of a dictionary: one column, and one more for every message that added some. */
export class Dictionary {
  readonly parts: Column[] = [];
  /** The number of values after each part. */
  readonly ends: number[] = [];
  length = 0;
  /** Bytes that its values take. */
  bytes = 0;

  add(part: Column): void {
    if (part.length === 0 && this.parts.length > 0) return;
    this.length += part.length;
    this.bytes += storedBytes(part);
    this.parts.push(part);
    this.ends.push(this.length);
  }
}

function storedBytes({ buffers, children }: Column): number {
  const own = buffers.reduce((sum, bytes) => sum + bytes.length, 0);
  return children.reduce((sum, child) => sum + storedBytes(child), own);
}

export interface ArrowBatch {
  readonly length: number;
  readonly columns: readonly Column[];
}

/** Whole numbers of one size. */
export type Integers =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float64Array;

export function isMissing({ validity }: Column, row: number): boolean {
  return validity !== undefined && ((validity[row >>> 3] >>> (row & 7)) & 1) === 0;
}

/** Where values begin and end; 64-bit numbers become doubles, exact as far as any buffer reaches. */
export function offsetsIn(bytes: Uint8Array, wide: boolean, count: number): Int32Array | Float64Array {
  return integersIn(bytes, wide ? 64 : 32, true, count) as Int32Array | Float64Array;
}

export function integersIn(bytes: Uint8Array, bits: number, signed: boolean, count: number): Integers {
  const { buffer, byteOffset } = inPlace(bytes);
  switch (bits) {
    case 8:
      return signed ? new Int8Array(buffer, byteOffset, count) : new Uint8Array(buffer, byteOffset, count);
    case 16:
      return signed ? new Int16Array(buffer, byteOffset, count) : new Uint16Array(buffer, byteOffset, count);
    case 32:
      return signed ? new Int32Array(buffer, byteOffset, count) : new Uint32Array(buffer, byteOffset, count);
    default:
      return doublesOf(inPlace(bytes), signed, count);
  }
}

function doublesOf(bytes: Uint8Array, signed: boolean, count: number): Float64Array {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, 2 * count);
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const high = signed ? words[2 * i + 1] | 0 : words[2 * i + 1];
    values[i] = words[2 * i] + high * 2 ** 32;
  }
  return values;
}

/** The same bytes, moved to a multiple of eight: forged data may begin anywhere. */
export function inPlace(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function bytesOf(array: Integers | BigInt64Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** The value of a row in a dictionary: the part it is in, and its row there. */
export function partOf({ parts, ends }: Dictionary, value: number): { part: Column; row: number } {
  const number = runOf(ends, value);
  return { part: parts[number], row: number === 0 ? value : value - ends[number - 1] };
}

/** The run that a row is in. @param ends The row after each run. */
export function runOf(ends: Integers | readonly number[], row: number): number {
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ends[middle] > row) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The ends of the runs of a column of runs. */
export function runEndsOf({ children: [ends] }: Column): Integers {
  return integersIn(ends.buffers[0], ends.field.type.parameters[0] as number, true, ends.length);
}

/** The numbers of a column with a dictionary. */
export function indexesOf({ field, buffers, length }: Column): Integers {
  const { bits, signed } = field.dictionary!;
  return integersIn(buffers[0], bits, signed, length);
}
