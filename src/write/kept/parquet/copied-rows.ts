/**
 * Rows of Parquet files as rows of another: with the values and types that they have. The pages of the kept rows are read again when
 * all are known, one column at a time.
 */
import type { FileMetaData } from 'hyparquet';
import { NeardupError } from '../../../errors.ts';
import { openParquet, openStored } from '../../../read/index.ts';
import type { Source } from '../../../read.ts';
import type { KeptDocument, KeptShard, RecordFields } from '../../../write.ts';
import { type CopiedRows, KeptTables } from '../kept-rows.ts';
import { metadataOf, type OpenTable, PieceQueue, rowPieces } from './pieces.ts';
import { RowGroups } from './row-groups.ts';
import { JoinedSchema } from './schema.ts';

export class CopiedParquet implements CopiedRows {
  private readonly schema: JoinedSchema;
  private readonly kept: KeptTables;
  private readonly known = new Set<Source>();

  constructor(
    private readonly output: string,
    private readonly fields: RecordFields,
  ) {
    this.schema = new JoinedSchema(output, fields.added);
    this.kept = new KeptTables(fields);
  }

  get isEmpty(): boolean {
    return this.schema.isEmpty;
  }

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

  async add(document: KeptDocument, path: string): Promise<void> {
    const { isRenamed } = await this.kept.add(document, path, (source) => this.addSource(source));
    if (isRenamed) this.checkIds(document.source);
  }

  async write(shards: readonly KeptShard[]): Promise<void> {
    const { tables, texts, values } = this.kept;
    const open = new Set<OpenTable>();
    const pieces = new PieceQueue(rowPieces(tables, open));
    const { idField } = this.fields;
    const from = { idField, texts, values: values?.rows() };
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

  close(): void {
    this.kept.close();
  }

  private async addSource(source: Source): Promise<void> {
    if (this.known.has(source)) return;
    const opened = await openParquet(source);
    try {
      this.addColumns(source, await metadataOf(opened));
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
