/** The kept rows of a file of rows, which are copied when all are known. */
import { Spool } from '../../platform/spool.ts';
import type { Source } from '../../read.ts';
import type { KeptDocument, KeptShard, RecordFields } from '../../write.ts';
import { RowSpool } from '../row-spool.ts';
import { addedFields } from './added-columns.ts';

/** A text in the temporary file of changed texts. */
export interface StoredText {
  readonly position: number;
  readonly length: number;
}

/** Rows of files of one format as rows of another file of that format: with the values and types that they have. */
export interface CopiedRows {
  readonly isEmpty: boolean;
  /** Looks at the columns of a file before the work. Returns whether it is one of the format, stored as it is. */
  look(source: Source): Promise<boolean>;
  /** @param path Beside it is the temporary file of added values. */
  add(document: KeptDocument, path: string): Promise<void>;
  write(shards: readonly KeptShard[]): Promise<void>;
  /** Frees temporary files; harmless at any time. */
  close(): void;
}

export class KeptRows {
  /** Rows whose id was taken, with the id they got instead. */
  readonly renamed = new Map<number, string>();
  /** Rows with another text, and where that is among the changed texts. */
  readonly retold = new Map<number, StoredText>();
  /** A bit for each row, as far as rows were kept: how many there are is not taken from the file, which may lie. */
  private bits = new Uint8Array(1024);
  count = 0;

  /** @param textName The column of the text. */
  constructor(
    readonly source: Source,
    readonly textName: string,
  ) {}

  add(row: number): void {
    const at = Math.floor(row / 8);
    if (at >= this.bits.length) {
      const larger = new Uint8Array(2 * (at + 1));
      larger.set(this.bits);
      this.bits = larger;
    }
    this.bits[at] |= 1 << (row % 8);
    this.count++;
  }

  /** The numbers of the kept rows of a group, counted from its start. */
  in(start: number, length: number): Uint32Array {
    const rows: number[] = [];
    const end = Math.min(start + length, 8 * this.bits.length);
    for (let row = start; row < end; row++)
      if ((this.bits[row >> 3] >> (row & 7)) & 1) rows.push(row - start);
    return Uint32Array.from(rows);
  }
}

/** The kept rows of all files, in their order, and what is written of some of them otherwise than it was read. */
export class KeptTables {
  readonly tables: KeptRows[] = [];
  texts: Spool | undefined;
  /** The added values of every row. */
  values: RowSpool | undefined;

  constructor(private readonly fields: RecordFields) {}

  /** @param path Beside it is the temporary file of added values. @param start Called with the first row of a file. */
  async add(
    document: KeptDocument,
    path: string,
    start: (source: Source) => Promise<void>,
  ): Promise<{ readonly isRenamed: boolean }> {
    const { source, item, id, changes } = document;
    let table = this.tables.at(-1);
    if (table?.source !== source) {
      await start(source);
      table = new KeptRows(source, item.textName ?? this.fields.textField);
      this.tables.push(table);
    }
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
    const isRenamed = item.id !== undefined && item.id !== id;
    if (isRenamed) table.renamed.set(row, id);
    return { isRenamed };
  }

  close(): void {
    this.texts?.close();
    this.texts = undefined;
    this.values?.close();
    this.values = undefined;
  }
}
