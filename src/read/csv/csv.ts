/** CSV and TSV: a header row that names the columns, then one document per row. */
import { utf8Bytes, utf8Text } from '../../platform/bytes.ts';
import type { Reader, ReadItem, ReadOptions, Source } from '../../read.ts';
import type { Told } from '../../wording.ts';
import { tableChunks } from '../charsets/charset-stream.ts';
import { flatten } from '../flatten.ts';
import { isBinaryRow } from '../foreign-formats.ts';
import { markupRemover } from '../html/markup.ts';
import { binary, missingText, quote, tooLong } from '../messages.ts';
import { peek } from '../sources/peek.ts';
import type { RawRecord } from '../sources/record-buffer.ts';
import { unwrap, unwrapText, wrapText } from '../text/wrapped-text.ts';
import { joinTexts, possibleNames, textColumns } from '../text-fields.ts';
import { RowSplitter, splitRow } from './csv-splitter.ts';

export const csv: Reader = {
  name: 'csv',
  extensions: ['.csv', '.tsv', '.tab'],
  many: true,
  read: (source, options) => flatten(readRows(source, options)),
};

/** Recognizes a table without a file name, as from a pipe: the first row has the text column, and all rows have the same length. */
export function looksLikeTable(head: Uint8Array, { textField }: Pick<ReadOptions, 'textField'>): boolean {
  const start = utf8Text(head).replace(/^\ufeff/, '');
  const names = possibleNames(textField);
  const delimiter = detectDelimiter(start, names);
  const splitter = new RowSplitter(delimiter, 3 * start.length);
  const [columns, ...rows] = [...splitter.push(utf8Bytes(start))].map(({ bytes }) =>
    splitRow(utf8Text(bytes!), delimiter),
  );
  if (columns === undefined || columns.length < 2 || start.trimEnd().split(/[\r\n]/).length < 2) return false;
  // in prose, a space follows a comma, and lines have any number of commas
  const isProse = columns.some((column) => /^\s/.test(column));
  const isRegular = rows.every((row) => row.length === columns.length || row.join('') === '');
  return isRegular && !isProse && columns.some((column) => names.includes(column));
}

/** The items of one chunk after the other. */
async function* readRows(source: Source, options: ReadOptions): AsyncGenerator<Iterable<ReadItem>> {
  const { head, chunks } = await peek(tableChunks(source, options.encoding), 64 * 1024);
  const delimiter = detectDelimiter(utf8Text(head), possibleNames(options.textField));
  const splitter = new RowSplitter(delimiter, options.maxDocument);
  const toText = options.markup === 'none' ? undefined : await markupRemover(options.markup);
  let table: Table | undefined;
  let failed = false;

  for await (const chunk of chunks) {
    yield toItems(splitter.push(chunk));
    if (failed) return;
  }
  if (!splitter.unclosed) yield toItems(splitter.end());
  else {
    for (const { line } of splitter.end()) {
      yield [{ line, problem: 'Expected the row to end, got a quote that is opened here and never closed.' }];
    }
  }

  function* toItems(rows: Iterable<RawRecord>): Generator<ReadItem> {
    for (const { bytes, length, line } of rows) {
      if (length === 0) continue;
      if (!bytes) yield { line, ...tooLong('a row', length, options.maxDocument) };
      else if (isBinaryRow(bytes)) yield { line, ...binary('a row') };
      else if (table) yield toItem(bytes, line, table);
      else {
        table = new Table(bytes, delimiter, options);
        if (table.missing === undefined) continue;
        failed = true;
        return yield { line, ...missingColumn(table.missing, table.columns) };
      }
    }
  }

  function toItem(record: Uint8Array, line: number, { columns, header, text, id, lang }: Table): ReadItem {
    const { text: row, wrapped } = toText ? { text: utf8Text(record), wrapped: false } : wrapText(record);
    const fields = splitRow(row, delimiter);
    const extra = fields.slice(columns.length).some((field) => field.trim() !== '');
    const texts = text.map((column) => fields[column]);
    if (extra || texts.includes(undefined as never))
      return { line, problem: raggedRow(columns.length, fields.length), record, header };
    const whole = joinTexts(texts) as string;
    const plain = (field: string | undefined) => (wrapped ? (unwrap(field) as string | undefined) : field);
    const meta: [string, unknown][] = [];
    for (let i = 0; i < columns.length; i++) {
      if (!(text.length === 1 && i === text[0]) && i !== id && columns[i] !== '' && fields[i] !== undefined) {
        meta.push([columns[i], plain(fields[i])]);
      }
    }
    return {
      id: plain(fields[id]) || undefined,
      text: wrapped ? unwrapText(whole) : toText ? toText(whole) : whole,
      line,
      lang: fields[lang] || undefined,
      // not by assignment: a column may be called __proto__
      meta: meta.length > 0 ? Object.fromEntries(meta) : undefined,
      record,
      header,
    };
  }
}

/** The header row: which column is where. -1 for a missing column. */
class Table {
  readonly header: Uint8Array;
  readonly columns: readonly string[];
  /** The columns of the text, or the names of those that are missing. */
  readonly text: readonly number[];
  readonly missing: readonly string[] | undefined;
  readonly id: number;
  readonly lang: number;

  constructor(header: Uint8Array, delimiter: string, options: ReadOptions) {
    this.header = header;
    this.columns = splitRow(utf8Text(header), delimiter).map((column) => column.trim());
    const found = textColumns(options.textField, this.columns);
    this.text = 'names' in found ? found.names.map((name) => this.columns.indexOf(name)) : [];
    this.missing = 'missing' in found ? found.missing : undefined;
    this.id = this.columns.indexOf(options.idField);
    this.lang = this.columns.indexOf('lang');
  }
}

function missingColumn(names: readonly string[], columns: readonly string[]): Told {
  const got = columns.slice(0, 20).map(quote).join(', ');
  return missingText('column', names, got);
}

function raggedRow(expected: number, got: number): string {
  return `Expected ${expected} columns as in the header row, got ${got}; a field with the delimiter in it needs quotes.`;
}

const DELIMITERS = [',', '\t', ';', '|'];

/** For a table with one column: a character that no text contains. */
const NONE = '\x1f';

/** The delimiter that gives a wanted column, or else the most regular table. @param head The beginning of the table. */
function detectDelimiter(head: string, wanted: readonly string[]): string {
  // line ends inside quotes only cost a little regularity here
  const rows = head.split(/\r\n?|\n/, 21).filter((row) => row !== '');
  const ranked = DELIMITERS.map((delimiter) => {
    const [header, ...rest] = rows.map((row) => splitRow(row, delimiter));
    const columns = header?.length ?? 0;
    const regular = rest.filter((row) => row.length === columns).length / (rest.length || 1);
    const found = header?.some((column) => wanted.includes(column.trim())) && columns > 1;
    return { delimiter, score: (found ? 1000 : 0) + (columns > 1 ? 1 + regular : 0), columns };
  });
  ranked.sort((a, b) => b.score - a.score || b.columns - a.columns);
  return ranked[0].columns > 1 ? ranked[0].delimiter : NONE;
}
