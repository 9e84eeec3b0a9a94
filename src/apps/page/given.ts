/** What the user gave, in a form that can be sent to a worker: files, named by their paths. */

export type GivenFiles = readonly File[];

/** Files that were chosen. Their paths inside a chosen folder would be lost on the way to the worker. */
export function chosenFiles(files: FileList): GivenFiles {
  return Array.from(files, (file) => named(file, file.webkitRelativePath || file.name)).filter(
    ({ name }) => !/(?:^|\/)\./.test(name),
  );
}

/** What was dropped. It is gone when the handler of the event has ended, so everything is asked for at once. */
export async function droppedFiles(transfer: DataTransfer): Promise<GivenFiles> {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === 'file');
  const asked = items.map((item) => ({
    handle: handleOf(item),
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }));
  const lists = asked.map(async ({ handle, entry, file }) => {
    // on a page from a disk, Chromium reads handles and no entries
    const found = await handle?.catch(() => null);
    if (found) return filesOfHandle(found, '');
    return entry === null ? (file === null ? [] : [file]) : filesOfEntry(entry, '');
  });
  return (await Promise.all(lists)).flat();
}

/** Not all browsers have it, nor do the types of TypeScript. */
function handleOf(item: DataTransferItem): Promise<FileSystemHandle | null> | undefined {
  return (item as { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> }).getAsFileSystemHandle?.();
}

async function filesOfHandle(handle: FileSystemHandle, folder: string): Promise<File[]> {
  const path = folder + handle.name;
  if (isHidden(handle.name, folder)) return [];
  if (handle.kind === 'file') return [named(await (handle as FileSystemFileHandle).getFile(), path)];
  const found: File[] = [];
  const children = (handle as unknown as { values(): AsyncIterable<FileSystemHandle> }).values();
  for await (const child of children) found.push(...(await filesOfHandle(child, `${path}/`)));
  return found.sort(byName);
}

async function filesOfEntry(entry: FileSystemEntry, folder: string): Promise<File[]> {
  const path = folder + entry.name;
  if (isHidden(entry.name, folder)) return [];
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [named(file, path)];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: File[] = [];
  for (;;) {
    // a reader gives some of the entries at a time, none at the end
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return found.sort(byName);
    for (const child of some) found.push(...(await filesOfEntry(child, `${path}/`)));
  }
}

/** A name that begins with a dot, inside a folder. */
function isHidden(name: string, folder: string): boolean {
  return folder !== '' && name.startsWith('.');
}

function byName(a: File, b: File): number {
  return a.name < b.name ? -1 : 1;
}

function named(file: File, path: string): File {
  return new File([file], path, { type: file.type, lastModified: file.lastModified });
}
