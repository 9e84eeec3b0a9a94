/** Folders that are read as one source, such as a collection. Rooms above this one know how: they say so here when they are loaded. */
import type { Source } from '../../read.ts';

export interface FolderKind {
  /** The name of such a folder in messages: "a collection". */
  readonly name: string;
  /** A file that only such a folder has. */
  readonly file: string;
  /** @param name As the user named the folder. */
  open(name: string, path: string): Source;
}

const kinds: FolderKind[] = [];

export function addFolderKind(kind: FolderKind): void {
  kinds.push(kind);
}

/** The kind of a folder with these files, if it is read as one source. */
export function folderKind(has: (file: string) => boolean): FolderKind | undefined {
  return kinds.find(({ file }) => has(file));
}
