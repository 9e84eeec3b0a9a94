/**
 * Unfinished outputs: the temporary files and folders of this process that must not outlive it.
 * Ctrl-C leaves no time to wait for promises, so everything here is synchronous; only a store is told that uploads are left.
 */
import { rmSync } from 'node:fs';

const unfinished = new Set<string>();
/** What leaves each upload that is not complete. */
const uploads = new Set<() => Promise<void>>();
let beforeFirst: (() => void) | undefined;

/** Notes a temporary file or folder. */
export function addUnfinished(path: string): void {
  beforeFirst?.();
  beforeFirst = undefined;
  unfinished.add(path);
}

/** Notes an upload that a store would keep. @returns What forgets it when it is complete or ended. */
export function addUpload(leave: () => Promise<void>): () => void {
  beforeFirst?.();
  beforeFirst = undefined;
  uploads.add(leave);
  return () => uploads.delete(leave);
}

/** Leaves all uploads, right before the process ends. Undefined if there are none. */
export function leaveUploads(): Promise<unknown> | undefined {
  return uploads.size === 0 ? undefined : Promise.allSettled([...uploads].map((leave) => leave()));
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
