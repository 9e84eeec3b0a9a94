/** A kept document as a row of a table: its id, its text, and every other field that its source has. */
import { fieldGetter, textNameOf, textOf, withExactIntegers, withWrittenValue } from '../../read/index.ts';
import type { KeptDocument, RecordFields } from '../../write.ts';
import type { Row } from '../row-spool.ts';
import { addedFields } from './added-columns.ts';

/** Readers whose records are JSON objects on one line. */
export const LINE_READERS: ReadonlySet<string> = new Set(['jsonl', 'json']);
/** Readers of tables, whose documents have columns with names of the user's. */
const TABLE_READERS: ReadonlySet<string> = new Set(['parquet', 'arrow', 'csv']);

export function rowOf(document: KeptDocument, fields: RecordFields): Row {
  return new Map([...ownFields(document, fields), ...addedFields(document, fields)]);
}

function ownFields(document: KeptDocument, { idField, textField }: RecordFields): Row {
  const { id, item, reader } = document;
  if (LINE_READERS.has(reader.name) && item.record !== undefined) {
    const record = changedRecord(document, textField) ?? item.record;
    return new Map([[idField, id], ...lineFields(record, idField)]);
  }
  const [idName, textName] = TABLE_READERS.has(reader.name) ? [idField, textField] : ['id', 'text'];
  const row = new Map<string, unknown>([[idName, id]]);
  // a text joined from several columns: each column is among the other fields
  const isAmongOthers = textName.includes(',') && !Object.hasOwn(item.meta ?? {}, textName);
  if (!isAmongOthers) row.set(item.textName ?? textName, textWritten(document));
  const lang = item.lang === undefined ? {} : { lang: item.lang };
  for (const [name, value] of Object.entries({ ...lang, ...item.meta }))
    if (!row.has(name)) row.set(name, value);
  return row;
}

/** The text that is written of a document. */
export function textWritten({ item, changes }: KeptDocument): string {
  return changes?.text ?? textOf(item);
}

/** The JSON line of a document with the text that is written; undefined if that is the one that was read. */
export function changedRecord({ item, changes }: KeptDocument, textField: string): Uint8Array | undefined {
  if (changes?.text === undefined) return undefined;
  const json = Buffer.from(item.record!).toString();
  const name = textNameOf(JSON.parse(json) as Record<string, unknown>, textField, fieldGetter);
  return Buffer.from(withWrittenValue(json, name, JSON.stringify(changes.text)));
}

/** The fields of a JSON line. Whole numbers that JSON.parse would round keep their digits, as strings. */
function lineFields(record: Uint8Array, idField: string): [string, unknown][] {
  const json = withExactIntegers(Buffer.from(record).toString());
  return Object.entries(JSON.parse(json) as Record<string, unknown>).filter(([name]) => name !== idField);
}
