/** Documents as they are read become documents to be stored. */
import { formatPlace } from '../document.ts';
import { NeardupError } from '../errors.ts';
import { idOf } from '../read/index.ts';
import type { SourcedItem } from '../read.ts';
import type { NewDocument } from './add-documents.ts';
import { momentOf } from './options.ts';

const decoder = new TextDecoder();

/** Sources that have other documents at the same place the next time: what is read of them has no id of its own. */
const PASSING = ['documents', 'standard input'];

/** @param expires When documents expire that do not say so; 0 for never. */
export function newDocument(sourced: SourcedItem, now: number, expires: number): NewDocument {
  const { item, place } = sourced;
  if (item.problem !== undefined) return { id: formatPlace(place), reason: item.problem };
  const id = idOf(item, sourced);
  if (item.id === undefined && item.formatId === undefined && PASSING.includes(place.source)) {
    return { id, reason: 'Expected an id, by which the collection knows a document, got none.' };
  }
  const { expires: own, ...others } = item.meta ?? {};
  try {
    return {
      id,
      text: typeof item.text === 'string' ? item.text : decoder.decode(item.text),
      lang: item.lang,
      expires: (own === undefined ? expires : momentOf('expires', own, now, 1)) || undefined,
      meta: Object.keys(others).length > 0 ? others : undefined,
    };
  } catch (error) {
    if (error instanceof NeardupError) return { id, reason: error.message };
    throw error;
  }
}
