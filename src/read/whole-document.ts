/** Sources that are one document: all their bytes, or why they are none. */
import { joinBytes } from '../platform/join-bytes.ts';
import type { ReadOptions, Source } from '../read.ts';
import type { Told } from '../wording.ts';
import { turnsBinary } from './foreign-formats.ts';
import { BINARY, tooLong } from './messages.ts';

/** A format that the user names is not doubted. */
export async function wholeText(source: Source, options: ReadOptions): Promise<Uint8Array | Told> {
  const bytes = await wholeDocument(source, options.maxDocument);
  if (!bytes) return tooLong('a document', undefined, options.maxDocument);
  return options.format === 'auto' && turnsBinary(bytes) ? BINARY : bytes;
}

/** The bytes of a source, or undefined if there are more than `max`; reading stops there. */
export async function wholeDocument(source: Source, max: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source.open()) {
    length += chunk.length;
    if (length > max) return undefined;
    chunks.push(chunk);
  }
  return joinBytes(chunks);
}
