/** Makes folders that are still there after a loss of power. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { NeardupError } from '../errors.ts';
import { addressScheme } from '../remote-address.ts';
import { syncFolder } from './sync-folder.ts';

/** Refuses an address: a folder is on this machine. */
export function expectFolderHere(path: string): void {
  if (addressScheme(path) === undefined) return;
  throw new NeardupError('BAD_OPTION', `Expected a folder on this machine, got \`${path}\`.`, {
    advice: 'Name a folder, and copy it to the store when you are done.',
  });
}

/** Makes a folder and those above it, so that their names last. One that is there already is left alone. */
export async function makeFolder(path: string): Promise<void> {
  expectFolderHere(path);
  const whole = resolve(path); // given a relative path, Node answers with a relative one
  const first = await mkdir(whole, { recursive: true }).catch((error) => refusedFolder(whole, error));
  if (first === undefined) return;
  for (let made = whole; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Node says ENOENT if a folder with others above it cannot be made: the first one that is missing has the reason. */
async function refusedFolder(path: string, error: unknown): Promise<never> {
  let first = path;
  while (!existsSync(dirname(first))) first = dirname(first);
  await mkdir(first);
  throw error;
}
