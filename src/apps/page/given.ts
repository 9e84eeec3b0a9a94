/** The user's files, named by their paths, in a form that can be sent to a worker. */
import { filesIn, type InputFile } from '../../platform/file-trees.ts';

export type GivenFiles = readonly File[];

/** Files that were chosen. Their paths inside a chosen folder would be lost on the way to the worker. */
export function chosenFiles(files: FileList): Promise<GivenFiles> {
  return allFiles(Array.from(files));
}

/** The dropped files. They are gone once the event handler has returned, so all are requested at once. */
export async function filesDropped(transfer: DataTransfer): Promise<GivenFiles> {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === 'file');
  const asked = items.map(async (item): Promise<InputFile | null> => {
    const [handle, entry, file] = [handleOf(item), item.webkitGetAsEntry(), item.getAsFile()];
    // on a page from a disk, Chromium reads handles and no entries
    return (await handle?.catch(() => null)) ?? entry ?? file;
  });
  return allFiles((await Promise.all(asked)).filter((file) => file !== null));
}

/** Not all browsers have it, nor do the types of TypeScript. */
function handleOf(item: DataTransferItem): Promise<FileSystemHandle | null> | undefined {
  return (item as { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> }).getAsFileSystemHandle?.();
}

/** Sorted by their paths, as the command line sorts those of a folder: a browser gives them in any order. */
async function allFiles(given: readonly InputFile[]): Promise<File[]> {
  const all: File[] = [];
  for (const file of given) {
    for await (const found of filesIn(file)) {
      if ('error' in found) throw new Error(`${found.path} cannot be read: ${found.error}`);
      const { type, lastModified } = found.blob as File;
      all.push(new File([found.blob], found.path, { type, lastModified }));
    }
  }
  return all.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
