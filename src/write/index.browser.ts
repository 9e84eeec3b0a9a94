/** The door of write/ in a browser, which writes no files: a path as an output is refused before anything is read. */
import { badOption, type NeardupError } from '../errors.ts';
import type { AtomicFile, KeptWriter, RecordFields } from '../write.ts';

export * from '../write.ts';
export { BYTE_ORDER_MARK, cellOf, type Delimiter, formatRow, isNumeral } from './csv-cells.ts';
export { formatOfPath, writtenEndings, writtenFiles } from './file-formats.ts';

/** Stands for standard output in place of a path. */
export const STANDARD_OUTPUT = '-';

export function checkOutput(path: string, _inputs: readonly string[]): void {
  throw noFiles(path);
}

export async function checkOutputOf(
  path: string,
  _inputs: readonly string[],
  _selection?: { readonly hidden?: boolean },
): Promise<void> {
  throw noFiles(path);
}

/** Every output is refused. */
export function checkOutputFormat(_format: unknown, _outputs: unknown): void {}

export function isFolderOutput(path: string): boolean {
  throw noFiles(path);
}

export function isStreamOutput(path: string): boolean {
  throw noFiles(path);
}

export function shardPaths(path: string, _count: number): string[] {
  throw noFiles(path);
}

export function expectRoomFor(_added: unknown, _document: unknown, path: string): void {
  throw noFiles(path);
}

export async function atomicFile(path: string): Promise<AtomicFile> {
  throw noFiles(path);
}

export async function openKeptWriter(
  path: string,
  _inputs?: readonly string[],
  _fields?: RecordFields,
  _split?: number,
): Promise<KeptWriter> {
  throw noFiles(path);
}

function noFiles(path: string): NeardupError {
  const advice = 'A browser writes no files: take the results, and write them as the page does.';
  return badOption('output', 'left out in a browser', path, advice);
}
