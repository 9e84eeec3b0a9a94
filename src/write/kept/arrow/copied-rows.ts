/**
 * Rows of Arrow data as rows of other Arrow data: with the values and types that they have, whatever they mean. The batches are read again
 * when all kept rows are known, one at a time.
 */
import {
  type ArrowBatch,
  type ArrowField,
  type ArrowForm,
  type ArrowHead,
  type ArrowRows,
  ArrowWriter,
  BadArrow,
  buildColumn,
  bytesReader,
  type Column,
  emptyColumn,
  isArrow,
  type PlainValue,
  takeRows,
  typeName,
} from '../../../arrow/index.ts';
import { NeardupError } from '../../../errors.ts';
import { inputChanged, readArrowSource } from '../../../read/index.ts';
import type { Source } from '../../../read.ts';
import type { KeptDocument, KeptShard, RecordFields } from '../../../write.ts';
import { take } from '../../row-spool.ts';
import { type CopiedRows, type KeptRows, KeptTables } from '../kept-rows.ts';
import { JoinedDictionaries } from './joined-dictionaries.ts';
import { JoinedArrowSchema } from './joined-schema.ts';

/** What is read was read before, within the limits of the run. */
const UNLIMITED = Number.POSITIVE_INFINITY;

/** Kept rows of a batch, which follow each other in the output. */
interface Piece {
  readonly table: KeptRows;
  readonly batch: ArrowBatch;
  /** The number of the first row of the batch in its file. */
  readonly start: number;
  readonly rows: Uint32Array;
}

export class CopiedArrow implements CopiedRows {
  private readonly schema: JoinedArrowSchema;
  private readonly kept: KeptTables;
  private readonly known = new Set<Source>();
  private firstForm: ArrowForm | undefined;

  /** @param form Undefined for that of the first file. */
  constructor(
    private readonly output: string,
    private readonly fields: RecordFields,
    private readonly form: ArrowForm | undefined,
  ) {
    this.schema = new JoinedArrowSchema(output, fields.added);
    this.kept = new KeptTables(fields);
  }

  get isEmpty(): boolean {
    return this.schema.isEmpty;
  }

  async look(source: Source): Promise<boolean> {
    const head = new Uint8Array(4096);
    const stored = await source.openFile?.();
    if (stored === undefined) return false;
    const length = stored.read(head, 0, head.length, 0);
    await stored.close();
    if (!isArrow(head.subarray(0, length))) return false;
    // damaged data is reported when it is read
    const schema = await headOf(source).catch(() => undefined);
    if (schema !== undefined) this.addColumns(source, schema);
    return true;
  }

  async add(document: KeptDocument, path: string): Promise<void> {
    const { isRenamed } = await this.kept.add(document, path, async (source) => {
      if (!this.known.has(source)) this.addColumns(source, await headOf(source));
    });
    if (isRenamed) this.checkIds(document.source);
  }

  async write(shards: readonly KeptShard[]): Promise<void> {
    const { tables, values } = this.kept;
    try {
      const dictionaries = new JoinedDictionaries(this.output);
      for (const { source } of tables) await addDictionaries(dictionaries, source);
      const own = dictionaries.fields(this.schema.joinedFields(this.changedColumns()));
      const added = this.schema.addedFields();
      const schema = { fields: [...own, ...added], metadata: this.schema.metadata };
      const pieces = this.pieces(tables, dictionaries);
      const addedValues = values?.rows();
      let next = await pieces.next();
      for (const shard of shards) {
        const file = await shard.file();
        const writer = new ArrowWriter(schema, this.form ?? this.firstForm ?? 'stream', (bytes) =>
          file.write(bytes),
        );
        await writer.begin();
        for (const [id, part, isMore] of dictionaries.parts(own)) await writer.dictionary(id, part, isMore);
        for (let room = shard.documents; room > 0 && next.done !== true; ) {
          const piece = next.value;
          const now = { ...piece, rows: piece.rows.subarray(0, room) };
          const columns = own.map((field) => this.columnOf(field, now, dictionaries));
          const rows = addedValues === undefined ? [] : [...take(addedValues, now.rows.length)];
          const more = added.map((field, i) =>
            buildColumn(
              field,
              rows.map((row) => row[i] as PlainValue),
            ),
          );
          await writer.batch({ length: now.rows.length, columns: [...columns, ...more] });
          room -= now.rows.length;
          next =
            now.rows.length < piece.rows.length
              ? { done: false, value: { ...piece, rows: piece.rows.subarray(now.rows.length) } }
              : await pieces.next();
        }
        await writer.end();
      }
      await pieces.return(undefined);
    } finally {
      this.close();
    }
  }

  close(): void {
    this.kept.close();
  }

  private async *pieces(
    tables: readonly KeptRows[],
    dictionaries: JoinedDictionaries,
  ): AsyncGenerator<Piece> {
    for (const [i, table] of tables.entries()) {
      dictionaries.nextTable(i === 0);
      let [start, left] = [0, table.count];
      for await (const part of wholeParts(table.source)) {
        if ('fields' in part) continue;
        const batch = await part.read();
        const rows = table.in(start, batch.length);
        if (rows.length > 0) yield { table, batch, start, rows };
        else dictionaries.passOver(batch);
        start += batch.length;
        left -= rows.length;
        if (left === 0) break;
      }
      if (left > 0) throw inputChanged(table.source.name);
    }
  }

  /** A column of the output for the rows of a piece. */
  private columnOf(field: ArrowField, piece: Piece, dictionaries: JoinedDictionaries): Column {
    const { batch, rows } = piece;
    const stored = batch.columns.find((column) => column.field.name === field.name);
    if (stored === undefined) return emptyColumn(field, rows.length);
    const taken = takeRows(stored, rows);
    const changed = this.changedValues(field.name, piece);
    const isPlain = field.dictionary === undefined && field.layout.kind !== 'runs';
    const wasPlain = stored.dictionary === undefined && stored.field.layout.kind !== 'runs';
    if (changed === undefined && isPlain === wasPlain) return dictionaries.conform(taken, field);
    const value = bytesReader(taken)!;
    return buildColumn(
      field,
      Array.from(rows, (row, i) => changed?.(row + piece.start) ?? value(i)),
    );
  }

  /** The new values of rows of a file; undefined if none of these has one. */
  private changedValues(
    name: string,
    { table, start, rows }: Piece,
  ): ((row: number) => PlainValue) | undefined {
    const { texts } = this.kept;
    const { retold, renamed } = table;
    if (name === this.fields.idField && rows.some((row) => renamed.has(start + row)))
      return (row) => renamed.get(row);
    if (name !== table.textName || !rows.some((row) => retold.has(start + row))) return undefined;
    return (row) => {
      const stored = retold.get(row);
      return stored && texts!.read(stored.position, stored.length);
    };
  }

  /** Columns of which any row has a new value. */
  private changedColumns(): ReadonlySet<string> {
    const names = new Set<string>();
    for (const { renamed, retold, textName } of this.kept.tables) {
      if (renamed.size > 0) names.add(this.fields.idField);
      if (retold.size > 0) names.add(textName);
    }
    return names;
  }

  private addColumns(source: Source, schema: ArrowHead): void {
    this.schema.add(schema, source.name);
    this.firstForm ??= schema.form;
    this.known.add(source);
    if (this.fields.duplicateIds === 'rename') this.checkIds(source);
  }

  /** An id that is renamed is text. */
  private checkIds(source: Source): void {
    const { idField } = this.fields;
    const field = this.schema.field(idField);
    if (field === undefined || bytesReader(emptyColumn({ ...field, dictionary: undefined }, 0)) !== undefined)
      return;
    throw new NeardupError(
      'OUTPUT_FORMAT',
      `Expected ids that are text, so that \`${this.output}\` can have those that were renamed, got ${typeName(field.type)} in \`${idField}\` of ${source.name}.`,
      { advice: 'Write to a *.jsonl or *.csv file, or let ids that occur twice be an error.' },
    );
  }
}

async function headOf(source: Source): Promise<ArrowHead> {
  for await (const part of readArrowSource(source, UNLIMITED)) return part as ArrowHead;
  throw new Error('arrow: no schema');
}

/** The parts before any damage, which was reported when the data was read first. */
async function* wholeParts(source: Source): AsyncGenerator<ArrowHead | ArrowRows> {
  try {
    yield* readArrowSource(source, UNLIMITED);
  } catch (error) {
    if (!(error instanceof BadArrow)) throw error;
  }
}

/** Reads a file for its dictionaries, if it has any. */
async function addDictionaries(dictionaries: JoinedDictionaries, source: Source): Promise<void> {
  const parts = wholeParts(source);
  const { fields } = (await parts.next()).value as ArrowHead;
  try {
    await dictionaries.addTable(fields, parts as AsyncGenerator<ArrowRows>);
  } finally {
    await parts.return(undefined);
  }
}
