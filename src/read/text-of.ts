/** The text of a document as a string, for outputs that a person reads. */
import type { ReadDocument } from '../read.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function textOf(item: Pick<ReadDocument, 'text'>): string {
  if (typeof item.text === 'string') return item.text;
  // the decoder refuses shared memory, which the engine's texts are in
  const shared = item.text.buffer instanceof SharedArrayBuffer;
  return decoder.decode(shared ? item.text.slice() : item.text);
}
