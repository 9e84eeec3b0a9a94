/**
 * Documents in pages, in the order in which they were added. A cursor names the last document of a page by its id, its place in the log
 * and the checksum of its line, so that the next page begins after it whatever was added, removed, merged or copied in between.
 */

import type { ListedDocument, ListOptions, ListPage } from '../../collection.ts';
import { badOption } from '../../errors.ts';
import type { StoredDocument } from '../store/records.ts';
import type { DocumentTable } from '../tables/document-table.ts';
import type { DocumentView } from '../tables/document-view.ts';
import type { LivingDocuments } from '../tables/living-documents.ts';

/** Documents that are read from the log for one page at most: a prefix that few ids have gives short pages. */
const MOST_READ = 4096;
const READ_TOGETHER = 128;
/** Characters of the text that a list shows. */
const START = 200;

type Cursor = readonly [id: string, file: number, offset: number, crc: number];

export function listDocuments(documents: LivingDocuments, options: ListOptions): ListPage {
  const { after, limit = 100, prefix = '' } = options;
  const { view } = documents;
  const now = documents.now();
  const found: ListedDocument[] = [];
  let read = 0;
  let last: { readonly number: number; readonly id: string } | undefined;
  let waiting: number[] = [];
  const take = () => {
    const stored = documents.storedDocuments(waiting, view);
    for (const [i, document] of stored.entries()) {
      if (found.length === limit) break;
      last = { number: waiting[i], id: document.id };
      if (document.id.startsWith(prefix)) found.push(listed(document, documents, view, waiting[i]));
    }
    waiting = [];
  };
  const from = after === undefined ? 0 : behind(parse(after), documents);
  for (const number of view.living(now, from)) {
    if (found.length === limit || read === MOST_READ) {
      if (waiting.length > 0) take();
      return { documents: found, next: cursorOf(last!, view) };
    }
    waiting.push(number);
    read++;
    if (waiting.length === Math.min(READ_TOGETHER, limit - found.length)) take();
  }
  if (waiting.length > 0) take();
  return { documents: found };
}

function listed(
  { id, text, lang, meta }: StoredDocument,
  documents: LivingDocuments,
  view: DocumentView,
  number: number,
): ListedDocument {
  const { table, document } = view.locate(number);
  return {
    id,
    words: table.columns.words[document],
    ...(lang !== undefined && { lang }),
    ...(meta !== undefined && { meta }),
    ...documents.momentsOf(number, view),
    start: text.slice(0, START).toWellFormed(),
  };
}

function placeOf(number: number, view: DocumentView) {
  const { table, document } = view.locate(number);
  return table.place(document);
}

function cursorOf({ number, id }: { number: number; id: string }, view: DocumentView): string {
  const { file, offset, crc } = placeOf(number, view);
  const cursor: Cursor = [id, file, offset, crc];
  // an address takes it as it is
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(cursor))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

function parse(after: string): Cursor {
  try {
    const bytes = atob(after.replaceAll('-', '+').replaceAll('_', '/'));
    const json = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
    const cursor = JSON.parse(json) as Cursor;
    const [id, ...numbers] = cursor;
    if (typeof id === 'string' && numbers.length === 3 && numbers.every(Number.isSafeInteger)) return cursor;
  } catch {
    // raised below
  }
  throw badOption('after', 'the `next` of an earlier page', after);
}

/** The position after the cursor's document. */
function behind([id, file, offset, crc]: Cursor, documents: LivingDocuments): number {
  const { view } = documents;
  const known = documents.find(id);
  const place = known === -1 ? undefined : placeOf(known, view);
  if (place?.file === file && place.offset === offset) return known + 1;
  // it was removed or replaced, maybe by the same line: its neighbors in the same file of the log are still in order
  let before = -1;
  let first = -1;
  view.tables.forEach((table: DocumentTable, t) => {
    for (let number = 0; number < table.length; number++) {
      const place = table.place(number);
      if (place.file !== file) continue;
      if (place.offset <= offset) before = view.numberOf(t, number);
      else if (first === -1) first = view.numberOf(t, number);
    }
  });
  if (before === -1 && first === -1) {
    // the file was copied, and the line with it
    if (place?.crc === crc) return known + 1;
    throw badOption(
      'after',
      'a place that is still known',
      'one that is gone',
      'Begin again without it: the document it names was removed, and so was everything around it.',
    );
  }
  return before === -1 ? first : before + 1;
}
