/**
 * Extraction: formats whose text takes work to get at, or whose files may be hostile. An extractor turns bytes into
 * items; it runs in a worker with limits on time and memory (`workers/`), and knows nothing of that.
 */
import type { ReadItem, ReadOptions } from '../../read.ts';

/** The whole file, or the file behind a path for formats that are read in pieces. */
export type ExtractInput = { readonly bytes: Buffer } | { readonly path: string };

/** What of the options an extractor sees: it is sent to another process. */
export type ExtractOptions = Pick<
  ReadOptions,
  'textField' | 'idField' | 'encoding' | 'markup' | 'maxDocument' | 'main' | 'documentMemory'
>;

/** Raises BadDocument for what cannot be read; the message is told as it is. */
export type Extractor = (input: ExtractInput, options: ExtractOptions) => AsyncIterable<readonly ReadItem[]>;

/** An extractor of files that are one document. */
export function oneDocument(
  extract: (bytes: Buffer, options: ExtractOptions) => ReadItem | Promise<ReadItem>,
): Extractor {
  return async function* (input, options) {
    if ('path' in input) throw new TypeError('Expected bytes, got a path.');
    yield [await extract(input.bytes, options)];
  };
}
