/** Names in an output folder: relative to the inputs' common folder, never outside the output folder. */
import { statSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import type { Source } from '../../read.ts';
import type { KeptSource } from '../../write.ts';

/** UTF-16 units of a name in a folder; file systems allow 255 bytes. */
const MOST_OF_A_NAME = 60;

/** The deepest folder that holds all inputs; a folder holds itself. Undefined if no input is a path. */
export function commonFolder(inputs: readonly string[]): string | undefined {
  const folders = inputs.filter((input) => input !== '-').map((input) => folderOf(input).split(sep));
  if (folders.length === 0) return undefined;
  const common = folders.reduce((left, right) => {
    const differs = left.findIndex((part, i) => part !== right[i]);
    return differs === -1 ? left : left.slice(0, differs);
  });
  return common.join(sep) || sep;
}

/**
 * The name of the file that a document is written to.
 * @param asItIs Whether the file of many documents can be written in its own format; otherwise they become JSON lines.
 */
export function nameInFolder(
  { source, reader }: KeptSource,
  base: string | undefined,
  asItIs: boolean,
): string {
  const name =
    source.path === undefined
      ? (memberName(source, base) ?? plainName(source.name)) + missingExtension(source.name, reader)
      : // not its path, which a link may have led elsewhere
        relativeName(resolve(source.name), base);
  if (!reader.many) return name;
  // tables have their compression inside
  const plain =
    reader.name === 'parquet' || reader.name === 'arrow'
      ? name.replace(/\.(gz|zst|bz2|xz)$/i, '')
      : name.replace(/\.(bz2|xz)$/i, '');
  return asItIs ? plain : `${plain}.jsonl`;
}

/** Members of an archive and attachments of a mail stand in a folder beside it, whatever the sender called them. */
function memberName({ name, container }: Source, base: string | undefined): string | undefined {
  if (container?.path === undefined || !name.startsWith(`${container.name}/`)) return undefined;
  const way = name
    .slice(container.name.length + 1)
    .split(/[/\\]/)
    .map(plainPart);
  return join(`${relativeName(resolve(container.name), base)}.files`, ...way.filter((part) => part !== ''));
}

/** A part of a path that cannot lead elsewhere: no `..`, no characters that a file system or a terminal takes for its own. */
function plainPart(part: string): string {
  const plain = part.replaceAll(/[\p{C}:*?"<>|]+/gu, '-').slice(0, MOST_OF_A_NAME);
  return /^\.*$/.test(plain) ? plain.replaceAll('.', '-') : plain;
}

function plainName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}.]+/gu, '-');
}

function missingExtension(name: string, { extensions }: KeptSource['reader']): string {
  const [first = ''] = extensions;
  return extensions.some((extension) => name.toLowerCase().endsWith(extension)) ? '' : first;
}

/** Without a common folder the whole path is the name: longer than necessary, but unique. */
function relativeName(path: string, base: string | undefined): string {
  const way = base === undefined ? '' : relative(base, path);
  const outside = way === '' || isAbsolute(way) || way.split(sep)[0] === '..';
  return outside ? path.slice(parse(path).root.length) : way;
}

function folderOf(input: string): string {
  const path = resolve(input);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined) return stats.isDirectory() ? path : dirname(path);
  // a glob: the part before the first wildcard
  const parts = path.split(sep);
  const wild = parts.findIndex((part) => /[*?[\]{}!()]/.test(part));
  return parts.slice(0, wild === -1 ? -1 : wild).join(sep);
}
