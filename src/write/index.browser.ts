/** The door of write/ in a browser, which writes no files: a path as an output is refused before anything is read. */
import { badOption, type NeardupError } from '../errors.ts';

export { BYTE_ORDER_MARK, cellOf, formatRow, isNumeral } from './csv-cells.ts';

/** What stands for standard output in place of a path. */
export const STANDARD_OUTPUT = '-';

export function checkOutput(path: string): never {
  throw noFiles(path);
}

export async function atomicFile(path: string): Promise<never> {
  throw noFiles(path);
}

export async function openKeptWriter(path: string): Promise<never> {
  throw noFiles(path);
}

function noFiles(path: string): NeardupError {
  const advice = 'A browser writes no files: take the results, and write them as the page does.';
  return badOption('output', 'left out in a browser', path, advice);
}
