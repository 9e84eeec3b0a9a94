/** The kept rows of Parquet files, one row group after the other. */
import { type FileMetaData, parquetMetadataAsync } from 'hyparquet';
import { type OpenParquet, openParquet } from '../../../read/index.ts';
import type { KeptRows } from '../kept-rows.ts';

/** Kept rows of one row group. */
export interface RowPiece {
  readonly table: OpenTable;
  readonly group: FileMetaData['row_groups'][number];
  /** The number of the first row of the group in its file. */
  readonly start: number;
  readonly rows: Uint32Array;
}

/** A file that is open as long as one of its row groups is needed. */
export class OpenTable {
  private users = 1;

  constructor(
    readonly kept: KeptRows,
    readonly metadata: FileMetaData,
    readonly opened: OpenParquet,
    private readonly open: Set<OpenTable>,
  ) {
    open.add(this);
  }

  get file(): OpenParquet['file'] {
    return this.opened.file;
  }

  keepOpen(): this {
    this.users++;
    return this;
  }

  async close(): Promise<void> {
    if (--this.users > 0) return;
    this.open.delete(this);
    await this.opened.close();
  }
}

export async function* rowPieces(
  tables: readonly KeptRows[],
  open: Set<OpenTable>,
): AsyncGenerator<RowPiece> {
  for (const kept of tables) {
    const opened = await openParquet(kept.source);
    const table = new OpenTable(kept, await metadataOf(opened), opened, open);
    try {
      let start = 0;
      for (const group of table.metadata.row_groups) {
        const rows = kept.in(start, Number(group.num_rows));
        if (rows.length > 0) yield { table: table.keepOpen(), group, start, rows };
        start += Number(group.num_rows);
      }
    } finally {
      await table.close();
    }
  }
}

/** Pieces that are divided if only some of their rows are wanted. */
export class PieceQueue {
  private rest: RowPiece | undefined;

  constructor(private readonly pieces: AsyncGenerator<RowPiece>) {}

  /** The next rows, at most this many; undefined if there are none, or none are wanted. */
  async take(count: number): Promise<RowPiece | undefined> {
    if (count <= 0) return undefined;
    const piece = this.rest ?? (await this.pieces.next()).value;
    this.rest = undefined;
    if (piece === undefined || piece.rows.length <= count) return piece;
    this.rest = { ...piece, table: piece.table.keepOpen(), rows: piece.rows.subarray(count) };
    return { ...piece, rows: piece.rows.subarray(0, count) };
  }
}

export function metadataOf({ file }: OpenParquet): Promise<FileMetaData> {
  return parquetMetadataAsync(file, { geoparquet: false });
}
