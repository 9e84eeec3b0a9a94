/** What the system knows of a file besides its content. */
import { statSync } from 'node:fs';
import type { Source } from '../../read.ts';

/** Changes when the file is written to or replaced. The time of writing can be set back, the time of the change cannot. */
export function stateOf({ path }: Source): string {
  const stats = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}

/** When the file of a source was written last, in milliseconds since 1970; undefined if it is no file. */
export function modifiedTime({ path, modified }: Source): number | undefined {
  return path === undefined ? modified : statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
