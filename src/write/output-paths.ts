/** Output paths: an output must never be, replace or mix with an input, however the paths are written. */
import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { NeardupError } from '../errors.ts';
import { globbed } from '../platform/glob.ts';
import { isRemote, REMOTE_SCHEME } from '../remote-address.ts';
import { STANDARD_OUTPUT } from './standard-output.ts';

/**
 * Refuses an output that is one of the inputs: by any spelling, through links of both kinds, as a file in a folder
 * that is read, or as a folder that is, contains or is in an input. `inputs` are paths; names that
 * are not (`-`, a glob) are skipped: see `checkOutputOf`.
 */
export function checkOutput(output: string, inputs: readonly string[]): void {
  const out = locate(output);
  const folder = isFolderOutput(output);
  for (const input of inputs) {
    const found = locate(input);
    if (found.stats === undefined && found.real !== out.real) continue;
    const conflict = conflictOf(out, found, folder);
    if (conflict === undefined) continue;
    throw new NeardupError(
      'OUTPUT_IS_INPUT',
      `The output \`${output}\` ${conflict.replace('INPUT', () => `\`${input}\``)}.`,
    );
  }
}

/** The same before the inputs are opened: as a user names them, also by patterns. @param hidden Patterns match names that begin with a dot. */
export async function checkOutputOf(
  output: string,
  inputs: readonly string[],
  { hidden = false }: { readonly hidden?: boolean } = {},
): Promise<void> {
  const isPattern = (input: string) => !isRemote(input) && statsOf(input) === undefined;
  const found = await Promise.all(
    inputs.map(async (input) =>
      isPattern(input) ? ((await globbed(input, { cwd: process.cwd(), hidden })) ?? input) : input,
    ),
  );
  checkOutput(output, found.flat());
}

/** True if an output path means a folder: it ends in a slash, or is a folder already. */
export function isFolderOutput(path: string): boolean {
  return /[/\\]$/.test(path) || (statsOf(path)?.isDirectory() ?? false);
}

/** True for standard output, a pipe or a device, such as `>(command)`: it is written as it is, and nothing can be beside it. */
export function isStreamOutput(path: string): boolean {
  if (path === STANDARD_OUTPUT) return true;
  const stats = statsOf(path);
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

interface Located {
  /** The absolute path without links, as far as it exists. */
  readonly real: string;
  readonly stats: BigIntStats | undefined;
}

/** The conflict, as the end of a sentence; undefined if there is none. */
function conflictOf(out: Located, input: Located, folder: boolean): string | undefined {
  if (isSame(out, input))
    return out.real === input.real ? 'is the input INPUT' : 'is the same file as the input INPUT';
  const inside = input.stats?.isDirectory() && contains(input.real, out.real);
  if (folder) {
    if (inside) return 'is in the input folder INPUT';
    return contains(out.real, input.real) ? 'is a folder that holds the input INPUT' : undefined;
  }
  // a new file beside the documents is fine; one that is there already has been listed as an input
  return inside && out.stats !== undefined
    ? 'is in the input folder INPUT and would be read with it'
    : undefined;
}

function isSame(a: Located, b: Located): boolean {
  if (a.real === b.real) return true;
  return a.stats !== undefined && a.stats.dev === b.stats?.dev && a.stats.ino === b.stats.ino;
}

function contains(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}

function locate(path: string): Located {
  if (isRemote(path))
    return { real: path.replace(REMOTE_SCHEME, (scheme) => scheme.toLowerCase()), stats: undefined };
  const real = realPath(resolve(path));
  return { real, stats: statsOf(real) };
}

/** Undefined if there is no file, or no access to it: opening the path will say why. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

/** Resolves links in the part of the path that exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
