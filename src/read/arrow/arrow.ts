/** Arrow: one document per row, of files and of streams. One batch of rows is in memory at a time; other columns are read when they are asked for. */
import {
  type ArrowBatch,
  BadArrow,
  type BytesAt,
  bytesReader,
  type Column,
  isArrow,
  isOldArrow,
  jsonReader,
  TooLargeArrow,
  typeName,
} from '../../arrow/index.ts';
import { isUtf8, utf8Length, utf8Text } from '../../platform/bytes.ts';
import type { ReadDocument, Reader, ReadItem, ReadOptions, Source } from '../../read.ts';
import { option, told, wording } from '../../wording.ts';
import { BadDocument } from '../bad-document.ts';
import { markupRemover } from '../html/markup.ts';
import { missingText, noString, quote, tooLong } from '../messages.ts';
import { joinTexts, textColumns } from '../text-fields.ts';
import { readArrowSource } from './open-arrow.ts';

export const arrow: Reader = {
  name: 'arrow',
  extensions: ['.arrow', '.arrows', '.feather', '.ipc'],
  many: true,

  recognizes: isArrow,
  mayBe: (head) => isArrow(head) || isOldArrow(head),

  async *read(source, options) {
    try {
      yield* readItems(source, options);
    } catch (error) {
      throw error instanceof BadArrow ? toBadDocument(error, options) : error;
    }
  },
};

function toBadDocument(error: BadArrow, { documentMemory }: ReadOptions): BadDocument {
  if (!(error instanceof TooLargeArrow)) return new BadDocument(error.message);
  return new BadDocument(
    told(
      wording`Expected Arrow batches of at most ${documentMemory} bytes, got ${error.size}; raise the limit with ${option('documentMemory')}.`,
    ),
  );
}

async function* readItems(source: Source, options: ReadOptions): AsyncGenerator<ReadItem> {
  const toText = await markupRemover(options.markup);
  const budget = new TextBudget();
  let names: readonly string[] = [];
  let line = 1;
  for await (const part of readArrowSource(source, options.documentMemory)) {
    if ('fields' in part) {
      names = textNamesIn(
        part.fields.map(({ name }) => name),
        options,
      );
      continue;
    }
    budget.allow(part.size);
    const rows = new Rows(await part.read(), names, options, toText, line);
    for (let row = 0; row < rows.length; row++) {
      const item = rows.item(row);
      budget.take(item);
      yield item;
    }
    line += rows.length;
  }
}

function textNamesIn(columns: readonly string[], { textField }: ReadOptions): readonly string[] {
  const text = textColumns(textField, columns);
  if ('names' in text) return text.names;
  const got = columns.slice(0, 20).map(quote).join(', ') || 'none';
  throw new BadDocument(missingText('column', text.missing, got));
}

/**
 * A dictionary or a view repeats a text in a few bytes, and compression empty ones in less: a small file could hold any amount. Limits
 * of the rows and the bytes of text in a file: some that are free, and some for every stored byte.
 */
class TextBudget {
  private rows = 4_000_000;
  private bytes = 4 * 2 ** 30;

  allow(size: number): void {
    this.rows += 4 * size;
    this.bytes += 1000 * size;
  }

  take(item: ReadItem): void {
    this.rows--;
    if (item.problem === undefined) this.bytes -= item.text.length;
    if (this.rows < 0 || this.bytes < 0)
      throw new BadDocument(
        'Expected Arrow data of documents, got a few texts that are repeated without end.',
      );
  }
}

/** The rows of a batch as documents. */
class Rows {
  readonly length: number;
  private readonly texts: readonly BytesAt[];
  private readonly idAt: ((row: number) => unknown) | undefined;
  private readonly langAt: BytesAt | undefined;
  private readonly others: readonly Column[];
  private readers: (readonly [name: string, value: (row: number) => unknown])[] | undefined;

  constructor(
    batch: ArrowBatch,
    private readonly names: readonly string[],
    private readonly options: ReadOptions,
    private readonly toText: (text: string) => string,
    private readonly first: number,
  ) {
    this.length = batch.length;
    const find = (name: string) => batch.columns.find(({ field }) => field.name === name);
    this.texts = names.map((name) => textReader(find(name)!, name));
    const id = find(options.idField);
    this.idAt = id && jsonReader(id);
    const lang = find('lang');
    this.langAt = lang && bytesReader(lang);
    const own = names.length === 1 ? [...names, options.idField] : [options.idField];
    this.others = batch.columns.filter(({ field }) => !own.includes(field.name));
  }

  item(row: number): ReadItem {
    const { names, options, toText } = this;
    const line = this.first + row;
    const text = this.textOf(row);
    if (text === undefined) return { line, ...noString('column', names, 'null') };
    const length = typeof text === 'string' ? utf8Length(text) : text.length;
    if (length > options.maxDocument) return { line, ...tooLong('a text', length, options.maxDocument) };
    const id = this.idAt?.(row);
    const lang = this.langAt?.(row);
    const [textName] = names;
    return new RowDocument(
      () => this.metaOf(row),
      id === null || id === undefined || id === '' ? undefined : String(id),
      options.markup === 'none' ? text : toText(typeof text === 'string' ? text : utf8Text(text)),
      line,
      names.length === 1 && textName !== options.textField ? textName : undefined,
      lang && utf8Text(lang),
    );
  }

  private textOf(row: number): string | Uint8Array | undefined {
    if (this.texts.length > 1) {
      const texts = this.texts.map((at) => at(row)).map((bytes) => bytes && utf8Text(bytes));
      return joinTexts(texts) as string | undefined;
    }
    const bytes = this.texts[0](row);
    return bytes === undefined || isUtf8(bytes) ? bytes : utf8Text(bytes);
  }

  private metaOf(row: number): Record<string, unknown> | undefined {
    this.readers ??= this.others.map((column) => [column.field.name, jsonReader(column)] as const);
    if (this.readers.length === 0) return undefined;
    return Object.fromEntries(this.readers.map(([name, value]) => [name, value(row)]));
  }
}

function textReader(column: Column, name: string): BytesAt {
  const reader = bytesReader(column);
  if (reader !== undefined) return reader;
  // a column without any value has no other type
  if (column.nulls === column.length) return () => undefined;
  throw new BadDocument(noString('column', [name], typeName(column.field.type)));
}

/** Most runs never ask for the other columns. */
class RowDocument implements ReadDocument {
  readonly problem = undefined;

  constructor(
    private readonly others: () => Record<string, unknown> | undefined,
    readonly id: string | undefined,
    readonly text: string | Uint8Array,
    readonly line: number,
    readonly textName: string | undefined,
    readonly lang: string | undefined,
  ) {}

  get meta(): Record<string, unknown> | undefined {
    return this.others();
  }
}
