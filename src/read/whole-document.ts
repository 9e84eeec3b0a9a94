/** Sources that are one document: all their bytes, unless there are too many. */
import { joinBytes } from '../platform/join-bytes.ts';
import type { Source } from '../read.ts';

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
