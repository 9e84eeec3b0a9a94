/**
 * Repair of a collection whose log is damaged: every whole batch is saved, whatever surrounds it. Damaged files are set aside, not deleted, and
 * the ids of lost lines are reported. Derived files are made again when the collection is opened.
 */
import { join } from 'node:path';
import type { Repaired } from '../../answers/collections.ts';
import { type Disk, realDisk } from './disk.ts';
import { DERIVED, type FolderOptions, LOG, takeLock } from './folder.ts';
import { logFileName, type OpenLogFile, openLogFiles } from './log-files.ts';
import { commitLine, LF } from './log-lines.ts';
import { MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { type SavedPiece, salvage } from './salvage.ts';
import { hasSettings, readSettings, SETTINGS, writeSettings } from './settings.ts';
import { writeFileOnce } from './whole-file.ts';

const DAMAGED = 'damaged';

/** Logs beside that of the documents, of the same form. */
const EVENTS = 'events';
const SHARDS = 'shards';
/** A collection in itself: the examples of watches. */
const WATCHES = 'watch';

/** Repairs a collection that no other process writes to. One that is whole is left as it is. */
export async function repairFolder(path: string, options: FolderOptions = {}): Promise<Repaired> {
  const disk = options.disk ?? realDisk;
  const lock = await takeLock(path, options);
  try {
    const settings = await repairSettings(disk, path);
    const report = await repairLog(disk, path, LOG, readManifest(disk, path));
    // also if an earlier repair was interrupted
    const names = disk.list(join(path, LOG));
    const isGone = readManifest(disk, path)?.logs.some(({ name }) => !names.includes(name));
    if (isGone ?? report.setAside.length > 0) await forgetDerived(disk, path);
    const events = await repairLog(disk, path, EVENTS, undefined, true);
    const shards = await repairShards(disk, path);
    const watch = hasSettings(disk, join(path, WATCHES))
      ? (await repairFolder(join(path, WATCHES), options)).setAside.map((name) => `${WATCHES}/${name}`)
      : [];
    const others = { [EVENTS]: events.setAside, [SHARDS]: shards, [WATCHES]: watch };
    const lostSomething = (names: readonly string[]) => names.some((name) => !name.endsWith(SETTINGS));
    return {
      ...report,
      setAside: [...settings, ...report.setAside, ...Object.values(others).flat()],
      beside: ([EVENTS, SHARDS, WATCHES] as const).filter((name) => lostSomething(others[name])),
    };
  } finally {
    lock.release();
  }
}

/** A list of shards of which something is lost says nothing: it is set aside as a whole. */
async function repairShards(disk: Disk, path: string): Promise<string[]> {
  const { files } = openLogFiles(disk, join(path, SHARDS), undefined);
  const isWhole = files.every(
    (file, i) => !salvage(file, (files[i + 1]?.first ?? 1) - 1, i === files.length - 1).damaged,
  );
  for (const { file } of files) file.close();
  if (isWhole) return [];
  for (const { name } of files) await setAside(disk, path, join(SHARDS, name));
  return files.map(({ name }) => `${SHARDS}/${name}`);
}

/** Restores the settings from the copy in the manifest. Returns the files set aside. */
async function repairSettings(disk: Disk, path: string): Promise<string[]> {
  try {
    readSettings(disk, path);
    return [];
  } catch (error) {
    const copy = readManifest(disk, path)?.collection;
    if (copy === undefined) throw error;
    const isThere = hasSettings(disk, path);
    if (isThere) await setAside(disk, path, SETTINGS);
    await writeSettings(disk, path, copy);
    return isThere ? [SETTINGS] : [];
  }
}

/** @param manifest Its facts about this log, if any. @param isTrimmed The log's first commits may have been removed. */
async function repairLog(
  disk: Disk,
  path: string,
  log: string,
  manifest: Manifest | undefined,
  isTrimmed = false,
) {
  const folder = join(path, log);
  const report = {
    setAside: [] as string[],
    lost: [] as string[],
    unreadable: 0,
    missing: [] as { from: number; to: number }[],
  };
  // no manifest: every file is looked at from its beginning, and the newest copies count
  const { files, replaced } = openLogFiles(disk, folder, undefined);
  try {
    let number = Math.max(manifest?.nextLog ?? 1, ...[...files, ...replaced].map((file) => file.number + 1));
    let commit = isTrimmed && files.length > 0 ? files[0].first - 1 : 0;
    for (const [i, file] of files.entries()) {
      if (file.first > commit + 1) {
        report.missing.push({ from: commit + 1, to: file.first - 1 });
        await writeGap(disk, folder, number++, commit + 1, file.first - 1);
      }
      const next = files[i + 1]?.first;
      // the manifest knows of commits that the end of the last file should have
      const expected = file.last ?? (next === undefined ? (manifest?.last.commit ?? 0) : next - 1);
      const saved = salvage(file, expected, next === undefined && file.last === undefined);
      commit = saved.last;
      if (!saved.damaged) continue;
      await writeSaved(disk, folder, number++, file, saved.pieces, saved.last);
      await setAside(disk, path, join(log, file.name));
      report.setAside.push(log === LOG ? file.name : `${log}/${file.name}`);
      report.missing.push(...saved.missing);
      for (const piece of saved.pieces) if (!piece.whole) tellLost(piece.bytes, report);
    }
  } finally {
    for (const { file } of files) file.close();
  }
  return { ...report, lost: [...new Set(report.lost)] };
}

/** A copy of a file with the lines that could be saved. Its higher number makes it replace the file. */
function writeSaved(
  disk: Disk,
  folder: string,
  number: number,
  { first }: OpenLogFile,
  pieces: Iterable<SavedPiece>,
  last: number,
): Promise<void> {
  return writeFileOnce(disk, join(folder, logFileName(number, first, last)), async (write) => {
    let after = first - 1;
    for (const piece of pieces) {
      if (!piece.whole) continue;
      await write(piece.bytes);
      await write(commitLine(piece.commit, after, [piece.bytes]));
      after = piece.commit;
    }
    if (after < last) await write(commitLine(last, after, []));
  });
}

/** A file that says that these commits are gone. */
function writeGap(disk: Disk, folder: string, number: number, first: number, last: number): Promise<void> {
  return writeFileOnce(disk, join(folder, logFileName(number, first, last)), (write) =>
    write(commitLine(last, first - 1, [])),
  );
}

async function setAside(disk: Disk, path: string, name: string): Promise<void> {
  const aside = join(path, DAMAGED);
  await disk.makeFolder(aside);
  await disk.rename(join(path, name), join(aside, `${Date.now()}-${name.replaceAll('/', '-')}`));
  await disk.syncFolder(aside);
}

/** Derived files hold places in files that are gone. */
async function forgetDerived(disk: Disk, path: string): Promise<void> {
  await disk.remove(join(path, MANIFEST));
  await disk.syncFolder(path);
  for (const name of disk.list(join(path, DERIVED))) await disk.remove(join(path, DERIVED, name));
}

function tellLost(bytes: Buffer, report: { lost: string[]; unreadable: number }): void {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LF, start);
    const line = bytes.toString('utf8', start, end === -1 ? bytes.length : end);
    start = end === -1 ? bytes.length : end + 1;
    if (line.startsWith('{"commit":') || line === '') continue;
    const ids = idsIn(line);
    if (ids.length === 0) report.unreadable++;
    report.lost.push(...ids);
  }
}

/** The ids at the beginning of a line, even if the rest is damaged: of one document, or of several that were removed or seen. */
function idsIn(line: string): string[] {
  const start = /^\{"(?:id|remove|touch)":\[?/.exec(line)?.[0];
  const ids: string[] = [];
  const next = /("(?:[^"\\]|\\.)*")(,)?/y;
  for (next.lastIndex = start?.length ?? line.length; ; ) {
    const found = next.exec(line);
    if (found === null) return ids;
    try {
      ids.push(JSON.parse(found[1]));
    } catch {
      return ids;
    }
    if (found[2] === undefined || !start?.endsWith('[')) return ids;
  }
}
