/** Columns that documents get besides their own: as fields of a line, cells of a row, columns of a Parquet file. */
import { NeardupError } from '../../errors.ts';
import type { ReadDocument } from '../../read.ts';
import { option, wording } from '../../wording.ts';
import type { AddedColumn, KeptDocument, KeptSource, RecordFields } from '../../write.ts';
import { isFolderOutput } from '../output-paths.ts';

const CLOSING_BRACE = 0x7d;

type Added = readonly AddedColumn[] | undefined;

/** The added fields of a document, by name. */
export function addedFields(
  { changes, item, source }: KeptDocument,
  { added = [] }: RecordFields,
): [name: string, value: unknown][] {
  const values = changes?.added;
  if (values === undefined) return [];
  expectFree(Object.keys(item.meta ?? {}), added, source.name);
  return added.map(({ name }, i) => [name, values[i]]);
}

/** A JSON object with more fields at its end. All other bytes stay as they are. */
export function withFields(
  record: Uint8Array,
  fields: readonly (readonly [name: string, value: unknown])[],
): Uint8Array {
  const end = record.lastIndexOf(CLOSING_BRACE);
  const json = fields.map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`).join('');
  return Buffer.concat([record.subarray(0, end), Buffer.from(json), record.subarray(end)]);
}

/** Refuses a document that cannot get the columns in this output. */
export function expectRoomFor(
  added: Added,
  { item, source, reader }: KeptSource & { readonly item: ReadDocument },
  output: string,
): void {
  expectFree(Object.keys(item.meta ?? {}), added, source.name);
  if (!reader.many && isFolderOutput(output)) throw noColumns(source.name);
}

/** Refuses input that has one of the columns. @param names The columns of the input, or the fields of a document. */
export function expectFree(names: readonly string[], added: Added, where: string): void {
  const taken = added?.find(({ name }) => names.includes(name));
  if (taken === undefined) return;
  throw new NeardupError(
    'OUTPUT_FORMAT',
    `Expected input without a column \`${taken.name}\`, got one in ${where}.`,
    {
      option: 'annotatePrefix',
      advice: wording`Set ${option('annotatePrefix')}, with which the names of the added columns begin.`,
    },
  );
}

/** @param name A file that is one document. */
export function noColumns(name: string): NeardupError {
  return new NeardupError(
    'OUTPUT_FORMAT',
    `Expected files of lines or rows, which can get more columns, got ${name}.`,
    { advice: 'Name a *.jsonl, *.csv or *.parquet file for the documents of all files.' },
  );
}
