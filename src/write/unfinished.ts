/**
 * Unfinished outputs: the temporary files and folders of this process that must not outlive it.
 * Ctrl-C leaves no time to wait for promises, so everything here is synchronous.
 */
import { rmSync } from 'node:fs';

const unfinished = new Set<string>();
let beforeFirst: (() => void) | undefined;

/** Notes a temporary file or folder. */
export function addUnfinished(path: string): void {
  beforeFirst?.();
  beforeFirst = undefined;
  unfinished.add(path);
}

/** Calls a function before the first unfinished output is noted: from then on `abortAll` has something to do. */
export function onFirstUnfinished(call: () => void): void {
  beforeFirst = call;
}

/** Removes a path from the list when it is finished or deleted. False if `abortAll` has deleted it already. */
export function settleUnfinished(path: string): boolean {
  return unfinished.delete(path);
}

/**
 * Removes every unfinished output. Committed outputs are kept. For signal handlers, right before the process ends.
 * @returns Whether there were any.
 */
export function abortAll(): boolean {
  const some = unfinished.size > 0;
  for (const path of unfinished) {
    unfinished.delete(path);
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // the process is ending: one that cannot be deleted must not keep the others
    }
  }
  return some;
}
