/**
 * Links that another user put into a shared folder. In a folder like `/tmp` everyone may make a link with the name of your output, to
 * a file of yours. Linux does not follow such links where `protected_symlinks` is set; resolving a path by hand must not do it either.
 */
import { lstatSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { join, parse, resolve, sep } from 'node:path';
import { NeardupError } from '../errors.ts';

const STICKY_AND_SHARED = 0o1002;
/** Links in a path; the system follows no more. */
const MOST_LINKS = 40;

/** Refuses a path that leads through such a link. @param user Who would follow it. @default the one who runs this */
export function checkLinks(path: string, user = process.geteuid?.()): void {
  if (user === undefined) return;
  const { root } = parse(resolve(path));
  let at = root;
  let names = resolve(path).slice(root.length).split(sep);
  for (let links = 0; names.length > 0 && links <= MOST_LINKS; ) {
    const here = join(at, names[0]);
    const stats = statsOf(here);
    // opening the path will say why
    if (stats === undefined) return;
    names = names.slice(1);
    if (!stats.isSymbolicLink()) {
      at = here;
      continue;
    }
    if (isForeign(stats, statSync(at), user)) throw foreignLink(path, here);
    names = [...resolve(at, readlinkSync(here)).slice(root.length).split(sep), ...names];
    at = root;
    links++;
  }
}

/** As Linux decides: a link of one's own, or of the owner of the folder, is followed. */
function isForeign(link: Stats, folder: Stats, user: number): boolean {
  const isShared = (folder.mode & STICKY_AND_SHARED) === STICKY_AND_SHARED;
  return isShared && link.uid !== user && link.uid !== folder.uid;
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

function foreignLink(path: string, link: string): NeardupError {
  const through = resolve(path) === link ? 'that is' : `through \`${link}\`,`;
  return new NeardupError(
    'WRITE_FAILED',
    `Cannot write \`${path}\`: expected a path of yours, got one ${through} a link of another user in a folder that all users share.`,
    { advice: 'Name the file that the link points to, or write to a folder of your own.' },
  );
}
