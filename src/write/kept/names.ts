/** Names in an output folder: relative to the inputs' common folder, never outside the output folder. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import type { Source } from '../../read.ts';
import type { KeptSource } from '../../write.ts';

/** UTF-16 units of a name in a folder, and of a way: file systems allow 255 and 4,096 bytes. */
const MOST_OF_A_NAME = 80;
const MOST_OF_A_WAY = 600;

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
function memberName(source: Source, base: string | undefined): string | undefined {
  const folder = memberFolder(source, base);
  if (folder === undefined) return undefined;
  const member = source.name.slice(source.container!.name.length + 1);
  const parts = member.split(/[/\\]/).filter((part) => part !== '');
  if (member.length > MOST_OF_A_WAY) return join(folder, otherName(member));
  return join(folder, ...parts.map((part) => (isPlain(part) ? part : otherName(part))));
}

/** The name of a member if its own is taken: by a member whose name is part of its way. */
export function otherMemberName(source: Source, base: string | undefined): string | undefined {
  const folder = memberFolder(source, base);
  return folder && join(folder, otherName(source.name));
}

function memberFolder({ name, container }: Source, base: string | undefined): string | undefined {
  if (container?.path === undefined || !name.startsWith(`${container.name}/`)) return undefined;
  return `${relativeName(resolve(container.name), base)}.files`;
}

/** Whether a part of a path is short, leads nowhere else, and has no characters that a file system or a terminal takes for its own. */
function isPlain(part: string): boolean {
  return part.length <= MOST_OF_A_NAME && !/^\.+$|[\p{C}:*?"<>|]/u.test(part);
}

/** A name that no other one gets: names that differ stay different, and the ending stays. */
function otherName(name: string): string {
  const { name: stem, ext } = parse(name.replaceAll(/[\p{C}:*?"<>|]+/gu, '-'));
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `${stem.slice(0, 30).replaceAll(/^\.+/g, '')}~${digest}${ext.slice(0, 10)}`;
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
