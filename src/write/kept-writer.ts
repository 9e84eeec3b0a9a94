/**
 * Kept documents are written unchanged. Lines and rows are copied byte for byte, files are copied as
 * files; a document is rewritten only if the format changes.
 *
 * | output      | a document becomes                                                |
 * |-------------|-------------------------------------------------------------------|
 * | JSON lines  | its JSON line; from other formats `{"id","text",…}`               |
 * | CSV, TSV    | its row under the header of the sources; otherwise all its fields |
 * | Parquet     | its row of a Parquet file; otherwise a row with all its fields    |
 * | Arrow       | its row of Arrow data; otherwise a row with all its fields        |
 * | `-`, a pipe | as in JSON lines or the format that is named                      |
 * | `folder/`   | its file, or its line in a shorter file of the same name          |
 */

import { NeardupError } from '../errors.ts';
import { addressScheme } from '../remote-address.ts';
import { option, wording } from '../wording.ts';
import type { KeptFormat, KeptWriter, RecordFields } from '../write.ts';
import { atomicFile } from './atomic-file.ts';
import { type FileFormat, formatOfPath, writtenEndings } from './file-formats.ts';
import { arrowKind } from './kept/arrow-kind.ts';
import { CsvFormat } from './kept/csv-format.ts';
import { openFolder } from './kept/folder.ts';
import { JsonlFormat } from './kept/jsonl-format.ts';
import { PARQUET } from './kept/parquet-kind.ts';
import { only, ShardWriter, shardPaths } from './kept/shards.ts';
import { TableFormat } from './kept/table-format.ts';
import { isFolderOutput, isStreamOutput } from './output-paths.ts';
import { refuseRemote } from './remote-output.ts';
import { STANDARD_OUTPUT, standardOutput } from './standard-output.ts';

/**
 * Opens the output. `inputs` are the paths the user gave (files, folders, globs): names in an output folder are
 * relative to the folder they have in common. With `split`, the documents are divided among that number of files.
 */
export async function openKeptWriter(
  out: string,
  inputs: readonly string[] = [],
  fields: RecordFields = { idField: 'id', textField: 'text' },
  split?: number,
): Promise<KeptWriter> {
  if (split !== undefined && (isFolderOutput(out) || out === STANDARD_OUTPUT)) throw cannotSplit(out);
  if (isFolderOutput(out))
    return addressScheme(out) === undefined ? openFolder(out, inputs, fields) : refuseRemote(out);
  const { outputFormat = 'jsonl' } = fields;
  // what is written to a pipe is a stream
  const streamed = outputFormat === 'arrow' ? 'arrows' : outputFormat;
  const name = isStreamOutput(out) ? streamed : formatOfPath(out, 'documents');
  const format = formatOf(name, out, fields);
  if (split !== undefined) return ShardWriter.open(shardPaths(out, split), format);
  const file = out === STANDARD_OUTPUT ? standardOutput(fields.temp) : await atomicFile(out);
  let isFinished = false;
  const prepare = async () => {
    if (!isFinished) await format.finish?.([only(file)]);
    isFinished = true;
    await file.prepare();
  };
  return {
    look: (sources) => format.look?.(sources) ?? Promise.resolve(),
    write: (document) => format.append(document, file),
    writeLines: format.takesLines ? (_, lines) => file.write(lines) : undefined,
    prepare,
    async commit() {
      await prepare();
      await file.commit();
    },
    async abort() {
      format.close?.();
      await file.abort();
    },
  };
}

function cannotSplit(out: string): NeardupError {
  return new NeardupError(
    'BAD_OPTION',
    wording`Expected the name of a file to divide by ${option('split')}, got \`${out}\`.`,
    {
      option: 'split',
      advice:
        out === STANDARD_OUTPUT
          ? 'Name a file, for example `part.jsonl`.'
          : `Name a file in the folder, for example \`${out.replace(/[/\\]+$/, '')}/part.jsonl\`. Without the option, the folder gets a file for each input file.`,
    },
  );
}

function formatOf(name: FileFormat['name'] | undefined, out: string, fields: RecordFields): KeptFormat {
  switch (name) {
    case 'jsonl':
      return new JsonlFormat(fields);
    case 'csv':
      return new CsvFormat(fields, ',');
    case 'tsv':
      return new CsvFormat(fields, '\t');
    case 'parquet':
      return new TableFormat(PARQUET, fields, out);
    case 'arrow':
      return new TableFormat(arrowKind('file'), fields, out);
    case 'arrows':
      return new TableFormat(arrowKind('stream'), fields, out);
    case undefined:
      throw new NeardupError(
        'OUTPUT_FORMAT',
        `Expected the output to end in one of ${writtenEndings('documents')} or "/", or to be "-", got \`${out}\`.`,
      );
  }
}
