/** Row groups of a Parquet file, made of kept rows of others: small groups are joined. */
import type { ColumnMetaData } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { writeColumn } from 'hyparquet-writer/src/column.js';
import type { Spool } from '../../../platform/spool.ts';
import type { AtomicFile } from '../../../write.ts';
import { take } from '../../row-spool.ts';
import { appendRows, chunkRange, physicalType, type StoredValues } from './pages.ts';
import type { RowPiece } from './pieces.ts';
import { type JoinedSchema, type Leaf, leafIn } from './schema.ts';

/** Limits of a row group, unless one of the input has more: rows, bytes before compression, and files they come from. */
const GROUP_ROWS = 10_000;
const GROUP_BYTES = 16 << 20;
const GROUP_FILES = 64;
/** Bytes of a page, and of the values of a dictionary, at most. */
const PAGE_BYTES = 1 << 20;

/** What rows get in place of values of theirs, or besides them. */
interface ChangedValues {
  readonly idField: string;
  readonly texts?: Spool;
  /** The values of the added columns, for one row after the other. */
  readonly values?: Iterator<readonly unknown[]>;
}

export class RowGroups {
  private readonly bytes = new ByteWriter();
  private readonly writer: ParquetWriter;
  private readonly leaves: readonly Leaf[];
  private waiting: RowPiece[] = [];

  constructor(
    private readonly file: AtomicFile,
    private readonly schema: JoinedSchema,
    private readonly changed: ChangedValues,
  ) {
    this.leaves = schema.leaves();
    this.writer = new ParquetWriter({
      writer: this.bytes,
      schema: schema.elements(),
      kvMetadata: schema.notes,
      statistics: false,
    });
  }

  async add(piece: RowPiece): Promise<void> {
    this.waiting.push(piece);
    const sum = (of: (piece: RowPiece) => number) =>
      this.waiting.reduce((total, next) => total + of(next), 0);
    const isFull =
      this.waiting.length >= GROUP_FILES ||
      sum(({ rows }) => rows.length) >= GROUP_ROWS ||
      sum(({ group }) => Number(group.total_byte_size)) >= GROUP_BYTES;
    if (isFull) await this.writeGroup();
  }

  async finish(): Promise<void> {
    await this.writeGroup();
    this.writer.finish();
    await this.flush();
  }

  private async writeGroup(): Promise<void> {
    const pieces = this.waiting;
    if (pieces.length === 0) return;
    this.waiting = [];
    const start = this.bytes.offset;
    const columns = [];
    const count = pieces.reduce((total, piece) => total + piece.rows.length, 0);
    const added = this.changed.values && [...take(this.changed.values, count)];
    for (const leaf of this.leaves) {
      const place = this.schema.placeAmongAdded(leaf);
      const values =
        place === -1
          ? await this.valuesOf(leaf, pieces)
          : addedValues(
              leaf,
              added!.map((row) => row[place]),
            );
      const written = this.writeLeaf(leaf, values);
      columns.push(written.chunk);
      this.writer.pendingIndexes.push(written);
      await this.flush();
    }
    const rows = BigInt(count);
    this.writer.row_groups.push({
      columns,
      total_byte_size: BigInt(this.bytes.offset - start),
      num_rows: rows,
    });
    this.writer.num_rows += rows;
    for (const { table } of pieces) await table.close();
  }

  private async valuesOf(leaf: Leaf, pieces: readonly RowPiece[]): Promise<StoredValues> {
    const values: StoredValues = { values: [], definitionLevels: [], repetitionLevels: [] };
    for (const piece of pieces) {
      const from = values.values.length;
      await appendPiece(piece, leaf, values);
      if (leaf.names[0] === this.changed.idField) rename(piece, values.values, from);
      if (leaf.names[0] === piece.table.kept.textName) this.retell(piece, values.values, from);
    }
    return values;
  }

  private writeLeaf(leaf: Leaf, values: StoredValues): ReturnType<typeof writeColumn> {
    const physical = physicalType(leaf);
    const written = writeColumn({
      writer: this.bytes,
      pageData: { ...values, maxDefinitionLevel: leaf.maxDefinitionLevel },
      column: {
        columnName: leaf.names.join('.'),
        element: { name: leaf.element.name, repetition_type: 'OPTIONAL', ...physical },
        schemaPath: [...leaf.path],
        codec: this.writer.codec,
        compressors: this.writer.compressors,
        stats: false,
        pageSize: PAGE_BYTES,
        dictionarySize: PAGE_BYTES,
        columnIndex: false,
        offsetIndex: true,
      },
    });
    written.chunk.meta_data!.type = leaf.element.type!;
    return written;
  }

  /** Gives rows the texts that they have now. A column of texts has one value for each row. */
  private retell({ table: { kept }, start, rows }: RowPiece, texts: unknown[], from: number): void {
    for (const [i, row] of kept.retold.size === 0 ? [] : rows.entries()) {
      const stored = kept.retold.get(start + row);
      if (stored !== undefined)
        texts[from + i] = Buffer.from(this.changed.texts!.read(stored.position, stored.length));
    }
  }

  private async flush(): Promise<void> {
    const chunk = new Uint8Array(this.bytes.buffer.slice(0, this.bytes.index));
    this.bytes.index = 0;
    await this.file.write(chunk);
  }
}

/** The values of an added column, as they are stored. */
function addedValues(leaf: Leaf, given: readonly unknown[]): StoredValues {
  const { type } = leaf.element;
  const stored = (value: unknown) => {
    if (type === 'INT64') return BigInt(value as number);
    if (type === 'BYTE_ARRAY') return Buffer.from(value as string);
    if (type !== 'DOUBLE') return value;
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value as number);
    return bytes;
  };
  const isMissing = (value: unknown) => value === null || value === undefined;
  return {
    values: given.map((value) => (isMissing(value) ? undefined : stored(value))),
    definitionLevels: given.map((value) => (isMissing(value) ? 0 : 1)),
    repetitionLevels: [],
  };
}

async function appendPiece({ table, group, rows }: RowPiece, leaf: Leaf, to: StoredValues): Promise<void> {
  const stored = leafIn(table.metadata, leaf);
  if (stored === undefined) {
    for (let i = 0; i < rows.length; i++) {
      to.values.push(undefined);
      to.definitionLevels.push(0);
      if (leaf.maxRepetitionLevel > 0) to.repetitionLevels.push(0);
    }
    return;
  }
  const meta = group.columns.find(({ meta_data: meta }) => isSame(meta, leaf))?.meta_data;
  if (meta === undefined) throw new Error('parquet column is missing');
  const bytes = await table.file.slice(...chunkRange(meta));
  appendRows(bytes, meta, stored, rows, leaf.maxDefinitionLevel - stored.maxDefinitionLevel, to);
}

function isSame(meta: ColumnMetaData | undefined, { names }: Leaf): boolean {
  const path = meta?.path_in_schema;
  return path?.length === names.length && path.every((name, i) => name === names[i]);
}

/** Gives rows the ids that they got. A column of ids has one value for each row. */
function rename({ table: { kept }, start, rows }: RowPiece, ids: unknown[], from: number): void {
  for (const [i, row] of kept.renamed.size === 0 ? [] : rows.entries()) {
    const id = kept.renamed.get(start + row);
    if (id !== undefined) ids[from + i] = Buffer.from(id);
  }
}
