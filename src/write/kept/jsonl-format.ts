/** JSON lines: one document on each line, the source's own line if it has one. */

import { withWrittenValue } from '../../read/index.ts';
import type { AtomicFile, KeptDocument, KeptFormat, RecordFields } from '../../write.ts';
import { addedFields, withFields } from './added-columns.ts';
import { changedRecord, LINE_READERS, textWritten } from './document-row.ts';

export class JsonlFormat implements KeptFormat {
  readonly takesLines = true;

  constructor(private readonly fields: RecordFields) {}

  append(document: KeptDocument, file: AtomicFile): void | Promise<void> {
    if (!LINE_READERS.has(document.reader.name) || document.item.record === undefined)
      return file.write(jsonLine(document, this.fields));
    const record = this.lineOf(document, document.item.record);
    const waiting = file.write(record);
    return waiting === undefined ? file.write('\n') : waiting.then(() => file.write('\n'));
  }

  private lineOf(document: KeptDocument, record: Uint8Array): Uint8Array {
    const { id, item, changes } = document;
    const retold = changedRecord(document, this.fields.textField) ?? record;
    const line = item.id === undefined || item.id === id ? retold : renamed(retold, id, this.fields);
    return changes?.added === undefined ? line : withFields(line, addedFields(document, this.fields));
  }
}

/** A line whose id was taken, with the id it got instead, so that it can be found by it. */
function renamed(record: Uint8Array, id: string, { idField }: RecordFields): Uint8Array {
  return Buffer.from(withWrittenValue(Buffer.from(record).toString(), idField, JSON.stringify(id)));
}

function jsonLine(document: KeptDocument, fields: RecordFields): string {
  const { id, item } = document;
  const lang = item.lang === undefined ? {} : { lang: item.lang };
  // `id` and `text` are set first for their place and last for their value, so that other fields cannot replace them
  const line = { id, text: '', ...lang, ...item.meta };
  const added = Object.fromEntries(addedFields(document, fields));
  return `${JSON.stringify({ ...line, id, text: textWritten(document), ...added })}\n`;
}
