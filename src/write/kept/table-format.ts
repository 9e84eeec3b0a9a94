/**
 * Parquet and Arrow: every document a row, every field a column. Rows of files of the same format are copied with their types. Others
 * wait until the types of all columns are known, and are then written in groups, of which one is in memory.
 */
import { NeardupError } from '../../errors.ts';
import type { Source } from '../../read.ts';
import type { AtomicFile, KeptDocument, KeptFormat, KeptShard, RecordFields } from '../../write.ts';
import { RowSpool, take } from '../row-spool.ts';
import { rowOf } from './document-row.ts';
import type { CopiedRows } from './kept-rows.ts';

/** Limits of a row group: rows, and characters of text. */
const GROUP_ROWS = 10_000;
const GROUP_UNITS = 16 << 20;

/** Files that may contain tables; their content is known only when they are read. */
const MAY_HOLD_TABLES = /\.(?:gz|zst|bz2|xz|zip|tar|tgz)$/i;

export type ColumnType = 'BOOLEAN' | 'INT64' | 'DOUBLE' | 'STRING' | 'JSON';

/** A format of tables with types. */
export interface TableKind {
  /** The name of its reader, and its name for people. */
  readonly reader: string;
  readonly shown: string;
  /** Names of files that are of the format. */
  readonly named: RegExp;
  copy(output: string, fields: RecordFields): Promise<CopiedRows>;
  /** Writes groups of rows that have no types of their own. */
  write(
    file: AtomicFile,
    columns: readonly string[],
    types: readonly ColumnType[],
    groups: Iterable<readonly (readonly unknown[])[]>,
  ): Promise<void>;
}

export class TableFormat implements KeptFormat {
  readonly takesLines = false;
  readonly waits = true;
  private spool: RowSpool | undefined;
  private copied: CopiedRows | undefined;

  constructor(
    private readonly kind: TableKind,
    private readonly fields: RecordFields,
    private readonly output: string,
  ) {}

  async look(sources: readonly Source[]): Promise<void> {
    let other: Source | undefined;
    for (const source of sources) {
      const isOfKind = await (await this.copy()).look(source);
      if (!isOfKind && !MAY_HOLD_TABLES.test(source.name)) other ??= source;
    }
    if (other !== undefined && !this.copied!.isEmpty) throw this.mixed(other);
  }

  async append(document: KeptDocument, file: AtomicFile): Promise<void> {
    if (document.reader.name === this.kind.reader) {
      if (this.spool !== undefined) throw this.mixed(document.source);
      return (await this.copy()).add(document, file.beside ?? file.path);
    }
    if (this.copied?.isEmpty === false) throw this.mixed(document.source);
    this.spool ??= new RowSpool(file.beside ?? file.path);
    this.spool.add(rowOf(document, this.fields));
  }

  async finish(shards: readonly KeptShard[]): Promise<void> {
    if (this.copied?.isEmpty === false) return this.copied.write(shards);
    const first = await shards[0].file();
    this.spool ??= new RowSpool(first.beside ?? first.path);
    const { columns: known } = this.spool;
    // a table without documents still has its two columns
    const { idField, textField, added = [] } = this.fields;
    const columns = known.length > 0 ? known : [idField, textField, ...added.map(({ name }) => name)];
    const types = columnTypes(columns.length, this.spool.rows());
    // these may have no value in any row
    for (const { name, type } of added) types[columns.indexOf(name)] = type;
    const rows = this.spool.rows();
    for (const shard of shards) {
      const groups = rowGroups(take(rows, shard.documents));
      await this.kind.write(await shard.file(), columns, types, groups);
    }
    this.close();
  }

  close(): void {
    this.copied?.close();
    this.spool?.close();
    this.spool = undefined;
  }

  private async copy(): Promise<CopiedRows> {
    this.copied ??= await this.kind.copy(this.output, this.fields);
    return this.copied;
  }

  private mixed({ name }: Source): NeardupError {
    const { shown } = this.kind;
    return new NeardupError(
      'OUTPUT_FORMAT',
      `Expected either ${shown} files or other formats as input for \`${this.output}\`, got both (${name}).`,
      {
        advice: `Rows of ${shown} files keep their types, and other documents have none. Name only the ${shown} files, or write to a folder/ or a *.jsonl file.`,
      },
    );
  }
}

/** The narrowest type that holds all values of a column. */
function columnTypes(count: number, rows: Iterable<readonly unknown[]>): ColumnType[] {
  const types: (ColumnType | undefined)[] = new Array(count).fill(undefined);
  for (const cells of rows) {
    for (let i = 0; i < cells.length; i++) {
      const type = typeOf(cells[i]);
      if (type !== undefined && type !== types[i])
        types[i] = types[i] === undefined ? type : common(types[i]!, type);
    }
  }
  return types.map((type) => type ?? 'STRING');
}

function typeOf(value: unknown): ColumnType | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return 'BOOLEAN';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'INT64' : 'DOUBLE';
  return typeof value === 'string' ? 'STRING' : 'JSON';
}

function common(a: ColumnType, b: ColumnType): ColumnType {
  const both = [a, b];
  if (both.includes('JSON')) return 'JSON';
  return both.every((type) => type === 'INT64' || type === 'DOUBLE') ? 'DOUBLE' : 'STRING';
}

function* rowGroups(rows: Iterable<readonly unknown[]>): Generator<(readonly unknown[])[]> {
  let group: (readonly unknown[])[] = [];
  let units = 0;
  for (const cells of rows) {
    group.push(cells);
    for (const cell of cells) units += typeof cell === 'string' ? cell.length : 8;
    if (group.length < GROUP_ROWS && units < GROUP_UNITS) continue;
    yield group;
    group = [];
    units = 0;
  }
  if (group.length > 0) yield group;
}
