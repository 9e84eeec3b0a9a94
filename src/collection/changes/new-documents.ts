/** Documents as they are read become documents to be stored. */
import { UniqueIds } from '../../corpus/index.ts';
import { formatPlace } from '../../document.ts';
import { NeardupError } from '../../errors.ts';
import { type Input, idOf, openInput, type ReadRunOptions } from '../../read/index.ts';
import type { SourcedItem } from '../../read.ts';
import { momentOf } from '../moments.ts';
import type { StoredDocument } from '../store/records.ts';
import { type StreamWindow, timeOf } from '../window/stream-window.ts';

/** A document to be added, or why it cannot be. */
export type NewDocument =
  | (Omit<StoredDocument, 'seen'> & {
      /** The second that it is of, if it is in a stream with a window of time. */
      readonly time?: number;
      /** `expires` is that of all documents of the call: it does not change when a stored document expires. */
      readonly expiresByDefault?: boolean;
    })
  | { readonly id: string; readonly reason: string };

const decoder = new TextDecoder();

/** Sources whose content differs with every read: their documents have no id of their own. */
const PASSING = ['documents', 'standard input'];

/** Documents and characters of text that are handed over together. */
const BATCH_DOCUMENTS = 1024;
const BATCH_TEXT = 4 << 20;

/**
 * Reads an input.
 * @param expires When documents expire that do not say so.
 * @param clock Gives the time in seconds since 1970.
 * @param maxId Characters of an id at most.
 */
export async function* newDocuments(
  input: Input,
  expires: string | undefined,
  clock: () => number,
  reading: ReadRunOptions,
  window?: Pick<StreamWindow, 'timeField'>,
  maxId?: number,
): AsyncGenerator<NewDocument[]> {
  const byDefault = expires === undefined ? 0 : momentOf('expires', expires, clock(), 1);
  const opened = await openInput(input, reading);
  const ids = new UniqueIds();
  let batch: NewDocument[] = [];
  let text = 0;
  try {
    for await (const item of opened.items()) {
      const document = withGoodId(newDocument(item, ids, clock(), byDefault, window), maxId);
      batch.push(document);
      text += 'text' in document ? document.text.length : 0;
      if (batch.length < BATCH_DOCUMENTS && text < BATCH_TEXT) continue;
      yield batch;
      [batch, text] = [[], 0];
    }
    if (batch.length > 0) yield batch;
  } finally {
    await opened.close();
  }
}

/** The document, unless its id is too long or no text. The answer has the beginning of a long one. */
function withGoodId(document: NewDocument, most = Number.POSITIVE_INFINITY): NewDocument {
  const { id } = document;
  // stored as UTF-8, two such ids could become equal
  if (!id.isWellFormed())
    return { id, reason: 'Expected an id of whole characters, got half of a surrogate pair.' };
  if (id.length <= most) return document;
  // a character beyond U+FFFF has a length of two
  const characters = [...id.slice(0, 2 * most + 1)];
  if (characters.length <= most) return document;
  const reason = `Expected an id of at most ${most} characters, got a longer one.`;
  return { id: `${characters.slice(0, most).join('')}…`, reason };
}

/** @param expires When documents expire that do not say so; 0 for never. */
function newDocument(
  sourced: SourcedItem,
  ids: UniqueIds,
  now: number,
  expires: number,
  window: Pick<StreamWindow, 'timeField'> | undefined,
): NewDocument {
  const { item, place } = sourced;
  if (item.problem !== undefined) return { id: formatPlace(place), reason: item.problem };
  const id = idOf(item, sourced);
  if (item.id === undefined && item.formatId === undefined && PASSING.includes(place.source)) {
    return { id, reason: 'Expected an id for the document, got none.' };
  }
  const { expires: own, ...others } = item.meta ?? {};
  if (window !== undefined && own !== undefined) {
    return { id, reason: 'It has a field `expires`, but the collection has a window.' };
  }
  const timeField = window?.timeField;
  try {
    return {
      // those of documents in memory are always given
      id: sourced.reader.name === 'documents' ? id : ids.add(item, sourced),
      text: typeof item.text === 'string' ? item.text : decoder.decode(item.text),
      lang: item.lang,
      expires: (own === undefined ? expires : momentOf('expires', own, now, 1)) || undefined,
      expiresByDefault: own === undefined && expires !== 0,
      ...(timeField !== undefined && { time: timeOf(timeField, others[timeField]) }),
      meta: Object.keys(others).length > 0 ? others : undefined,
    };
  } catch (error) {
    if (error instanceof NeardupError) return { id, reason: error.message };
    throw error;
  }
}
