/** Files of the page's private file system (OPFS) that hold texts. Only workers can read and write them at once. */

/** A file that is open on this thread. TypeScript's types have no `mode` yet. */
interface AccessHandle {
  read(into: Uint8Array, options: { at: number }): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  close(): void;
}

const FOLDER = 'neardup';
/** Files that are open on this thread. */
const open = new Map<string, AccessHandle>();

export interface TextFile {
  readonly name: string;
  write(bytes: Uint8Array, position: number): void;
  close(): void;
}

/** A new file; undefined if this thread, or the threads it starts, could not use it. */
export async function createTextFile(): Promise<TextFile | undefined> {
  if (typeof FileSystemFileHandle === 'undefined') return undefined;
  if (!('createSyncAccessHandle' in FileSystemFileHandle.prototype)) return undefined;
  const name = `${crypto.randomUUID()}.spool`;
  try {
    await removeLeftovers();
    await openTextFile(name, true);
    // not all browsers open a file twice, which every thread has to
    if (crossOriginIsolated) (await accessHandle(name, false)).close();
  } catch {
    // a private window, or a page without an origin
    await remove(name);
    return undefined;
  }
  return {
    name,
    write(bytes, position) {
      const handle = open.get(name)!;
      for (let done = 0; done < bytes.length; ) {
        done += handle.write(unshared(bytes.subarray(done)), { at: position + done });
      }
    },
    close: () => void remove(name),
  };
}

/** Opens a file on this thread, unless it is open. */
export async function openTextFile(name: string, create = false): Promise<void> {
  if (!open.has(name)) open.set(name, await accessHandle(name, create));
}

/** Reads from a file that is open on this thread. */
export function readTextFile(name: string, into: Uint8Array, position: number): number {
  return open.get(name)!.read(into, { at: position });
}

async function accessHandle(name: string, create: boolean): Promise<AccessHandle> {
  const file = await (await folder()).getFileHandle(name, { create });
  const options = crossOriginIsolated ? { mode: 'readwrite-unsafe' } : {};
  const handle = file as unknown as { createSyncAccessHandle(options: object): Promise<AccessHandle> };
  return handle.createSyncAccessHandle(options);
}

async function folder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
}

async function remove(name: string): Promise<void> {
  open.get(name)?.close();
  open.delete(name);
  // workers may still have it open: then the next run removes it; a page from a disk has no folder
  await folder()
    .then((home) => home.removeEntry(name))
    .catch(() => {});
}

/** Files of pages that were closed in the middle of a run. Those of other pages are open, and stay. */
async function removeLeftovers(): Promise<void> {
  const home = await folder();
  const names = (home as unknown as { keys(): AsyncIterable<string> }).keys();
  for await (const name of names) if (!open.has(name)) await home.removeEntry(name).catch(() => {});
}

/** A file is not written from shared memory. */
function unshared(bytes: Uint8Array): Uint8Array {
  return bytes.buffer instanceof ArrayBuffer ? bytes : bytes.slice(0, MOST_AT_ONCE);
}

const MOST_AT_ONCE = 4 << 20;
