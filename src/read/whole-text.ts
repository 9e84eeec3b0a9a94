/** Sources that are one text: all their bytes, or why they are none. */
import type { ReadOptions, Source } from '../read.ts';
import type { Told } from '../wording.ts';
import { turnsBinary } from './foreign-formats.ts';
import { BINARY, tooLong } from './messages.ts';
import { wholeDocument } from './whole-document.ts';

/** A format that the user names is not doubted. */
export async function wholeText(source: Source, options: ReadOptions): Promise<Uint8Array | Told> {
  const bytes = await wholeDocument(source, options.maxDocument);
  if (!bytes) return tooLong('a document', undefined, options.maxDocument);
  return options.format === 'auto' && turnsBinary(bytes) ? BINARY : bytes;
}
