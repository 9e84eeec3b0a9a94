/**
 * Kept documents are written unchanged. Lines and rows are copied byte for byte, files are copied as
 * files; a document is rewritten only if the format changes.
 *
 * | output                    | a document becomes                                               |
 * |---------------------------|------------------------------------------------------------------|
 * | `*.jsonl`, `*.ndjson`     | its JSON line; from other formats `{"id","text",…}`              |
 * | `*.csv`, `*.tsv`          | its row under the header of the sources; otherwise `id,text`     |
 * | `folder/`                 | its file, or its line in a shorter file of the same name         |
 *
 * `.jsonl`, `.ndjson`, `.csv` and `.tsv` may be followed by `.gz`.
 */

import { NeardupError } from '../errors.ts';
import type { KeptFormat, KeptWriter } from '../write.ts';
import { atomicFile } from './atomic-file.ts';
import { CsvFormat } from './kept/csv-format.ts';
import { openFolder } from './kept/folder.ts';
import { JsonlFormat } from './kept/jsonl-format.ts';
import { isFolderOutput } from './output-paths.ts';

/**
 * Opens the output. `inputs` are the paths the user gave (files, folders, globs): names in an output folder are
 * relative to the folder they have in common.
 */
export async function openKeptWriter(out: string, inputs: readonly string[] = []): Promise<KeptWriter> {
  if (isFolderOutput(out)) return openFolder(out, inputs);
  const format = formatOf(out);
  const file = await atomicFile(out);
  return {
    write: (document) => format.append(document, file),
    writeLines: format.takesLines ? (_, lines) => file.write(lines) : undefined,
    prepare: () => file.prepare(),
    commit: () => file.commit(),
    abort: () => file.abort(),
  };
}

function formatOf(out: string): KeptFormat {
  const [, extension] = /\.([^./\\]+)(?:\.gz)?$/i.exec(out) ?? [];
  switch (extension?.toLowerCase()) {
    case 'jsonl':
    case 'ndjson':
      return new JsonlFormat();
    case 'csv':
      return new CsvFormat(',');
    case 'tsv':
      return new CsvFormat('\t');
    default:
      throw new NeardupError(
        'OUTPUT_FORMAT',
        `Expected the output to end in .jsonl, .ndjson, .csv, .tsv (with .gz or without) or "/", got \`${out}\`.`,
      );
  }
}
