/**
 * Unfinished outputs: the temporary files and folders of this process that must not outlive it.
 * Ctrl-C leaves no time to wait for promises, so everything here is synchronous.
 */
import { rmSync } from 'node:fs';

const unfinished = new Set<string>();

/** Notes a temporary file or folder. */
export function addUnfinished(path: string): void {
  unfinished.add(path);
}

/** Takes a path off the list, when it is finished or removed. False where `abortAll` has removed it already. */
export function settleUnfinished(path: string): boolean {
  return unfinished.delete(path);
}

/**
 * Removes every unfinished output. What is committed stays. For signal handlers, right before the process ends.
 * @returns Whether there were any.
 */
export function abortAll(): boolean {
  const some = unfinished.size > 0;
  for (const path of unfinished) {
    unfinished.delete(path);
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // the process is ending: whatever cannot be removed must not keep the others from going
    }
  }
  return some;
}
