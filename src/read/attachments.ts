/**
 * Files that came with a document: the attachments of a mail. Each that is a document is read as one of its own, named by the mail and by
 * itself, and so is each in an attached archive; pictures and tables are passed over. An attached mail may have attachments again, to a depth.
 */
import { formatPlace } from '../document.ts';
import type { Reader, ReadItem, ReadOptions, Source, SourcedItem } from '../read.ts';
import { MemberNames } from './archives/members.ts';
import { HEAD_BYTES } from './foreign-formats.ts';
import { readerFor } from './formats.ts';
import { idOf } from './id-of.ts';

/** Mails in mails that are opened, and attachments of a mail that are read. */
const MAX_DEPTH = 3;
const MAX_ATTACHMENTS = 200;

/** How attachments are read. Problems are items. */
interface AttachmentReading {
  /** What a reader makes of a source. */
  itemsOf(source: Source, reader: Reader, options: ReadOptions): AsyncIterable<ReadItem>;
  /** The documents in an archive. @param mails Mails that it is in. */
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
  // the message may be read as something else, its attachments are what they are
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
    const reader = documentReader(source, asTheyAre);
    if (reader === 'archive') {
      for await (const inner of reading.inArchive(source, asTheyAre, mails))
        yield inner.reader.many ? inner : { ...inner, item: named(inner.item, mail, inner.source) };
    } else if (reader !== undefined) {
      for await (const inner of reading.itemsOf(source, reader, asTheyAre)) {
        const read: SourcedItem = { source, reader, place, item: named(inner, mail, source) };
        yield read;
        yield* readAttachments(read, options, reading, mails + 1);
      }
    }
  }
}

interface HeldSource extends Source {
  readonly bytes: Uint8Array;
}

/** The bytes as they are: nothing in a mail is decompressed. */
function heldSource(name: string, bytes: Uint8Array, container: Source): HeldSource {
  return {
    name,
    bytes,
    size: bytes.length,
    container,
    async *open() {
      yield bytes;
    },
  };
}

/** The reader of a file that is one document; undefined for a picture, a table and everything else. */
function documentReader({ name, bytes }: HeldSource, options: ReadOptions): Reader | 'archive' | undefined {
  if (bytes.length === 0) return undefined;
  const reader = readerFor({ name }, bytes.subarray(0, HEAD_BYTES), options);
  if ('archive' in reader) return 'archive';
  return 'many' in reader && !reader.many ? reader : undefined;
}

/** If the mail has an id of its own, the attachment has that id and its name as its id. */
function named(item: ReadItem, mail: SourcedItem, { name }: Source): ReadItem {
  if (item.problem !== undefined || mail.item.problem !== undefined) return item;
  if (mail.item.formatId === undefined) return item;
  return { ...item, formatId: `${idOf(mail.item, mail)}${name.slice(formatPlace(mail.place).length)}` };
}

/** A type stands in for a missing name; folders of the sender tell nothing. */
function baseName(name: string): string {
  return UNNAMED.get(name) ?? (name.replace(/^.*[\\/]/s, '') || 'attachment');
}

const UNNAMED: ReadonlyMap<string, string> = new Map([
  ['message/rfc822', 'message.eml'],
  ['text/html', 'attachment.html'],
  ['text/plain', 'attachment.txt'],
]);
