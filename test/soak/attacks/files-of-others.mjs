// Files that the command did not make: old folders in the cache, and a link of another user where the output should be.
import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const OTHER = 12_345;

export async function oldFolders({ folder, neardup }) {
  const file = join(folder, 'one.jsonl');
  writeFileSync(file, '{"id":"a","text":"One text."}\n');
  const kept = join(folder, 'caches', 'neardup', 'collections');
  mkdirSync(kept, { recursive: true });
  writeFileSync(join(kept, 'log'), 'x');
  const old = new Date(Date.now() - 40 * 24 * 3600 * 1000);
  utimesSync(kept, old, old);
  await neardup(['dedup', file], { env: { ...process.env, XDG_CACHE_HOME: join(folder, 'caches') } });
  const held = existsSync(join(kept, 'log'));
  return { held, answer: held ? 'the folder is there' : 'an old folder of the user was deleted' };
}

/** Only root can make a link of another user. */
export async function foreignLink({ folder, neardup }) {
  if (process.geteuid?.() !== 0) return { held: true, answer: 'skipped: needs root' };
  const [file, target, shared] = ['one.jsonl', 'mine', 'shared'].map((name) => join(folder, name));
  writeFileSync(file, '{"id":"a","text":"One text."}\n');
  writeFileSync(target, 'mine');
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  const link = join(shared, 'out.jsonl');
  symlinkSync(target, link);
  lchownSync(link, OTHER, OTHER);
  const { code } = await neardup(['dedup', file, '-o', link]);
  const held = readFileSync(target, 'utf8') === 'mine';
  return { held, answer: held ? `refused, exit code ${code}` : 'the file behind the link was replaced' };
}
