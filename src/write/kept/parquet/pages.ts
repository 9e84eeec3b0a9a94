/**
 * The values of a column as a Parquet file stores them, without interpreting their type: a decimal stays an unscaled number, text stays
 * bytes. Written again under the same type, they are the same values.
 */
import type { ColumnMetaData, DecodedArray, ParquetType, SchemaTree } from 'hyparquet';
import { parquetHeader, readPage } from 'hyparquet/src/column.js';
import { decompressPage, readDataPage, readDataPageV2 } from 'hyparquet/src/datapage.js';
import { compressors } from 'hyparquet-compressors';
import { withEmptyPages } from '../../../read/index.ts';
import type { Leaf } from './schema.ts';

const CODECS = withEmptyPages(compressors);

/** Values of a column, with levels that mark where rows and lists begin (repetition) and which values are missing (definition). */
export interface StoredValues {
  readonly values: unknown[];
  readonly definitionLevels: number[];
  readonly repetitionLevels: number[];
}

/** The type as which the pages of a column are read and written. */
export interface PhysicalType {
  readonly type: ParquetType;
  readonly type_length?: number;
}

/** Numbers that JavaScript would not give back bit for bit, or not write, are bytes of this length. */
const AS_BYTES: Partial<Record<ParquetType, number>> = { FLOAT: 4, DOUBLE: 8, INT96: 12 };

export function physicalType({ element: { type, type_length } }: Leaf): PhysicalType {
  const length = AS_BYTES[type!];
  if (length === undefined) return { type: type!, type_length };
  return { type: 'FIXED_LEN_BYTE_ARRAY', type_length: length };
}

/** Where the pages of a column are in the file. */
export function chunkRange(meta: ColumnMetaData): [start: number, end: number] {
  const { dictionary_page_offset: dictionary, data_page_offset: data } = meta;
  const start = Number(dictionary && dictionary < data ? dictionary : data);
  return [start, start + Number(meta.total_compressed_size)];
}

/**
 * Appends the values of some rows.
 * @param rows The numbers of these rows in their row group, in order.
 * @param shift Added to the definition levels in the new file.
 */
export function appendRows(
  bytes: ArrayBuffer,
  meta: ColumnMetaData,
  leaf: Leaf,
  rows: Uint32Array,
  shift: number,
  to: StoredValues,
): void {
  let row = -1;
  let next = 0;
  for (const page of pagesOf(bytes, meta, leaf)) {
    let value = 0;
    for (let i = 0; i < page.length; i++) {
      const definition = page.definitionLevels?.[i] ?? leaf.maxDefinitionLevel;
      const repetition = page.repetitionLevels?.[i] ?? 0;
      if (repetition === 0) {
        row++;
        while (rows[next] < row) next++;
      }
      const isPresent = definition === leaf.maxDefinitionLevel;
      const stored = isPresent ? page.values[value++] : undefined;
      if (isPresent && stored === undefined) throw new Error('parquet value outside of the dictionary');
      if (rows[next] !== row) continue;
      to.values.push(stored);
      if (leaf.maxDefinitionLevel + shift > 0) to.definitionLevels.push(definition + shift);
      if (leaf.maxRepetitionLevel > 0) to.repetitionLevels.push(repetition);
    }
  }
  if (rows.length > 0 && rows.at(-1)! > row) throw new Error('parquet rows are missing');
}

interface Page {
  /** Values and missing values. */
  readonly length: number;
  readonly values: DecodedArray;
  readonly definitionLevels: readonly number[] | undefined;
  readonly repetitionLevels: readonly number[] | undefined;
}

function* pagesOf(bytes: ArrayBuffer, meta: ColumnMetaData, leaf: Leaf): Generator<Page> {
  const reader = { view: new DataView(bytes), offset: 0 };
  const physical = physicalType(leaf);
  const decoder = {
    ...meta,
    ...physical,
    pathInSchema: meta.path_in_schema,
    element: { ...leaf.element, ...physical },
    schemaPath: leaf.path.map(
      (element) => ({ element, children: [], count: 0, path: [] }) satisfies SchemaTree,
    ),
    compressors: CODECS,
    parsers: undefined as never,
  };
  let dictionary: DecodedArray | undefined;
  for (let left = Number(meta.num_values); left > 0; ) {
    const header = parquetHeader(reader);
    const first = header.data_page_header;
    const second = header.data_page_header_v2;
    const about = first ?? second;
    if (about === undefined) {
      dictionary = readPage(reader, header, decoder, undefined, undefined, 0).data;
      continue;
    }
    const stored = new Uint8Array(bytes, reader.offset, header.compressed_page_size);
    reader.offset += header.compressed_page_size;
    const { dataPage, definitionLevels, repetitionLevels } = first
      ? readDataPage(
          decompressPage(stored, header.uncompressed_page_size, meta.codec, CODECS),
          first,
          decoder,
        )
      : readDataPageV2(stored, header, decoder);
    left -= about.num_values;
    yield {
      length: about.num_values,
      values: about.encoding.endsWith('_DICTIONARY') ? looked(dataPage, dictionary!) : dataPage,
      definitionLevels: definitionLevels?.length ? definitionLevels : undefined,
      repetitionLevels: repetitionLevels?.length ? repetitionLevels : undefined,
    };
  }
}

function looked(indexes: DecodedArray, dictionary: DecodedArray): unknown[] {
  return Array.from(indexes as Iterable<number>, (index) => dictionary[index]);
}
