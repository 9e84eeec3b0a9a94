/** Rows of Parquet files: the columns with text and id, all others as meta; one row group is held at a time. */
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { utf8Length } from '../../platform/bytes.ts';
import { openParts } from '../../platform/files.ts';
import type { ReadItem } from '../../read.ts';
import { option, told, wording } from '../../wording.ts';
import { BadDocument } from '../bad-document.ts';
import { markupRemover } from '../html/markup.ts';
import { missingText, noString, quote, tooLong } from '../messages.ts';
import { joinTexts, textColumns } from '../text-fields.ts';
import { withEmptyPages } from './empty-pages.ts';
import type { ExtractOptions, Extractor } from './extractor.ts';
import { FOOTER, memoryBuffer } from './parquet-buffers.ts';

const CODECS = withEmptyPages(compressors);

/** Items that are sent at once. */
const BATCH_ROWS = 512;
const BATCH_UNITS = 1 << 20;

export const parquet: Extractor = async function* (input, options) {
  const stored = 'path' in input ? await openParts(input.path) : undefined;
  try {
    const file =
      stored ?? ('parts' in input ? input.parts : memoryBuffer((input as { bytes: Uint8Array }).bytes));
    const metadata = await readMetadata(file);
    const columns = columnsOf(metadata);
    const text = textColumns(options.textField, columns);
    if ('missing' in text) {
      const got = columns.slice(0, 20).map(quote).join(', ');
      throw new BadDocument(missingText('column', text.missing, got));
    }
    const asked = [...text.names, options.idField, 'lang'].filter((name) => columns.includes(name));
    yield* rowBatches(file, metadata, options, text.names, options.textsOnly === true ? asked : undefined);
  } finally {
    await stored?.close();
  }
};

/** Only names are looked at; a damaged schema has none. */
function columnsOf(metadata: FileMetaData): string[] {
  try {
    return parquetSchema(metadata).children.map(({ element: { name } }) => {
      if (typeof name !== 'string') throw new TypeError('a column has no name');
      return name;
    });
  } catch (error) {
    throw damagedFile(error);
  }
}

async function* rowBatches(
  file: AsyncBuffer,
  metadata: FileMetaData,
  options: ExtractOptions,
  textNames: readonly string[],
  columns: string[] | undefined,
): AsyncGenerator<ReadItem[]> {
  const toText = await markupRemover(options.markup);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    if (Number(group.total_byte_size) > options.documentMemory) {
      throw new BadDocument(
        told(
          wording`Expected row groups of at most ${options.documentMemory} bytes, got ${String(group.total_byte_size)}; raise the limit with ${option('documentMemory')}.`,
        ),
      );
    }
    let rows: Record<string, unknown>[];
    try {
      rows = await parquetReadObjects({ file, metadata, columns, rowStart, rowEnd, compressors: CODECS });
    } catch (error) {
      throw new BadDocument(
        `Expected whole Parquet data, got damaged rows ${rowStart + 1}–${rowEnd}${reasonOf(error)}.`,
      );
    }
    let batch: ReadItem[] = [];
    let units = 0;
    for (const [i, row] of rows.entries()) {
      const item = toItem(row, rowStart + i + 1, options, textNames, toText);
      batch.push(item);
      if (item.problem === undefined) units += (item.text as string).length;
      if (batch.length < BATCH_ROWS && units < BATCH_UNITS) continue;
      yield batch;
      batch = [];
      units = 0;
    }
    if (batch.length > 0) yield batch;
    rowStart = rowEnd;
  }
}

function toItem(
  row: Record<string, unknown>,
  line: number,
  { textField, idField, maxDocument }: ExtractOptions,
  textNames: readonly string[],
  toText: (text: string) => string,
): ReadItem {
  const { [idField]: id, ...rest } = row;
  const text = joinTexts(textNames.map((name) => row[name]));
  const [textName] = textNames;
  if (textNames.length === 1) delete rest[textName];
  if (typeof text !== 'string') {
    const got = text === null || text === undefined ? 'null' : `a ${typeof text}`;
    return { line, ...noString('column', textNames, got) };
  }
  if (3 * text.length > maxDocument && utf8Length(text) > maxDocument) {
    return { line, ...tooLong('a text', utf8Length(text), maxDocument) };
  }
  const meta = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, plain(value)]));
  return {
    id: id === null || id === undefined || id === '' ? undefined : String(plain(id)),
    text: toText(text),
    line,
    ...(textNames.length === 1 && textName !== textField && { textName }),
    lang: typeof rest.lang === 'string' ? rest.lang : undefined,
    meta: Object.keys(meta).length > 0 ? meta : undefined,
  };
}

/** The value as in JSON: dates as text, large integers as digits, bytes left out. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return null;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]));
}

async function readMetadata(file: AsyncBuffer): Promise<FileMetaData> {
  try {
    return await parquetMetadataAsync(file, FOOTER);
  } catch (error) {
    throw damagedFile(error);
  }
}

function damagedFile(error: unknown): BadDocument {
  return new BadDocument(
    `Expected a whole Parquet file, got one that is truncated or damaged${reasonOf(error)}.`,
  );
}

/** Tells the user about unsupported features. Messages about damage are left out: they are often JavaScript's own. */
function reasonOf(error: unknown): string {
  const { message } = error as Error;
  const reason =
    /^parquet ((?:bson|interval|file_path) not supported|unsupported (?:compression codec|encoding): [A-Z_0-9]+)$/;
  const told = reason.exec(message)?.[1];
  return told === undefined ? '' : ` (${told})`;
}
