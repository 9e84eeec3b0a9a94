/** Values of incoming rows, with their problems. */
import { NeardupError } from '../errors.ts';
import type { RowsIn } from '../stages.ts';

/** The value must be there. */
export function bytesIn(rows: RowsIn, name: string, row: number): Uint8Array {
  return rows.bytes(name)?.(row) ?? missing(name, row);
}

export function textIn(rows: RowsIn, name: string, row: number): string {
  return Buffer.from(bytesIn(rows, name, row)).toString();
}

export function missing(name: string, row: number): never {
  throw new NeardupError('BAD_OPTION', `Expected a value in column \`${name}\` of row ${row}, got null.`, {
    advice: 'A join that found no partner gives nulls: check the stage before.',
  });
}

export function noColumn(name: string, names: readonly string[]): never {
  throw new NeardupError('BAD_OPTION', `Expected a column \`${name}\`, got ${names.join(', ') || 'none'}.`, {
    advice: 'docs/worker.md lists the columns of every stage.',
  });
}

/** Beyond this, numbers are not exact. */
export function unsafe(name: string, value: unknown): never {
  throw new NeardupError('BAD_OPTION', `Expected integers below 2^53 in column \`${name}\`, got ${value}.`, {
    advice: 'Number the rows anew.',
  });
}
