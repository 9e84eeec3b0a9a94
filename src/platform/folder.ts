/**
 * The files below a folder, in an order that depends on their names only. Dot-files, files that patterns leave out, symbolic links to folders,
 * pipes, sockets and devices are skipped, because the user did not name them. Their names are reported.
 */
import type { Dirent, Stats } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../document.ts';
import { systemReason } from '../errors.ts';
import type { FileSelection } from '../platform.ts';
import { filePatterns, isLeftOut, type PlacedPatterns } from './file-patterns.ts';
import { type OddFile, shownName } from './odd-names.ts';
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
  /** Files whose names are not UTF-8. */
  readonly odd: OddFile[];
  readonly problems: Problem[];
  /** Names as shown to the user; those of folders end with a slash. */
  readonly passedOver: string[];
}

/** @param name The folder as the user named it. @param path Its absolute path. */
export async function walkFolder(
  name: string,
  path: string,
  selection: FileSelection = ALL_NAMED,
): Promise<WalkedFolder> {
  const files: FolderFile[] = [];
  const odd: OddFile[] = [];
  const problems: Problem[] = [];
  const passedOver: string[] = [];
  const root = await realpath(path);

  // a list instead of recursion: folders may be nested deeper than a stack
  const first: PlacedPatterns = { depth: 0, patterns: filePatterns(selection.excludeFiles) };
  const folders: NamedFolder[] = [
    { name: name === '/' ? '' : name.replace(/\/$/, ''), path: root, below: [], placed: [first] },
  ];
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    const { below } = folder;
    const entries = await attempt(`${folder.name}/`, () => readdir(folder.path, { withFileTypes: true }));
    const placed = selection.gitignore ? await withIgnored(folder, entries ?? []) : folder.placed;
    const named: NamedEntry[] = [];
    let isOdd = false;
    for (const entry of entries ?? []) {
      if (entry.name.includes('\ufffd')) isOdd = true;
      const child = { entry, name: `${folder.name}/${entry.name}`, path: join(folder.path, entry.name) };
      const isFile = entry.isFile() || entry.isSymbolicLink();
      const parts = [...below, entry.name];
      if (
        (entry.name.startsWith('.') && !selection.hidden) ||
        !(isFile || entry.isDirectory()) ||
        isLeftOut(parts, entry.isDirectory(), placed)
      )
        passedOver.push(entry.isDirectory() ? `${child.name}/` : child.name);
      else if (isFile) named.push(child);
      else folders.push({ ...child, below: parts, placed });
    }
    if (isOdd) await takeOdd(folder, named);
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
  odd.sort(byName);
  return { files, odd, problems, passedOver: passedOver.sort() };

  /** Moves entries whose names are not UTF-8 to `odd`: only their bytes lead to them. */
  async function takeOdd(folder: NamedFolder, named: NamedEntry[]): Promise<void> {
    const entries = await readdir(folder.path, { withFileTypes: true, encoding: 'buffer' });
    for (const { name: bytes } of entries) {
      const at = named.findIndex(({ entry }) => entry.name === bytes.toString());
      if (at === -1 || Buffer.from(bytes.toString()).equals(bytes)) continue;
      named.splice(at, 1);
      odd.push({
        name: `${folder.name}/${shownName(bytes)}`,
        path: Buffer.concat([Buffer.from(`${folder.path}/`), bytes]),
      });
    }
  }

  async function withIgnored(
    folder: NamedFolder,
    entries: readonly Dirent[],
  ): Promise<readonly PlacedPatterns[]> {
    if (!entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) return folder.placed;
    const text = await attempt(`${folder.name}/.gitignore`, () =>
      readFile(join(folder.path, '.gitignore'), 'utf8'),
    );
    const patterns = filePatterns((text ?? '').split('\n'));
    return [...folder.placed, { depth: folder.below.length, patterns }];
  }

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

const ALL_NAMED: FileSelection = { excludeFiles: [], gitignore: false, hidden: false };

interface NamedFolder {
  readonly name: string;
  readonly path: string;
  /** The parts of its path below the folder that is walked. */
  readonly below: readonly string[];
  readonly placed: readonly PlacedPatterns[];
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
