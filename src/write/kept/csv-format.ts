/**
 * Rows. Those of CSV and TSV sources are written as they are, under their header, which must be the same in all, in UTF-8, with a
 * byte order mark unless the first source has none. Documents of other formats become rows with the fields of all documents; so
 * these rows wait until the last one is known.
 */
import { createRequire } from 'node:module';
import type Papaparse from 'papaparse';
import { NeardupError } from '../../errors.ts';
import { possibleNames, textOf } from '../../read/index.ts';
import type { ReadDocument, Source } from '../../read.ts';
import type { AtomicFile, KeptDocument, KeptFormat, KeptShard, RecordFields } from '../../write.ts';
import { BYTE_ORDER_MARK, cellOf, type Delimiter, formatRow } from '../csv-cells.ts';
import { RowSpool, take } from '../row-spool.ts';
import { addedFields, expectFree } from './added-columns.ts';
import { rowOf } from './document-row.ts';

/** How the rows of a source are written. */
interface Table {
  readonly source: Source;
  readonly header: string;
  rowOf(document: KeptDocument): string | Uint8Array;
}

export class CsvFormat implements KeptFormat {
  readonly takesLines = false;
  private first: Table | undefined;
  private current: Table | undefined;
  private made: RowSpool | undefined;
  private mark = BYTE_ORDER_MARK;
  /** Files that have their header. */
  private readonly headed = new Set<AtomicFile>();

  /** @param delimiter If left out, rows keep their delimiter. */
  constructor(
    private readonly fields: RecordFields,
    private readonly delimiter?: Delimiter,
  ) {
    // spreadsheets ask for it in CSV; programs that read TSV take it for a part of the first name
    if (delimiter === '\t') this.mark = '';
  }

  get waits(): boolean {
    return this.made !== undefined;
  }

  async append(document: KeptDocument, file: AtomicFile): Promise<void> {
    if (this.made !== undefined || (this.first === undefined && !isRow(document.item))) {
      this.made ??= new RowSpool(file.beside ?? file.path);
      this.made.add(rowOf(document, this.fields));
      return;
    }
    if (this.current?.source !== document.source) {
      this.current = tableOf(document, this.delimiter, this.fields);
      if (this.first !== undefined) expectSameHeader(this.first, this.current, file.path);
      if (this.first === undefined) this.mark = await markOf(document.source);
      this.first ??= this.current;
    }
    await this.writeHeader(file, this.first!.header);
    await file.write(this.current.rowOf(document));
    await file.write('\n');
  }

  async finish(shards: readonly KeptShard[]): Promise<void> {
    const { made, delimiter, first } = this;
    if (made === undefined && first === undefined) return;
    const columns = made?.columns ?? [];
    const header = first?.header ?? formatRow(columns.map(cellOf), delimiter);
    const rows = made?.rows();
    for (const shard of shards) {
      const file = await shard.file();
      await this.writeHeader(file, header);
      for (const cells of rows === undefined ? [] : take(rows, shard.documents)) {
        await file.write(
          `${formatRow(
            columns.map((_, i) => cellOf(cells[i])),
            delimiter,
          )}\n`,
        );
      }
    }
    this.close();
  }

  private async writeHeader(file: AtomicFile, header: string): Promise<void> {
    if (this.headed.has(file)) return;
    this.headed.add(file);
    await file.write(`${this.mark}${header}\n`);
  }

  close(): void {
    this.made?.close();
    this.made = undefined;
  }
}

/** True for a document that is a row of a table, which can be written unchanged. */
export function isRow(item: ReadDocument): boolean {
  return item.header !== undefined && item.record !== undefined;
}

function tableOf(
  { source, item }: KeptDocument,
  delimiter: Delimiter | undefined,
  fields: RecordFields,
): Table {
  const { idField, textField, added = [] } = fields;
  if (!isRow(item)) return { source, header: '', rowOf: () => '' };
  const header = textOf({ text: item.header! });
  const has = delimiterOf(header);
  const cellsOf = (row: string): string[] => {
    // only now: it takes longer to load than most runs have to wait for anything
    const papaparse: typeof Papaparse = createRequire(import.meta.url)('papaparse');
    return papaparse.parse<string[]>(row, { delimiter: has }).data[0];
  };
  // tabs must become commas or commas tabs; a semicolon in a .csv is as good as a comma
  const keepsDelimiter = delimiter === undefined || (delimiter === '\t') === (has === '\t');
  const written = keepsDelimiter ? has : delimiter;
  const convert = (cells: readonly string[]) => formatRow(cells, written);
  let names: readonly string[] | undefined;
  const columns = () => {
    names ??= cellsOf(header).map((name) => name.trim());
    return names;
  };
  const textColumn = () => {
    const name = possibleNames(textField).find((possible) => columns().includes(possible));
    return columns().indexOf(name!);
  };
  if (added.length > 0) expectFree(columns(), added, source.name);
  return {
    source,
    header: [
      keepsDelimiter ? header : convert(cellsOf(header)),
      ...added.map(({ name }) => convert([name])),
    ].join(written),
    rowOf(document) {
      const { id, item: row, changes } = document;
      const isRenamed = row.id !== undefined && row.id !== id;
      const isAsRead = keepsDelimiter && !isRenamed && changes?.text === undefined;
      if (isAsRead && changes?.added === undefined) return row.record!;
      const text = textOf({ text: row.record! });
      const cells = cellsOf(text);
      if (changes?.text !== undefined) cells[textColumn()] = changes.text;
      // an id that was taken: the row can be found by the one it got instead
      if (isRenamed) cells[columns().indexOf(idField)] = id;
      if (changes?.added === undefined) return convert(cells);
      // a row may end before its last column, or have blank cells after it
      const missing: string[] = Array(Math.max(0, columns().length - cells.length)).fill('');
      const isWhole = isAsRead && cells.length <= columns().length;
      // not made harmless for spreadsheets: the ids of these rows are not either
      const more = addedFields(document, fields).map(([, value]) => String(value ?? ''));
      const own = isWhole ? text : convert(cells.slice(0, columns().length));
      return `${own}${written}${convert([...missing, ...more])}`;
    },
  };
}

function expectSameHeader(first: Table, next: Table, path: string): void {
  if (first.header === next.header) return;
  const has = (table: Table) => (table.header === '' ? 'is no table' : `has \`${table.header}\``);
  throw new NeardupError(
    'OUTPUT_FORMAT',
    `Expected the same columns in all sources of \`${path}\`: \`${first.source.name}\` ${has(first)}, ` +
      `\`${next.source.name}\` ${has(next)}.`,
    { advice: 'Write to a *.jsonl file or a folder, or remove duplicates from each source by itself.' },
  );
}

/** The candidate that occurs most often outside quotes; a comma where none occurs. */
function delimiterOf(header: string): Delimiter {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length - 1;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

const DELIMITERS: readonly Delimiter[] = [',', '\t', ';', '|'];

const HEAD = 64 * 1024;
const NEWLINE = 0x0a;

/**
 * The byte order mark, or '', for an output with the rows of this source. Without it, Excel takes UTF-8 for the charset of its country. Rows
 * of a UTF-8 table that has none are written without one: programs for which it was made may take the mark for a part of the first name.
 */
async function markOf(source: Source): Promise<string> {
  const head = await headOf(source);
  // whole lines only: a character cut in two is no UTF-8
  const lines = head.subarray(0, head.lastIndexOf(NEWLINE) + 1 || head.length);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(lines);
    return text.startsWith(BYTE_ORDER_MARK) || text.includes('\0') ? BYTE_ORDER_MARK : '';
  } catch {
    return BYTE_ORDER_MARK;
  }
}

async function headOf(source: Source): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source.open()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= HEAD) break;
  }
  return Buffer.concat(chunks).subarray(0, HEAD);
}
