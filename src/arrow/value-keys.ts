/** Keys that are equal for equal values of columns of one type. */
import { latin1 } from '../platform/bytes.ts';
import { type Column, isMissing } from './columns.ts';
import { takeRows } from './take.ts';
import { bytesReader } from './text-values.ts';

export function valueKeys(column: Column): (row: number) => string {
  const { field, buffers, dictionary } = column;
  const bytes = bytesReader(column);
  const width = field.layout.kind === 'fixed' && dictionary === undefined ? field.layout.width : undefined;
  return (row) => {
    if (isMissing(column, row)) return 'missing';
    if (bytes !== undefined) return `=${latin1(bytes(row)!)}`;
    if (width !== undefined) return `=${latin1(buffers[0], width * row, width * (row + 1))}`;
    return `=${allBytes(takeRows(column, Uint32Array.of(row))).join(' ')}`;
  };
}

/** All bytes of a column and its children, each buffer with its length. */
function allBytes({ validity, buffers, children }: Column): string[] {
  const own = [validity ?? new Uint8Array(), ...buffers].map((bytes) => `${bytes.length}:${latin1(bytes)}`);
  return [...own, ...children.flatMap(allBytes)];
}
