/**
 * Rows of Parquet files as rows of another: with the values and types that they have. The pages of the kept rows are read again when
 * all are known, one column at a time.
 */
import type { FileMetaData } from 'hyparquet';
import { NeardupError } from '../../../errors.ts';
import { Spool } from '../../../platform/spool.ts';
import { openParquet, openStored } from '../../../read/index.ts';
import type { Source } from '../../../read.ts';
import type { KeptDocument, KeptShard, RecordFields } from '../../../write.ts';
import { RowSpool } from '../../row-spool.ts';
import { addedFields } from '../added-columns.ts';
import { KeptRows, metadataOf, type OpenTable, PieceQueue, rowPieces } from './pieces.ts';
import { RowGroups } from './row-groups.ts';
import { JoinedSchema } from './schema.ts';

export class CopiedRows {
  private readonly schema: JoinedSchema;
  private readonly tables: KeptRows[] = [];
  private readonly known = new Set<Source>();
  private texts: Spool | undefined;
  /** The added values of every row. */
  private values: RowSpool | undefined;

  constructor(
    private readonly output: string,
    private readonly fields: RecordFields,
  ) {
    this.schema = new JoinedSchema(output, fields.added);
  }

  get isEmpty(): boolean {
    return this.schema.isEmpty;
  }

  /**
   * Looks at the columns of a file, if it is a Parquet file that is stored as it is, so that what cannot be kept is refused before the
   * work. Returns whether it is one.
   */
  async look(source: Source): Promise<boolean> {
    const stored = await openStored(source);
    if (stored === undefined) return false;
    try {
      // a damaged file is reported when it is read
      const metadata = await metadataOf(stored).catch(() => undefined);
      if (metadata !== undefined) this.addColumns(source, metadata);
    } finally {
      await stored.close();
    }
    return true;
  }

  /** @param path Beside it is the temporary file of added values. */
  async add(document: KeptDocument, path: string): Promise<void> {
    const { source, item, id, changes } = document;
    let table = this.tables.at(-1);
    if (table?.source !== source) table = await this.addTable(source, item.textName ?? this.fields.textField);
    const row = item.line! - 1;
    table.add(row);
    if (changes?.text !== undefined) {
      const bytes = Buffer.from(changes.text);
      this.texts ??= new Spool(this.fields.temp);
      table.retold.set(row, { position: this.texts.append(bytes), length: bytes.length });
    }
    if (changes?.added !== undefined) {
      this.values ??= new RowSpool(path);
      this.values.add(new Map(addedFields(document, this.fields)));
    }
    if (item.id === undefined || item.id === id) return;
    this.checkIds(source);
    table.renamed.set(row, id);
  }

  async write(shards: readonly KeptShard[]): Promise<void> {
    const open = new Set<OpenTable>();
    const pieces = new PieceQueue(rowPieces(this.tables, open));
    const { idField } = this.fields;
    const from = { idField, texts: this.texts, values: this.values?.rows() };
    try {
      for (const shard of shards) {
        const writer = new RowGroups(await shard.file(), this.schema, from);
        let room = shard.documents;
        for (let piece = await pieces.take(room); piece !== undefined; piece = await pieces.take(room)) {
          room -= piece.rows.length;
          await writer.add(piece);
        }
        await writer.finish();
      }
    } finally {
      // after an error
      for (const table of open) await table.opened.close();
      this.close();
    }
  }

  /** Frees the temporary files of changed texts and added values; harmless at any time. */
  close(): void {
    this.texts?.close();
    this.texts = undefined;
    this.values?.close();
    this.values = undefined;
  }

  private async addTable(source: Source, textName: string): Promise<KeptRows> {
    const opened = await openParquet(source);
    try {
      const metadata = await metadataOf(opened);
      if (!this.known.has(source)) this.addColumns(source, metadata);
      const table = new KeptRows(source, textName);
      this.tables.push(table);
      return table;
    } finally {
      await opened.close();
    }
  }

  private addColumns(source: Source, metadata: FileMetaData): void {
    this.schema.add(metadata, source.name);
    this.known.add(source);
    if (this.fields.duplicateIds === 'rename') this.checkIds(source);
  }

  /** An id that is renamed is text. */
  private checkIds(source: Source): void {
    const { idField } = this.fields;
    const leaf = this.schema.leaves().find(({ names }) => names[0] === idField);
    if (leaf === undefined || (leaf.names.length === 1 && leaf.element.type === 'BYTE_ARRAY')) return;
    throw new NeardupError(
      'OUTPUT_FORMAT',
      `Expected ids that are text, so that \`${this.output}\` can have those that were renamed, got ${leaf.element.type ?? 'a list'} in \`${idField}\` of ${source.name}.`,
      { advice: 'Write to a *.jsonl or *.csv file, or let ids that occur twice be an error.' },
    );
  }
}
