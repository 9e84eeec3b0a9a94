/**
 * Rows: the rows of CSV and TSV sources under their header, which is written once and must be the same in all of
 * them. Documents of other formats have the columns `id` and `text`.
 */
import papaparse from 'papaparse';
import { NeardupError } from '../../errors.ts';
import type { Source } from '../../read.ts';
import type { AtomicFile } from '../atomic-file.ts';
import type { KeptDocument, KeptFormat } from '../kept-writer.ts';
import { type CsvHeader, readHeader } from './csv-header.ts';
import { textOf } from './text-of.ts';

type Delimiter = ',' | '\t';

/** Readers whose records are rows. */
export const ROW_READERS: ReadonlySet<string> = new Set(['csv', 'tsv']);

export class CsvFormat implements KeptFormat {
  private readonly delimiter: Delimiter | undefined;
  private written: { readonly row: string; readonly source: Source } | undefined;
  private current: { readonly source: Source; readonly header: CsvHeader | undefined } | undefined;

  /** Left out, rows keep the delimiter they have. */
  constructor(delimiter?: Delimiter) {
    this.delimiter = delimiter;
  }

  async append(document: KeptDocument, file: AtomicFile): Promise<void> {
    if (this.current?.source !== document.source) await this.begin(document, file);
    const header = this.current?.header;
    await file.write(header === undefined ? this.newRow(document) : this.copiedRow(document, header));
    await file.write('\n');
  }

  /** The first document of a source: its header must be the one that is written, or becomes it. */
  private async begin({ source, reader, item }: KeptDocument, file: AtomicFile): Promise<void> {
    const copies = ROW_READERS.has(reader.name) && item.record !== undefined;
    const header = copies ? await readHeader(source) : undefined;
    this.current = { source, header };
    const row = header === undefined ? formatRow(['id', 'text'], this.delimiter) : this.headerRow(header);
    if (this.written === undefined) {
      this.written = { row, source };
      await file.write(`${row}\n`);
    } else if (this.written.row !== row) {
      throw new NeardupError(
        'OUTPUT_FORMAT',
        `Expected the same columns in all sources of \`${file.path}\`: \`${this.written.source.name}\` has ` +
          `\`${this.written.row}\`, \`${source.name}\` has \`${row}\`.`,
        { advice: 'Write to a *.jsonl file or a folder, or remove duplicates from each source by itself.' },
      );
    }
  }

  private headerRow(header: CsvHeader): string {
    return this.keeps(header) ? header.row : this.convert(header.row, header);
  }

  private copiedRow({ item }: KeptDocument, header: CsvHeader): string | Uint8Array {
    const record = item.record!;
    return this.keeps(header) ? record : this.convert(textOf({ text: record }), header);
  }

  private newRow({ id, item }: KeptDocument): string {
    return formatRow([id, textOf(item)], this.delimiter);
  }

  /** Tabs must become commas or commas tabs; a semicolon in a .csv is as good as a comma. */
  private keeps(header: CsvHeader): boolean {
    return this.delimiter === undefined || (this.delimiter === '\t') === (header.delimiter === '\t');
  }

  private convert(row: string, header: CsvHeader): string {
    const [fields] = papaparse.parse<string[]>(row, { delimiter: header.delimiter }).data;
    return formatRow(fields, this.delimiter);
  }
}

function formatRow(fields: readonly string[], delimiter: Delimiter = ','): string {
  const unsafe = delimiter === ',' ? /[",\r\n]|^\s|\s$/ : /["\t\r\n]|^\s|\s$/;
  return fields
    .map((field) => (unsafe.test(field) ? `"${field.replaceAll('"', '""')}"` : field))
    .join(delimiter);
}
