/** JSON lines: one document on each line, the source's own line if it has one. */

import { textOf } from '../../read/index.ts';
import type { AtomicFile, KeptDocument, KeptFormat } from '../../write.ts';

/** Readers whose records are JSON objects on one line. */
const LINE_READERS: ReadonlySet<string> = new Set(['jsonl', 'json']);

export class JsonlFormat implements KeptFormat {
  readonly takesLines = true;

  append(document: KeptDocument, file: AtomicFile): void | Promise<void> {
    const { record } = document.item;
    if (!LINE_READERS.has(document.reader.name) || record === undefined)
      return file.write(jsonLine(document));
    const waiting = file.write(record);
    return waiting === undefined ? file.write('\n') : waiting.then(() => file.write('\n'));
  }
}

function jsonLine({ id, item }: KeptDocument): string {
  const lang = item.lang === undefined ? {} : { lang: item.lang };
  // `id` and `text` are set first for their place and last for their value, so that other fields cannot replace them
  const line = { id, text: '', ...lang, ...item.meta };
  return `${JSON.stringify({ ...line, id, text: textOf(item) })}\n`;
}
