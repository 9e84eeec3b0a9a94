/** What the user gave, in a form that can be sent to a worker: files named by their paths, or handles of files and folders. */

export type GivenFiles = readonly (File | FileSystemHandle)[];

/** Files that were chosen. Their paths inside a chosen folder would be lost on the way to the worker. */
export function chosenFiles(files: FileList): GivenFiles {
  return Array.from(files, (file) => named(file, file.webkitRelativePath || file.name)).filter(
    ({ name }) => !/(?:^|\/)\./.test(name),
  );
}

/** What was dropped. It is gone when the handler of the event has ended, so everything is asked for at once. */
export function droppedHandles(transfer: DataTransfer): Promise<GivenFiles> {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === 'file');
  const files = items.map((item) => {
    const entry = item.webkitGetAsEntry();
    return entry === null ? [item.getAsFile()!] : filesOf(entry, '');
  });
  return Promise.all(files).then((lists) => lists.flat());
}

async function filesOf(entry: FileSystemEntry, folder: string): Promise<File[]> {
  const path = folder + entry.name;
  if (folder !== '' && entry.name.startsWith('.')) return [];
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
    if (some.length === 0) return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const child of some) found.push(...(await filesOf(child, `${path}/`)));
  }
}

function named(file: File, path: string): File {
  return new File([file], path, { type: file.type, lastModified: file.lastModified });
}
