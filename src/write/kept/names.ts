/** Names in an output folder: relative to the inputs' common folder, never outside the output folder. */
import { statSync } from 'node:fs';
import { dirname, isAbsolute, parse, relative, resolve, sep } from 'node:path';
import type { KeptSource } from '../../write.ts';

/** Formats of many documents that can be written again; others become JSON lines. */
const WRITABLE: ReadonlySet<string> = new Set(['jsonl', 'csv', 'parquet', 'arrow']);

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

/** The name of the file that a document is written to. */
export function nameInFolder({ source, reader }: KeptSource, base: string | undefined): string {
  const name =
    source.path === undefined
      ? `${source.name.replaceAll(/[^\p{L}\p{N}.]+/gu, '-')}${reader.extensions[0] ?? ''}`
      : // not its path, which a link may have led elsewhere
        relativeName(resolve(source.name), base);
  if (!reader.many) return name;
  // tables have their compression inside
  const plain =
    reader.name === 'parquet' || reader.name === 'arrow'
      ? name.replace(/\.(gz|zst|bz2|xz)$/i, '')
      : name.replace(/\.(bz2|xz)$/i, '');
  return WRITABLE.has(reader.name) ? plain : `${plain}.jsonl`;
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
