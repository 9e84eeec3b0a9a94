/** JSON lines: one document on each line, the source's own line if it has one. */

import { withWrittenValue } from '../../read/index.ts';
import type { AtomicFile, KeptDocument, KeptFormat, RecordFields } from '../../write.ts';
import { changedRecord, LINE_READERS, textWritten } from './document-row.ts';

export class JsonlFormat implements KeptFormat {
  readonly takesLines = true;

  constructor(private readonly fields: RecordFields) {}

  append(document: KeptDocument, file: AtomicFile): void | Promise<void> {
    if (!LINE_READERS.has(document.reader.name) || document.item.record === undefined)
      return file.write(jsonLine(document));
    const record = changedRecord(document, this.fields.textField) ?? document.item.record;
    if (document.item.id !== undefined && document.item.id !== document.id) {
      return file.write(`${renamed(record, document.id, this.fields)}\n`);
    }
    const waiting = file.write(record);
    return waiting === undefined ? file.write('\n') : waiting.then(() => file.write('\n'));
  }
}

/** A line whose id was taken, with the id it got instead, so that it can be found by it. */
function renamed(record: Uint8Array, id: string, { idField }: RecordFields): string {
  return withWrittenValue(Buffer.from(record).toString(), idField, JSON.stringify(id));
}

function jsonLine(document: KeptDocument): string {
  const { id, item } = document;
  const lang = item.lang === undefined ? {} : { lang: item.lang };
  // `id` and `text` are set first for their place and last for their value, so that other fields cannot replace them
  const line = { id, text: '', ...lang, ...item.meta };
  return `${JSON.stringify({ ...line, id, text: textWritten(document) })}\n`;
}
