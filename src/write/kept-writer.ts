/**
 * Kept documents are written unchanged. Lines and rows are copied byte for byte, files are copied as
 * files; a document is rewritten only if the format changes.
 *
 * | output                    | a document becomes                                               |
 * |---------------------------|------------------------------------------------------------------|
 * | `*.jsonl`, `*.ndjson`     | its JSON line; from other formats `{"id","text",…}`              |
 * | `*.csv`, `*.tsv`          | its row under the header of the sources; otherwise all its fields |
 * | `*.parquet`               | its row of a Parquet file; otherwise a row with all its fields   |
 * | `-`, a pipe, a device     | as in `*.jsonl`                                                  |
 * | `folder/`                 | its file, or its line in a shorter file of the same name         |
 *
 * `.jsonl`, `.ndjson`, `.csv` and `.tsv` may be followed by `.gz` or `.zst`.
 */

import { NeardupError } from '../errors.ts';
import { option, wording } from '../wording.ts';
import type { KeptFormat, KeptWriter, RecordFields } from '../write.ts';
import { atomicFile } from './atomic-file.ts';
import { CsvFormat } from './kept/csv-format.ts';
import { openFolder } from './kept/folder.ts';
import { JsonlFormat } from './kept/jsonl-format.ts';
import { ParquetFormat } from './kept/parquet-format.ts';
import { only, ShardWriter, shardPaths } from './kept/shards.ts';
import { isFolderOutput, isStreamOutput } from './output-paths.ts';
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
  if (isFolderOutput(out)) return openFolder(out, inputs, fields);
  const format = formatOf(out, fields);
  if (split !== undefined) return ShardWriter.open(shardPaths(out, split), format);
  const file = out === STANDARD_OUTPUT ? standardOutput() : await atomicFile(out);
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

function formatOf(out: string, fields: RecordFields): KeptFormat {
  if (isStreamOutput(out)) return new JsonlFormat(fields);
  const [, extension, compression] = /\.([^./\\]+?)(\.(?:gz|zst))?$/i.exec(out) ?? [];
  if (extension?.toLowerCase() === 'parquet' && compression === undefined)
    return new ParquetFormat(fields, out);
  switch (extension?.toLowerCase()) {
    case 'jsonl':
    case 'ndjson':
      return new JsonlFormat(fields);
    case 'csv':
      return new CsvFormat(fields, ',');
    case 'tsv':
      return new CsvFormat(fields, '\t');
    default:
      throw new NeardupError(
        'OUTPUT_FORMAT',
        `Expected the output to end in .jsonl, .ndjson, .csv, .tsv (with .gz, .zst or without), .parquet or "/", or to be "-", got \`${out}\`.`,
      );
  }
}
