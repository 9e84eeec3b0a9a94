/**
 * The id of a document: the one that the user's data gives; else the one that its format has (`formatId`); else its place, which
 * is the path for a file with one document and `path:line` for a line, row or element. The second element of a JSON array
 * that begins on the same line is `path:line#2`.
 *
 * Ids of the first kind must be unique. The others are made unique by the collection: one that is taken gets `#2`, `#3` ….
 */
import { formatPlace } from '../document.ts';
import type { ReadDocument, SourcedItem } from '../read.ts';

export function idOf(item: ReadDocument, { reader, place }: Pick<SourcedItem, 'reader' | 'place'>): string {
  return item.id ?? item.formatId ?? (reader.many ? formatPlace(place) : place.source);
}
