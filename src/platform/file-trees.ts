/** Files and folders that a user chose or dropped in a browser, in whatever form the browser gives them. */

/** A file or a folder. Older browsers give a `FileSystemEntry` for a dropped item. */
export type InputFile = Blob | FileSystemHandle | FileSystemEntry;

/** A file with its path, or why a file or a folder cannot be read. */
export type FoundFile =
  | { readonly path: string; readonly blob: Blob }
  | { readonly path: string; readonly error: unknown };

/** All files in it, without dot-files, in no order. @param folder The path of the folder it is in, with a slash at the end. */
export async function* filesIn(file: InputFile, folder = ''): AsyncGenerator<FoundFile> {
  const { name = 'document', webkitRelativePath } = file as Partial<File>;
  const path = folder + (webkitRelativePath || name);
  if (/(?:^|\/)\./.test(folder === '' ? (webkitRelativePath ?? '') : name)) return;
  try {
    if (file instanceof Blob) yield { path, blob: file };
    else if (!isFolder(file)) yield { path, blob: await blobOf(file) };
    else for await (const child of childrenOf(file)) yield* filesIn(child, `${path}/`);
  } catch (error) {
    yield { path, error };
  }
}

function isFolder(file: FileSystemHandle | FileSystemEntry): boolean {
  return 'kind' in file ? file.kind === 'directory' : file.isDirectory;
}

function blobOf(file: FileSystemHandle | FileSystemEntry): Promise<File> {
  if ('kind' in file) return (file as FileSystemFileHandle).getFile();
  return new Promise((resolve, reject) => (file as FileSystemFileEntry).file(resolve, reject));
}

async function* childrenOf(folder: FileSystemHandle | FileSystemEntry): AsyncGenerator<InputFile> {
  if ('kind' in folder) {
    // the types of TypeScript have no iteration of folders
    yield* (folder as unknown as { values(): AsyncIterable<FileSystemHandle> }).values();
    return;
  }
  const reader = (folder as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // a reader gives some of the entries at a time, none at the end
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    yield* some;
  }
}
