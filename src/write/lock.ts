/**
 * A lock for a folder that only one may write to: a file that says who writes, and since when. It is there or not, never
 * half: it is written under another name first. A lock of a process that has ended is taken over.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NeardupError, systemReason } from '../errors.ts';
import { isRunning, machine, removeLeftovers, temporaryName } from './leftovers.ts';
import { addUnfinished, settleUnfinished } from './unfinished.ts';

interface Holder {
  readonly pid: number;
  readonly machine: string;
  readonly since: string;
}

const NAME = 'writer.lock';

/** Locks a folder that is there. Returns what releases it. Raises LOCKED if another writer has it. */
export function lockFolder(folder: string): () => void {
  const path = join(folder, NAME);
  removeLeftovers(path);
  const own: Holder = { pid: process.pid, machine: machine(), since: new Date().toISOString() };
  const written = temporaryName(path);
  try {
    writeFileSync(written, `${JSON.stringify(own)}\n`, { flag: 'wx' });
    take(path, written);
  } catch (cause) {
    if (cause instanceof NeardupError) throw cause;
    throw new NeardupError('WRITE_FAILED', `${folder} cannot be written to: ${systemReason(cause)}.`, {
      cause,
    });
  } finally {
    rmSync(written, { force: true });
  }
  addUnfinished(path);
  return () => {
    if (settleUnfinished(path)) rmSync(path, { force: true });
  };
}

/** Gives the file its final name, unless another writer that is running has it. */
function take(path: string, written: string): void {
  for (;;) {
    try {
      // in contrast to a rename, this never replaces a lock
      linkSync(written, path);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = holderOf(path);
    if (holder === undefined) continue;
    if (holder.machine !== machine() || isRunning(holder.pid)) throw locked(path, holder);
    removeStale(path, holder);
  }
}

/** Another process may take the lock over at the same time: what is moved away must be the lock that was read. */
function removeStale(path: string, stale: Holder): void {
  const moved = temporaryName(path);
  try {
    renameSync(path, moved);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const found = holderOf(moved);
  if (found?.since !== stale.since || found.pid !== stale.pid) linkSync(moved, path);
  rmSync(moved, { force: true });
}

/** Undefined if the lock is gone. One that says nothing was not written by neardup, and no process is known to hold it. */
function holderOf(path: string): Holder | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { pid, machine, since } = JSON.parse(text);
    return { pid: Number(pid), machine: String(machine), since: String(since) };
  } catch {
    return { pid: Number.NaN, machine: 'another', since: 'an unknown time' };
  }
}

function locked(path: string, { pid, machine: holder, since }: Holder): NeardupError {
  const who = holder === machine() ? `Process ${pid}` : 'Another machine';
  return new NeardupError('LOCKED', `${who} has been writing to this index since ${since}: ${path}.`, {
    advice: 'Wait until it has ended and try again. If nothing writes to it any more, delete that file.',
  });
}
