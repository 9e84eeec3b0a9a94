/**
 * Names of temporary files and folders, and the removal of those from a killed run: a name says which process of
 * which machine it belongs to.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** A name beside `path` that names this process, for a file or folder that gets the final name later. */
export function temporaryName(path: string): string {
  const owner = `${machine()}-${process.pid}-${randomBytes(6).toString('hex')}`;
  return join(dirname(path), `${startOf(path)}${owner}.tmp`);
}

/** Removes leftovers of the same output by ended processes of this machine. Nothing else is touched, and nothing is raised. */
export function removeLeftovers(path: string): void {
  const start = startOf(path);
  const owner = new RegExp(`^${machine()}-(\\d+)-[0-9a-f]{12}\\.tmp$`);
  try {
    for (const name of readdirSync(dirname(path))) {
      const pid = name.startsWith(start) ? owner.exec(name.slice(start.length))?.[1] : undefined;
      if (pid === undefined || isRunning(Number(pid))) continue;
      rmSync(join(dirname(path), name), { recursive: true, force: true });
    }
  } catch {
    // a folder that cannot be listed or changed is reported when the output is written
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // a process of another user is running as well
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Which machine this is: processes of others cannot be looked at. */
export function machine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}

function startOf(path: string): string {
  // a name of 255 bytes, the usual limit, must leave room for the suffix
  return `.${basename(path).slice(0, 48)}.neardup-`;
}
