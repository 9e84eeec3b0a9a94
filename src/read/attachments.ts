/**
 * Files that came with a document: the attachments of a mail. Each that is a document is read as one of its own, named by the mail and by
 * itself, and so is each in an attached archive; pictures and tables are passed over. An attached mail may have attachments again, to a depth.
 */
import { formatPlace } from '../document.ts';
import type { Reader, ReadItem, ReadOptions, Source, SourcedItem } from '../read.ts';
import { MemberNames } from './archives/members.ts';
import { HEAD_BYTES } from './foreign-formats.ts';
import { idOf } from './id-of.ts';
import { findReader } from './readers.ts';
import { memorySource } from './sources/memory-source.ts';
import { peek } from './sources/peek.ts';

/** Mails in mails that are opened, and attachments of a mail that are read. */
const MAX_DEPTH = 3;
const MAX_ATTACHMENTS = 200;

/** How attachments are read. Problems are items. */
interface AttachmentReading {
  /** The items that a reader finds in a source. */
  itemsOf(source: Source, reader: Reader, options: ReadOptions): AsyncIterable<ReadItem>;
  /** The items in an archive. @param mails Mails that the archive is in. */
  inArchive(archive: Source, options: ReadOptions, mails: number): AsyncIterable<SourcedItem>;
}

/** @param mails The mail and those that it is in. */
export async function* readAttachments(
  mail: SourcedItem,
  options: ReadOptions,
  reading: AttachmentReading,
  mails = 1,
): AsyncGenerator<SourcedItem> {
  const { item } = mail;
  if (item.problem !== undefined || item.attachments === undefined || mails > MAX_DEPTH) return;
  const names = new MemberNames(formatPlace(mail.place));
  const container = mail.source.container ?? mail.source;
  // `format` may say how to read the message; attachments are read by their own formats
  const asTheyAre: ReadOptions = { ...options, format: 'auto' };
  for (const [number, { name, content }] of item.attachments.entries()) {
    const fileName = baseName(name);
    const source = heldSource(names.nameOf(fileName), content(), container);
    const place = { source: source.name };
    if (number >= MAX_ATTACHMENTS) {
      const problem = `Expected at most ${MAX_ATTACHMENTS} attachments, got ${item.attachments.length}: those from here on are not read.`;
      yield { source, reader: mail.reader, place, item: { problem } };
      return;
    }
    const reader = await readerOf(source, asTheyAre);
    if (reader === 'archive') {
      for await (const inner of reading.inArchive(source, asTheyAre, mails))
        if (isDocument(inner)) yield { ...inner, item: withMail(inner.item, mail, inner.source) };
    } else if (reader !== undefined && !reader.many) {
      for await (const inner of reading.itemsOf(source, reader, asTheyAre)) {
        const read: SourcedItem = { source, reader, place, item: withMail(inner, mail, source) };
        if (!isDocument(read)) continue;
        yield read;
        yield* readAttachments(read, options, reading, mails + 1);
      }
    }
  }
}

/** False for pictures, spreadsheets and rows of tables. */
function isDocument({ reader, item }: SourcedItem): boolean {
  return !reader.many && !(item.problem !== undefined && item.foreign === true);
}

function heldSource(name: string, bytes: Uint8Array, container: Source): Source {
  return { ...memorySource(name, bytes), container };
}

/** Undefined if the source is empty or of an unsupported kind. Data that cannot be decompressed is reported when it is read. */
async function readerOf(source: Source, options: ReadOptions): Promise<Reader | 'archive' | undefined> {
  if (source.size === 0) return undefined;
  let head: Uint8Array = new Uint8Array(0);
  try {
    const peeked = await peek(source.open(), HEAD_BYTES);
    head = peeked.head;
    await peeked.chunks.return?.();
  } catch {}
  const { found } = await findReader(source, head, options);
  if ('archive' in found) return 'archive';
  return 'many' in found ? found : undefined;
}

/** An attached document inherits fields of its mail; if the mail has an id, the document's id is that id and its own name. */
function withMail(item: ReadItem, mail: SourcedItem, { name }: Source): ReadItem {
  if (item.problem !== undefined || mail.item.problem !== undefined) return item;
  const inherited = Object.entries(mail.item.meta ?? {}).filter(([field]) => INHERITED.has(field));
  const meta = { ...Object.fromEntries(inherited), ...item.meta };
  if (mail.item.formatId === undefined) return { ...item, meta };
  const formatId = `${idOf(mail.item, mail)}${name.slice(formatPlace(mail.place).length)}`;
  return { ...item, meta, formatId };
}

const INHERITED: ReadonlySet<string> = new Set(['subject', 'from', 'date', 'mailbox', 'folder', 'labels']);

/** A type stands in for a missing name; folders of the sender tell nothing. */
function baseName(name: string): string {
  return UNNAMED.get(name) ?? (name.replace(/^.*[\\/]/s, '') || 'attachment');
}

const UNNAMED: ReadonlyMap<string, string> = new Map([
  ['message/rfc822', 'message.eml'],
  ['text/html', 'attachment.html'],
  ['text/plain', 'attachment.txt'],
]);
