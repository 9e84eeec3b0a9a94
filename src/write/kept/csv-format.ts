/**
 * Rows: the rows of CSV and TSV sources under their header, which is written once and must be the same in all of
 * them. Documents of other formats have the columns `id` and `text`.
 */
import { createRequire } from 'node:module';
import type Papaparse from 'papaparse';
import { NeardupError } from '../../errors.ts';
import { textOf } from '../../read/index.ts';
import type { ReadDocument, Source } from '../../read.ts';
import type { AtomicFile, KeptDocument, KeptFormat } from '../../write.ts';

type Delimiter = ',' | '\t';

/** How the documents of a source become rows. */
interface Table {
  readonly source: Source;
  readonly header: string;
  rowOf(document: KeptDocument): string | Uint8Array;
}

export class CsvFormat implements KeptFormat {
  readonly takesLines = false;
  private readonly delimiter: Delimiter | undefined;
  private first: Table | undefined;
  private current: Table | undefined;

  /** If left out, rows keep their delimiter. */
  constructor(delimiter?: Delimiter) {
    this.delimiter = delimiter;
  }

  async append(document: KeptDocument, file: AtomicFile): Promise<void> {
    if (this.current?.source !== document.source) {
      this.current = tableOf(document, this.delimiter);
      if (this.first !== undefined) expectSameHeader(this.first, this.current, file.path);
      else {
        this.first = this.current;
        await file.write(`${this.current.header}\n`);
      }
    }
    await file.write(this.current.rowOf(document));
    await file.write('\n');
  }
}

/** True for a document that is a row of a table, which can be written unchanged. */
export function isRow(item: ReadDocument): boolean {
  return item.header !== undefined && item.record !== undefined;
}

function tableOf({ source, item }: KeptDocument, delimiter: Delimiter | undefined): Table {
  if (!isRow(item)) {
    return {
      source,
      header: formatRow(['id', 'text'], delimiter),
      rowOf: (document) => formatRow([document.id, textOf(document.item)], delimiter),
    };
  }
  const header = textOf({ text: item.header! });
  const has = delimiterOf(header);
  // tabs must become commas or commas tabs; a semicolon in a .csv is as good as a comma
  if (delimiter === undefined || (delimiter === '\t') === (has === '\t')) {
    return { source, header, rowOf: (document) => document.item.record! };
  }
  // only now, because loading it takes long
  const papaparse: typeof Papaparse = createRequire(import.meta.url)('papaparse');
  const convert = (row: string) => {
    const [fields] = papaparse.parse<string[]>(row, { delimiter: has }).data;
    return formatRow(fields, delimiter);
  };
  return {
    source,
    header: convert(header),
    rowOf: (document) => convert(textOf({ text: document.item.record! })),
  };
}

function expectSameHeader(first: Table, next: Table, path: string): void {
  if (first.header === next.header) return;
  throw new NeardupError(
    'OUTPUT_FORMAT',
    `Expected the same columns in all sources of \`${path}\`: \`${first.source.name}\` has \`${first.header}\`, ` +
      `\`${next.source.name}\` has \`${next.header}\`.`,
    { advice: 'Write to a *.jsonl file or a folder, or remove duplicates from each source by itself.' },
  );
}

/** The candidate that occurs most often outside quotes; a comma if none occurs. */
function delimiterOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length - 1;
  return [',', '\t', ';', '|'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

function formatRow(fields: readonly string[], delimiter: Delimiter = ','): string {
  const unsafe = delimiter === ',' ? /[",\r\n]|^\s|\s$/ : /["\t\r\n]|^\s|\s$/;
  return fields
    .map((field) => (unsafe.test(field) ? `"${field.replaceAll('"', '""')}"` : field))
    .join(delimiter);
}
