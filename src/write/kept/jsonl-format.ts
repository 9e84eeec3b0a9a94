/** JSON lines: one document on each line, the source's own line if it has one. */

import { textOf, withWrittenValue } from '../../read/index.ts';
import type { AtomicFile, KeptDocument, KeptFormat, RecordFields } from '../../write.ts';
import { LINE_READERS } from './document-row.ts';

export class JsonlFormat implements KeptFormat {
  readonly takesLines = true;

  constructor(private readonly fields: RecordFields) {}

  append(document: KeptDocument, file: AtomicFile): void | Promise<void> {
    const { record } = document.item;
    if (!LINE_READERS.has(document.reader.name) || record === undefined)
      return file.write(jsonLine(document));
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

function jsonLine({ id, item }: KeptDocument): string {
  const lang = item.lang === undefined ? {} : { lang: item.lang };
  // `id` and `text` are set first for their place and last for their value, so that other fields cannot replace them
  const line = { id, text: '', ...lang, ...item.meta };
  return `${JSON.stringify({ ...line, id, text: textOf(item) })}\n`;
}
