/**
 * The files below a folder, in an order that depends on their names only. Dot-files, symbolic links to folders, pipes, sockets and
 * devices are skipped, because the user did not name them. Their names are reported.
 */
import type { Dirent, Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../document.ts';
import { systemReason } from '../errors.ts';
import { DATASET_INFO, DATASET_SPLITS, DATASET_STATE, isSavedSplits, savedDataset } from './saved-dataset.ts';

export interface FolderFile {
  /** As shown to the user, with forward slashes. */
  readonly name: string;
  /** Absolute and without symbolic links, so that a file is recognized under another name. */
  readonly path: string;
  readonly size: number;
  /** See `inodeOf`. */
  readonly inode: string;
}

/** A key shared by all names of a file, hard links included. */
export function inodeOf({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string {
  return `inode ${dev} ${ino}`;
}

export interface WalkedFolder {
  readonly files: FolderFile[];
  readonly problems: Problem[];
  /** Names as shown to the user; those of folders end with a slash. */
  readonly passedOver: string[];
}

/** @param name The folder as the user named it. @param path Its absolute path. */
export async function walkFolder(name: string, path: string): Promise<WalkedFolder> {
  const files: FolderFile[] = [];
  const problems: Problem[] = [];
  const passedOver: string[] = [];
  const root = await realpath(path);

  // a list instead of recursion: folders may be nested deeper than a stack
  const folders = [{ name: name === '/' ? '' : name.replace(/\/$/, ''), path: root }];
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    const entries = await attempt(`${folder.name}/`, () => readdir(folder.path, { withFileTypes: true }));
    const named: NamedEntry[] = [];
    for (const entry of entries ?? []) {
      const child = { entry, name: `${folder.name}/${entry.name}`, path: join(folder.path, entry.name) };
      const isFile = entry.isFile() || entry.isSymbolicLink();
      if (entry.name.startsWith('.') || !(isFile || entry.isDirectory()))
        passedOver.push(entry.isDirectory() ? `${child.name}/` : child.name);
      else if (isFile) named.push(child);
      else folders.push(child);
    }
    const parts = await datasetParts(folder.path, named);
    for (const { name } of parts.others) passedOver.push(name);
    for (const missing of parts.missing)
      problems.push({ source: `${folder.name}/${missing}`, reason: 'Cannot be read: no such file.' });
    for (let first = 0; first < parts.read.length; first += TOGETHER) {
      const batch = parts.read.slice(first, first + TOGETHER);
      await Promise.all(batch.map((child) => attempt(child.name, () => addFile(child))));
    }
  }
  files.sort(byName);
  problems.sort((a, b) => (a.source < b.source ? -1 : 1));
  return { files, problems, passedOver: passedOver.sort() };

  async function addFile({ entry, name, path }: NamedEntry): Promise<void> {
    const about = await stat(path);
    if (!about.isFile()) {
      passedOver.push(about.isDirectory() ? `${name}/` : name);
      return;
    }
    // folders were entered by their real names: only a link can still lead elsewhere
    const real = entry.isSymbolicLink() ? await realpath(path) : path;
    files.push({ name, path: real, size: about.size, inode: inodeOf(about) });
  }

  async function attempt<T>(source: string, action: () => Promise<T>): Promise<T | undefined> {
    try {
      return await action();
    } catch (error) {
      problems.push({ source, reason: `Cannot be read: ${systemReason(error)}.` });
    }
  }
}

/** The files that are read: of a dataset that was saved here, those that hold its rows. */
async function datasetParts(
  folder: string,
  named: readonly NamedEntry[],
): Promise<{ read: readonly NamedEntry[]; others: NamedEntry[]; missing: string[] }> {
  const has = (name: string) => named.some(({ entry }) => entry.name === name);
  const isSplits = has(DATASET_SPLITS) && (await isSavedSplits(folder));
  const dataset = has(DATASET_STATE) && has(DATASET_INFO) ? await savedDataset(folder) : undefined;
  const notes = [...(isSplits ? [DATASET_SPLITS] : []), ...(dataset ? [DATASET_STATE, DATASET_INFO] : [])];
  const files = named.filter(({ entry }) => !notes.includes(entry.name));
  if (dataset === undefined) return { read: files, others: [], missing: [] };
  const isPart = ({ entry }: NamedEntry) => dataset.files.includes(entry.name);
  return {
    read: files.filter(isPart),
    others: files.filter((file) => !isPart(file)),
    missing: dataset.files.filter((name) => !has(name)),
  };
}

interface NamedEntry {
  readonly entry: Dirent;
  readonly name: string;
  readonly path: string;
}

/** System calls that run at the same time. */
const TOGETHER = 32;

/** By code unit: the same order on every machine, whatever its language. */
export function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
