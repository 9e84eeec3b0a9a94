/**
 * Archives: files that hold files. Every member becomes a source of its own, named by the archive and its path in it, and
 * is read like any other. Nothing is written to disk.
 */
import type { Source } from '../../read.ts';
import { isZip } from '../foreign-formats.ts';
import type { Budget, MemberOptions } from './members.ts';
import { isTar, tarMembers } from './tar.ts';
import { zipMembers } from './zip-members.ts';

/** How deep archives may be nested; deeper ones are not read. */
export const MAX_ARCHIVE_DEPTH = 3;

export type Archive = (
  source: Source,
  options: MemberOptions,
  budget: Budget,
) => AsyncIterable<Source> | Iterable<Source>;

/** How to read the members of a source that begins with these bytes; undefined if it is not an archive. */
export function archiveOf(head: Uint8Array): Archive | undefined {
  if (isZip(head)) return zipMembers;
  return isTar(head) ? tarMembers : undefined;
}
