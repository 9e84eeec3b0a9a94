/** A kept document as a row of a table: its id, its text, and every other field that its source has. */
import { textOf, withExactIntegers } from '../../read/index.ts';
import type { KeptDocument, RecordFields } from '../../write.ts';
import type { Row } from '../row-spool.ts';

/** Readers whose records are JSON objects on one line. */
export const LINE_READERS: ReadonlySet<string> = new Set(['jsonl', 'json']);
/** Readers of tables, whose documents have columns with names of the user's. */
const TABLE_READERS: ReadonlySet<string> = new Set(['parquet', 'csv']);

export function rowOf(document: KeptDocument, { idField, textField }: RecordFields): Row {
  const { id, item, reader } = document;
  if (LINE_READERS.has(reader.name) && item.record !== undefined) {
    return new Map([[idField, id], ...lineFields(item.record, idField)]);
  }
  const [idName, textName] = TABLE_READERS.has(reader.name) ? [idField, textField] : ['id', 'text'];
  const row = new Map<string, unknown>([[idName, id]]);
  // a text joined from several columns: each column is among the other fields
  const isAmongOthers = textName.includes(',') && !Object.hasOwn(item.meta ?? {}, textName);
  if (!isAmongOthers) row.set(item.textName ?? textName, textOf(item));
  const lang = item.lang === undefined ? {} : { lang: item.lang };
  for (const [name, value] of Object.entries({ ...lang, ...item.meta }))
    if (!row.has(name)) row.set(name, value);
  return row;
}

/** The fields of a JSON line. Whole numbers that JSON.parse would round keep their digits, as strings. */
function lineFields(record: Uint8Array, idField: string): [string, unknown][] {
  const json = withExactIntegers(Buffer.from(record).toString());
  return Object.entries(JSON.parse(json) as Record<string, unknown>).filter(([name]) => name !== idField);
}
