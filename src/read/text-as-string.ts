/** The text of a document as a string, for outputs that a person reads. */
import { utf8Text } from '../platform/bytes.ts';
import type { ReadDocument } from '../read.ts';

export function textOf(item: Pick<ReadDocument, 'text'>): string {
  return typeof item.text === 'string' ? item.text : utf8Text(item.text);
}
