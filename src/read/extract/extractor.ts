/**
 * Extraction: formats whose text takes much work, or whose files may be hostile. An extractor turns bytes into
 * items; it runs in a worker with limits on time and memory (`workers/`), but does not know about that.
 */
import type { FileParts } from '../../platform.ts';
import type { ReaderOptions, ReadItem } from '../../read.ts';

/** The whole file, or for formats that are read in pieces the path of the file, or its parts on request. */
export type ExtractInput =
  | { readonly bytes: Uint8Array }
  | { readonly path: string }
  | { readonly parts: Pick<FileParts, 'byteLength' | 'slice'> };

/** The options that an extractor sees: they are sent to another process. */
export type ExtractOptions = Pick<
  ReaderOptions,
  'textField' | 'idField' | 'encoding' | 'markup' | 'maxDocument' | 'main' | 'documentMemory' | 'textsOnly'
>;

/** Raises BadDocument if the document cannot be read; the message is reported unchanged. */
export type Extractor = (input: ExtractInput, options: ExtractOptions) => AsyncIterable<readonly ReadItem[]>;

/** An extractor of files that are one document. */
export function oneDocument(
  extract: (bytes: Uint8Array, options: ExtractOptions) => ReadItem | Promise<ReadItem>,
): Extractor {
  return async function* (input, options) {
    if (!('bytes' in input)) throw new TypeError('Expected bytes.');
    yield [await extract(input.bytes, options)];
  };
}
