/**
 * Lists of results as files: JSON lines as `--json` prints them, or a table for a spreadsheet. A table begins with a byte order mark,
 * without which Excel takes UTF-8 for the charset of its country, and no cell is taken for a formula.
 */
import { NeardupError } from '../errors.ts';
import {
  type AtomicFile,
  atomicFile,
  BYTE_ORDER_MARK,
  cellOf,
  type Delimiter,
  formatOfPath,
  formatRow,
  writtenEndings,
} from '../write/index.ts';
import type { ListTable } from './list-columns.ts';

export class ListFile<T> {
  private constructor(
    private readonly file: AtomicFile,
    private readonly linesOf: (result: T) => string,
    private heading: string,
  ) {}

  /** Opens the file; a path whose ending names no format is refused. @param option Whose path it is. */
  static async open<T>(path: string, table: ListTable<T>, option: string): Promise<ListFile<T>> {
    const format = formatOfPath(path, 'lists');
    if (format === undefined) {
      throw new NeardupError(
        'OUTPUT_FORMAT',
        `Expected the path to end in one of ${writtenEndings('lists')}, got \`${path}\`.`,
        { option, advice: 'Name the file *.csv for a spreadsheet, *.jsonl for another program.' },
      );
    }
    const file = await atomicFile(path);
    if (format === 'jsonl') return new ListFile<T>(file, (result) => `${JSON.stringify(result)}\n`, '');
    const delimiter: Delimiter = format === 'csv' ? ',' : '\t';
    const line = (cells: readonly unknown[]) =>
      `${formatRow(
        table.columns.map((_, i) => cellOf(cells[i])),
        delimiter,
      )}\n`;
    const linesOf = (result: T) => table.rowsOf(result).map(line).join('');
    // Excel asks for the mark to take CSV for UTF-8; programs that read TSV take it for a part of the first name
    const mark = format === 'csv' ? BYTE_ORDER_MARK : '';
    return new ListFile<T>(file, linesOf, mark + line(table.columns));
  }

  async write(result: T): Promise<void> {
    await this.writeHeading();
    await this.file.write(this.linesOf(result));
  }

  async prepare(): Promise<void> {
    await this.writeHeading();
    await this.file.prepare();
  }

  async commit(): Promise<void> {
    await this.file.commit();
  }

  async abort(): Promise<void> {
    await this.file.abort();
  }

  private async writeHeading(): Promise<void> {
    if (this.heading !== '') await this.file.write(this.heading);
    this.heading = '';
  }
}
