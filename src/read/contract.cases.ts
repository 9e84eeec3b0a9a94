/** What the tests of the readers share: options with their defaults, and a reader's items as an array. */
import type { Reader, ReadItem, ReadOptions, Source } from '../read.ts';
import { memorySource } from './sources/memory-source.ts';
import { textOf as plainTextOf } from './text-as-string.ts';

export const DEFAULTS: ReadOptions = {
  textField: 'text',
  idField: 'id',
  format: 'auto',
  encoding: 'auto',
  markup: 'none',
  maxDocument: 104_857_600,
  main: false,
  attachments: false,
  documentSeconds: 30,
  documentMemory: 1 << 30,
};

export type Content = string | Uint8Array | readonly Uint8Array[];

/** All items that a reader makes of some bytes. */
export async function itemsOf(
  reader: Reader,
  content: Content | Source,
  options: Partial<ReadOptions> = {},
): Promise<ReadItem[]> {
  const source = isSource(content) ? content : memorySource('input', content);
  return collect(reader.read(source, { ...DEFAULTS, ...options }));
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The text of an item as a string; fails where the item is a problem. */
export function textOf(item: ReadItem | undefined): string {
  if (item === undefined || item.problem !== undefined) throw new Error(`no document: ${item?.problem}`);
  return plainTextOf(item);
}

function isSource(content: Content | Source): content is Source {
  return typeof content === 'object' && 'open' in content;
}
