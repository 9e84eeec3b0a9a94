/**
 * The files of the log. Every file has a number that is never given again, and names its first commit: `0000000007-58.jsonl`. A copy
 * without dead lines also names its last: `0000000012-58-121.jsonl`. If commits are in several files, the file with the higher
 * number counts.
 */

export interface LogFileName {
  readonly name: string;
  readonly number: number;
  readonly first: number;
  /** The last commit of a copy. A file that was written batch by batch ends where the next one begins. */
  readonly last?: number;
}

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

export interface ChosenFiles {
  /** In the order of their commits. */
  readonly used: readonly LogFileName[];
  /** Files whose commits are all in one of the others. */
  readonly replaced: readonly LogFileName[];
}

/**
 * Which of the files hold the log.
 * @param named Those that the manifest names, with the last commit it knows of. If one of them is missing, the names decide alone.
 */
export function chooseLogFiles(
  names: readonly string[],
  named?: { readonly logs: readonly string[]; readonly commit: number },
): ChosenFiles {
  const files = names.flatMap((name) => parseLogFileName(name) ?? []);
  const known = named?.logs.every((name) => names.includes(name)) ? named : undefined;
  const isUsed = (file: LogFileName) =>
    known === undefined
      ? !files.some((other) => replaces(other, file))
      : known.logs.includes(file.name) || (file.last === undefined && file.first > known.commit);
  const used = files.filter(isUsed).sort((a, b) => a.first - b.first || a.number - b.number);
  return { used, replaced: files.filter((file) => !used.includes(file)) };
}

/** Whether a copy has all the commits of an older file. */
function replaces(copy: LogFileName, file: LogFileName): boolean {
  if (copy.last === undefined || copy.number <= file.number) return false;
  return copy.first <= file.first && (file.last ?? file.first) <= copy.last;
}
