/**
 * Files that a caller holds: `File` and `Blob`, files and folders that a user chose or dropped in a browser. Folders are read in the order
 * of the names, without dot-files, as folders on a disk are.
 */
import type { Problem } from '../../document.ts';
import { systemReason } from '../../errors.ts';
import type { Source } from '../../read.ts';
import { decompress } from './decompress.ts';

/** A file or a folder. `FileSystemEntry` is what older browsers give of something dropped. */
export type InputFile = Blob | FileSystemHandle | FileSystemEntry;

/** The files of an input that is made of files only; undefined for any other. */
export function filesOf(input: unknown): readonly InputFile[] | undefined {
  if (isInputFile(input)) return [input];
  if (typeof input !== 'object' || input === null || !('length' in input)) return undefined;
  const list = Array.from(input as ArrayLike<unknown>);
  return list.length > 0 && list.every(isInputFile) ? list : undefined;
}

/**
 * What was dropped on a page, as an input. Call it before anything else in the handler of the event: what was dropped is gone when the
 * handler has ended.
 */
export function droppedFiles(transfer: DataTransfer): readonly InputFile[] {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === 'file');
  return items.flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
}

export async function openFiles(
  files: readonly InputFile[],
  except: ReadonlySet<unknown>,
): Promise<{ sources: Source[]; problems: Problem[]; keys: Set<unknown>; leftOut: number }> {
  const wanted = files.filter((file) => !except.has(file));
  const sources: Source[] = [];
  const problems: Problem[] = [];
  for (const file of wanted) {
    const found: Source[] = [];
    await addFile(file, '', { found, problems });
    found.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    for (const source of found) sources.push(source);
  }
  return { sources, problems, keys: new Set(files), leftOut: files.length - wanted.length };
}

export function isInputFile(value: unknown): value is InputFile {
  if (value instanceof Blob) return true;
  if (typeof value !== 'object' || value === null) return false;
  return ('kind' in value && 'isSameEntry' in value) || ('isDirectory' in value && 'filesystem' in value);
}

interface Found {
  readonly found: Source[];
  readonly problems: Problem[];
}

/** @param folder The name of the folder it is in, with a slash at the end; empty for what was given itself. */
async function addFile(file: InputFile, folder: string, all: Found): Promise<void> {
  const { name = 'document', webkitRelativePath } = file as Partial<File>;
  const path = folder + (webkitRelativePath || name);
  if (/(?:^|\/)\./.test(folder === '' ? (webkitRelativePath ?? '') : name)) return;
  try {
    if (file instanceof Blob) all.found.push(blobSource(path, file));
    else if ('kind' in file) {
      if (file.kind === 'file')
        all.found.push(blobSource(path, await (file as FileSystemFileHandle).getFile()));
      else for await (const child of childrenOf(file)) await addFile(child, `${path}/`, all);
    } else if (file.isFile) all.found.push(blobSource(path, await entryFile(file as FileSystemFileEntry)));
    else
      for await (const child of entriesOf(file as FileSystemDirectoryEntry))
        await addFile(child, `${path}/`, all);
  } catch (error) {
    all.problems.push({ source: path, reason: `Cannot be read: ${systemReason(error)}.` });
  }
}

/** The types of TypeScript have no iteration of folders. */
function childrenOf(folder: FileSystemHandle): AsyncIterable<FileSystemHandle> {
  return (folder as unknown as { values(): AsyncIterable<FileSystemHandle> }).values();
}

function entryFile(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader gives some of the entries at a time, none at the end. */
async function* entriesOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    yield* some;
  }
}

function blobSource(name: string, blob: Blob): Source {
  return {
    name,
    size: blob.size,
    modified: (blob as Partial<File>).lastModified,
    open: () => decompress(chunksOf(blob)),
  };
}

/**
 * The parts of a stream: a slice of the blob for every chunk would take several times as long. Reading into chunks of our own (mode `byob`)
 * would be faster still, but in Chromium 156 such a read may never end.
 */
async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  try {
    for (;;) {
      const { value } = await reader.read();
      if (value === undefined) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
