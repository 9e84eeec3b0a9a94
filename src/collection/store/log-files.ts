/**
 * The files of the log. Every file has a number that is never given again, and names its first commit: `0000000007-58.jsonl`. A copy
 * without dead lines also names its last: `0000000012-58-121.jsonl`. If commits are in several files, the file with the higher
 * number counts.
 */
import { join } from 'node:path';
import { BadLog } from './bad-log.ts';
import type { Disk, DiskFile } from './disk.ts';
import type { KnownLog, LogPosition } from './log.ts';

export interface LogFileName {
  readonly name: string;
  readonly number: number;
  readonly first: number;
  /** The last commit of a copy. A file that was written batch by batch ends where the next one begins. */
  readonly last?: number;
}

export interface OpenLogFile extends LogFileName {
  readonly path: string;
  file: DiskFile;
  /** Behind its last whole batch. */
  end: number;
}

export interface LogFiles {
  /** In the order of their commits. */
  readonly files: OpenLogFile[];
  /** Files whose commits are all in one of the others. */
  readonly replaced: readonly LogFileName[];
  /** Whether these are the files that the manifest knows, and later ones. */
  readonly known: boolean;
}

/** Bytes in which the end of what is written is looked for. */
const LOOKED_AT = 16 << 10;

const PATTERN = /^(\d{10,15})-(\d{1,15})(?:-(\d{1,15}))?\.jsonl$/;

export function logFileName(number: number, first: number, last?: number): string {
  return `${String(number).padStart(10, '0')}-${first}${last === undefined ? '' : `-${last}`}.jsonl`;
}

export function parseLogFileName(name: string): LogFileName | undefined {
  const found = PATTERN.exec(name);
  if (found === null) return undefined;
  const [, number, first, last] = found;
  return {
    name,
    number: Number(number),
    first: Number(first),
    last: last === undefined ? undefined : Number(last),
  };
}

/** Opens the files of the log. Raises BAD_COLLECTION if one is missing or has lost its end. */
export function openLogFiles(disk: Disk, folder: string, known: KnownLog | undefined): LogFiles {
  const all = disk.list(folder).flatMap((name) => parseLogFileName(name) ?? []);
  const lost = known?.logs.filter(({ name }) => !all.some((file) => file.name === name)) ?? [];
  for (const { name } of lost) {
    const file = parseLogFileName(name);
    if (file === undefined || !all.some((other) => replaces(other, file))) {
      throw new BadLog(join(folder, name), 0, 'it is missing');
    }
  }
  // if the manifest is older than a copy, the names of the files decide alone
  const trusted = lost.length === 0 ? known : undefined;
  const isUsed = (file: LogFileName) =>
    trusted === undefined
      ? !all.some((other) => replaces(other, file))
      : trusted.logs.some(({ name }) => name === file.name) ||
        (file.last === undefined && file.first > trusted.last.commit);
  const used = all.filter(isUsed).sort((a, b) => a.first - b.first || a.number - b.number);
  const files: OpenLogFile[] = [];
  try {
    for (const file of used) {
      const path = join(folder, file.name);
      const opened = disk.open(path, 'read');
      files.push({ ...file, path, file: opened, end: opened.size() });
    }
    for (const { name, bytes } of trusted?.logs ?? []) {
      const file = files.find((file) => file.name === name);
      if (file !== undefined && file.end < bytes) {
        throw new BadLog(file.path, file.end, `it has ${file.end} bytes, and should have ${bytes}`);
      }
    }
  } catch (error) {
    for (const { file } of files) file.close();
    throw error;
  }
  return { files, replaced: all.filter((file) => !used.includes(file)), known: trusted !== undefined };
}

/** Opens the files that a writer has begun since. @param last The last file that is open. */
export function newFiles(
  disk: Disk,
  folder: string,
  { commit }: LogPosition,
  last: LogFileName | undefined,
): OpenLogFile[] {
  const names = disk.list(folder).flatMap((name) => parseLogFileName(name) ?? []);
  const isNew = (file: LogFileName) =>
    file.last === undefined && file.first > commit && file.number > (last?.number ?? 0);
  const added = names.filter(isNew).sort((a, b) => a.first - b.first);
  return added.map((file) => {
    const path = join(folder, file.name);
    const opened = disk.open(path, 'read');
    return { ...file, path, file: opened, end: opened.size() };
  });
}

/** The first zero from a position on, or the end of the file: zeros are room for later commits, and no line has one. */
export function writtenEnd(file: DiskFile, from: number): number {
  const bytes = Buffer.allocUnsafe(LOOKED_AT);
  for (let at = from; ; at += LOOKED_AT) {
    const some = bytes.subarray(0, file.read(bytes, at));
    const zero = some.indexOf(0);
    if (zero !== -1) return at + zero;
    if (some.length < LOOKED_AT) return at + some.length;
  }
}

/** Whether a copy has all the commits of an older file. */
function replaces(copy: LogFileName, file: LogFileName): boolean {
  if (copy.last === undefined || copy.number <= file.number) return false;
  return copy.first <= file.first && (file.last ?? file.first) <= copy.last;
}
