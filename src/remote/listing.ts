/** The files that an address with wildcards, or that of a folder, stands for. */
import { NeardupError } from '../errors.ts';
import { filePatterns, isLeftOut, type PlacedPatterns } from '../platform/file-patterns.ts';
import type { FileSelection } from '../platform.ts';
import type { RemoteFile } from '../remote.ts';
import { fixedFolder, hasWildcards } from './addresses.ts';
import { unreachable } from './ask.ts';

/** The files that an address may stand for, before they are matched. */
export interface RemoteListing {
  /** As the user gave it: with wildcards, or the name of a file or a folder. */
  readonly path: string;
  /** All files below its fixed part. */
  entries(): AsyncGenerator<ListedFile>;
  file(entry: ListedFile): RemoteFile;
}

export interface ListedFile {
  readonly path: string;
  readonly size: number;
  readonly modified?: number;
  readonly etag?: string;
}

/** The name of each file is kept in memory. */
const MOST_FILES = 1_000_000;

/** The files in the order of their names. Names that begin with a dot, and those that patterns leave out, are passed over and reported. */
export async function listedFiles(
  address: string,
  listing: RemoteListing,
  { excludeFiles, hidden }: Pick<FileSelection, 'excludeFiles' | 'hidden'>,
  signal?: AbortSignal,
): Promise<{ readonly files: readonly RemoteFile[]; readonly passedOver: readonly string[] }> {
  const { path } = listing;
  const wanted = placed(hasWildcards(path) ? [`/${path}`] : []);
  const without = placed(excludeFiles);
  const exact: ListedFile[] = [];
  const found: ListedFile[] = [];
  const passedOver: string[] = [];
  for await (const entry of listing.entries()) {
    signal?.throwIfAborted();
    if (!Number.isSafeInteger(entry.size) || entry.size < 0) throw damagedList(address);
    if (entry.path === path) exact.push(entry);
    if (!isBelow(entry.path, path) && !isLeftOut(entry.path.split('/'), false, wanted)) continue;
    // a marker of a folder
    if (entry.path.endsWith('/')) continue;
    const parts = entry.path.slice(fixedFolder(path).length).split('/');
    const isHidden = !hidden && parts.some((part) => part.startsWith('.'));
    if (isHidden || parts.some((_, i) => isLeftOut(parts.slice(0, i + 1), i + 1 < parts.length, without)))
      passedOver.push(listing.file(entry).name);
    else found.push(entry);
    if (found.length + passedOver.length > MOST_FILES)
      throw new NeardupError('INPUT_NOT_FOUND', `\`${address}\` stands for more than a million files.`, {
        advice: 'Name fewer, for example those of one folder.',
      });
  }
  // a file may well be called "report [1].txt"
  const entries = exact.length > 0 ? exact : found;
  if (entries.length + passedOver.length === 0)
    throw new NeardupError('INPUT_NOT_FOUND', `There is no file \`${address}\`.`, {
      advice:
        'Check the address. The name of a folder stands for all files in it, `*` and `**` for parts of names.',
    });
  entries.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { files: entries.map((entry) => listing.file(entry)), passedOver };
}

function placed(patterns: readonly string[]): PlacedPatterns[] {
  return [{ depth: 0, patterns: filePatterns(patterns) }];
}

/** @param folder Also without the slash at its end. */
function isBelow(path: string, folder: string): boolean {
  if (hasWildcards(folder)) return false;
  return folder === '' || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

export function damagedList(address: string): NeardupError {
  return unreachable(address, 'its list of files is damaged');
}
