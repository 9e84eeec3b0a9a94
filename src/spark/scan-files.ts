/** The query that reads the lines of files, with the place of each. */
import { resolve } from 'node:path';
import { named } from './sql-words.ts';

export interface SparkSource {
  readonly path: string;
  readonly reference: number;
  readonly i: number;
}

/** The lines of files with the part of the file that each is in. */
export function scan(sources: readonly SparkSource[]): string {
  const place =
    '_metadata.file_path, _metadata.file_block_start, _metadata.file_size, unix_micros(_metadata.file_modification_time)';
  const each = sources.map(({ path, reference, i }) => {
    const table = `text.${named(absolute(path))} WITH (lineSep = '\\n', recursiveFileLookup = 'true')`;
    const tag = `concat_ws('\\t', ${reference}, ${i}, ${place}) AS tag`;
    return `SELECT value AS line, ${reference} AS reference, ${tag} FROM ${table}`;
  });
  return `(SELECT monotonically_increasing_id() AS number, * FROM (${each.join(' UNION ALL ')}))`;
}

/** The same, to be written. Its other columns have names that no table of a user has. */
export function scanAgain(sources: readonly SparkSource[]): string {
  return `(SELECT line AS value, number AS neardup_number, tag AS neardup_tag FROM ${scan(sources)})`;
}

export function absolute(path: string): string {
  return path.includes('://') ? path : resolve(path);
}

/** Without slashes at the end. */
export function bare(path: string): string {
  return path.replace(/\/+$/, '');
}
