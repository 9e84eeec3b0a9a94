/**
 * Keys: every document becomes one row with its canonical text, the text's hash and its band keys, or with its problem. A row of
 * blanks has neither. Rows come out in the order in which they came in, one for each.
 */
import {
  BatchBuilder,
  type LineSteps,
  type PreparedBatch,
  prepareBatch,
  scanLines,
  takesLines,
} from '../corpus/index.ts';
import { FieldValues, keepPolicy, type Reading, readingOf } from '../duplicates/index.ts';
import { type Address, JsonlRecordFields, plus } from '../engines/index.ts';
import { badOption, type NeardupError } from '../errors.ts';
import { textHash } from '../platform/digests.ts';
import { fieldGetter, isForKernel, lineFormat } from '../read/index.ts';
import type { ReadItem } from '../read.ts';
import type { RowsIn, RowsOut, RowValue, Schema, Stage } from '../stages.ts';
import type { StageOptions } from './options.ts';
import { bytesIn, noColumn } from './rows.ts';
import { bandKeysOf, canonicalTextOf, openSteps } from './text-engine.ts';

const SCHEMA = {
  number: 'integer',
  id: 'text',
  words: 'integer',
  hash: 'bytes',
  keys: 'integers',
  text: 'text',
  problem: 'text',
  tag: 'text',
} as const satisfies Schema;

/** The value of the field that the keep policy names, in every way that it can be taken. Texts are UTF-16, to be ordered as bytes. */
const KEEP_SCHEMA = { keepNumber: 'real', keepDate: 'real', keepText: 'bytes' } as const satisfies Schema;

export function keys(options: StageOptions): Stage {
  const hasField = keepPolicy(options.keep)?.field !== undefined;
  return {
    schema: hasField ? { ...SCHEMA, ...KEEP_SCHEMA } : SCHEMA,
    needsScheme: false,
    async *run(input) {
      const steps = await openSteps(options);
      const documents = new Documents(steps, options, await lineFormat(options));
      for await (const rows of input) yield documents.toRows(rows);
    },
  };
}

class Documents {
  private readonly field: string | undefined;
  private readonly isForKernel: boolean;
  private readonly values: FieldValues;

  constructor(
    private readonly steps: LineSteps,
    private readonly options: StageOptions,
    private readonly format: Awaited<ReturnType<typeof lineFormat>>,
  ) {
    this.field = keepPolicy(options.keep)?.field;
    this.values = new FieldValues(options.keep, this.field ?? '');
    this.isForKernel = isForKernel(options) && takesLines(this.field !== undefined, options);
  }

  async toRows(rows: RowsIn): Promise<RowsOut> {
    const found = new FoundRows(rows, this.field !== undefined);
    const tag = rows.bytes('tag');
    // the engine's tags of rows, returned unchanged
    if (tag !== undefined)
      for (let row = 0; row < rows.length; row++) found.columns.tag[row] = tag(row) ?? null;
    if (rows.bytes('text') !== undefined) await this.readTexts(rows, found);
    else if (rows.bytes('line') === undefined) noColumn('line` or `text', []);
    else if (this.isForKernel) await this.scan(rows, found);
    else await this.readLines(rows, found);
    return found.columns;
  }

  /** Rows with the text in a column, and perhaps with id, language and the value of the keep policy's field. */
  private async readTexts(rows: RowsIn, found: FoundRows): Promise<void> {
    const textOf = (name: string, row: number) => {
      const value = rows.bytes(name)?.(row);
      return value && Buffer.from(value).toString();
    };
    const items = Array.from({ length: rows.length }, (_, row): ReadItem => {
      const text = rows.bytes('text')!(row);
      if (text === undefined) return { problem: 'Expected a text, got null.' };
      if (text.length > this.options.maxDocument) return this.format.readLine(text.length, row + 1)!;
      this.keep(found, row, textOf('keep', row), false);
      return { text, id: textOf('id', row), lang: textOf('lang', row) };
    });
    await this.prepare(items, found);
  }

  /** JSON lines of which more than text and id is needed. */
  private async readLines(rows: RowsIn, found: FoundRows): Promise<void> {
    const fieldOf = fieldGetter(this.field ?? '');
    const items = Array.from({ length: rows.length }, (_, row) => {
      const item = this.format.readLine(bytesIn(rows, 'line', row), row + 1);
      if (this.field === undefined || item === undefined || item.problem !== undefined) return item;
      const isId = this.field === this.options.idField;
      this.keep(found, row, isId ? item.id : fieldOf(item.meta ?? {}), !isId);
      return item;
    });
    await this.prepare(items, found);
  }

  /**
   * Refuses values that the keep policy cannot order; values of different kinds in different processes are for the engine to refuse.
   * The reference leads whatever its values are.
   * @param isTyped See `readingOf`.
   */
  private keep(found: FoundRows, row: number, value: unknown, isTyped: boolean): void {
    if (found.isReference(row)) return;
    this.values.add(0, value, isTyped, () => `row ${row}`);
    found.keep(row, readingOf(value, isTyped));
  }

  private async prepare(items: readonly (ReadItem | undefined)[], found: FoundRows): Promise<void> {
    const documents: number[] = [];
    const builder = new BatchBuilder(this.steps.engine.heap);
    const batches = items.flatMap((item, row) => {
      if (item === undefined) return [];
      if (item.problem !== undefined) return found.problem(row, item.problem);
      documents.push(row);
      found.id(row, item.id === undefined ? undefined : Buffer.from(item.id));
      return builder.add(item.text, item.lang);
    });
    const last = builder.finish();
    const rows = documents.values();
    for (const batch of last === undefined ? batches : [...batches, last]) {
      const prepared = await prepareBatch(batch, this.steps);
      for (let i = 0; i < prepared.count; i++) this.add(found, rows.next().value!, prepared, i);
      prepared.release();
    }
  }

  /** JSON lines, by the kernel that finds texts and ids in them. */
  private async scan(rows: RowsIn, found: FoundRows): Promise<void> {
    const { heap } = this.steps.engine;
    const { address, bytes } = this.place(rows);
    let before = 0;
    const scans = await scanLines({ ...this.format, address, bytes }, this.steps);
    for (const scan of scans) {
      const odd = scan.oddItems.values();
      const oddDocuments = scan.oddDocuments.flatMap((batch) =>
        Array.from({ length: batch.count }, (_, i) => ({ batch, i })),
      );
      let document = 0;
      for (let record = 0; record < scan.recordCount; record++) {
        const at = scan.records / 4 + JsonlRecordFields.length * record;
        const row = before + heap.u32[at + JsonlRecordFields.line] - 1;
        if (heap.u32[at + JsonlRecordFields.odd] === 0) {
          const ids = scan.idOffsets / 4 + document;
          const [start, end] = [heap.u32[ids], heap.u32[ids + 1]];
          found.id(row, start === end ? undefined : heap.u8.slice(scan.ids + start, scan.ids + end));
          this.add(found, row, scan.documents, document++);
          continue;
        }
        const item = odd.next().value;
        if (item?.problem !== undefined) found.problem(row, item.problem);
        if (item === undefined || item.problem !== undefined) continue;
        found.id(row, item.id === undefined ? undefined : Buffer.from(item.id));
        const { batch, i } = oddDocuments.shift()!;
        this.add(found, row, batch, i);
      }
      before += scan.lines;
      scan.release();
    }
    heap.release(plus(address, -1));
  }

  /** Puts the lines on the heap, an LF before and after each. White space between values of a line may be an LF: a blank says the same. */
  private place(rows: RowsIn): { address: Address; bytes: number } {
    const { heap } = this.steps.engine;
    const each = Array.from({ length: rows.length }, (_, row) => bytesIn(rows, 'line', row));
    const bytes = each.reduce((sum, line) => sum + line.length + 1, 0);
    const address = plus(heap.allocate(bytes + 2), 1);
    const { u8 } = heap;
    u8[address - 1] = LF;
    let at = address;
    for (const line of each) {
      u8.set(line, at);
      for (let lf = line.indexOf(LF); lf !== -1; lf = line.indexOf(LF, lf + 1)) u8[at + lf] = BLANK;
      at += line.length;
      u8[at++] = LF;
    }
    return { address, bytes };
  }

  private add(found: FoundRows, row: number, batch: PreparedBatch, i: number): void {
    const { engine } = this.steps;
    const words = engine.heap.u32[batch.words / 4 + i];
    const text = canonicalTextOf(engine, batch, i);
    found.document(row, words);
    if (words >= this.options.minWords) {
      found.compared(row, text, textHash(text), bandKeysOf(this.steps, batch, i));
    }
  }
}

const LF = 0x0a;
const BLANK = 0x20;

/** The rows of a batch, filled in any order. */
class FoundRows {
  readonly columns: Record<keyof typeof SCHEMA, RowValue[]> &
    Partial<Record<keyof typeof KEEP_SCHEMA, RowValue[]>>;
  private readonly references: Float64Array | undefined;

  constructor(rows: RowsIn, hasKeep: boolean) {
    if (rows.has('reference')) this.references = rows.integers('reference');
    const nulls = () => new Array<RowValue>(rows.length).fill(null);
    const schema = hasKeep ? { ...SCHEMA, ...KEEP_SCHEMA } : SCHEMA;
    const columns = Object.fromEntries(Object.keys(schema).map((name) => [name, nulls()]));
    this.columns = { ...columns, number: [...rows.integers('number')] } as FoundRows['columns'];
  }

  isReference(row: number): boolean {
    return this.references?.[row] === 1;
  }

  problem(row: number, problem: string): [] {
    this.columns.problem[row] = Buffer.from(problem);
    return [];
  }

  id(row: number, id: Uint8Array | undefined): void {
    this.columns.id[row] = id === undefined || id.length === 0 ? null : id;
  }

  document(row: number, words: number): void {
    this.columns.words[row] = words;
  }

  /** A document that has enough words to be compared. */
  compared(row: number, text: Uint8Array, hash: Uint8Array, bandKeys: BigInt64Array): void {
    this.columns.text[row] = text;
    this.columns.hash[row] = hash;
    this.columns.keys[row] = bandKeys;
  }

  keep(row: number, reading: Reading | undefined): void {
    const { keepNumber, keepDate, keepText } = this.columns;
    if (reading === undefined || keepNumber === undefined) return;
    if (typeof reading.number === 'bigint') throw tooLargeNumber(reading.number);
    keepNumber[row] = reading.number ?? null;
    keepDate![row] = reading.date ?? null;
    keepText![row] = reading.text === undefined ? null : Buffer.from(reading.text, 'utf16le').swap16();
  }
}

/** Distributed engines order by doubles. */
function tooLargeNumber(number: bigint): NeardupError {
  return badOption(
    'keep',
    'a policy over whole numbers below 2^53, if the work is distributed',
    String(number),
    'Keep by another field, or run it on one machine.',
  );
}
