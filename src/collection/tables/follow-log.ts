/**
 * Brings a collection that was opened only to ask up to its log, as long as its writer has only appended to it. Tables stay as they are, and only
 * new lines are read.
 */
import type { CollectionParts } from '../collection-parts.ts';
import { replayLog } from './replay.ts';

/** @returns Whether there was anything new. Undefined: files were replaced, and the collection has to be opened again. */
export async function followLog(parts: CollectionParts): Promise<boolean | undefined> {
  const { folder, documents, derived, events, watches } = parts;
  if (folder.isOutdated) return undefined;
  const { log } = folder;
  const from = log.end;
  try {
    const end = log.lookFurther();
    if (end === undefined) return undefined;
    if (end.commit === from.commit) return false;
    // a window forgets documents as others come; watches are documents of a collection of their own
    if (documents.window !== undefined || watches.count > 0) return undefined;
    const { capacity } = documents.delta;
    const makeRoom = (count: number, reached: typeof from | undefined) =>
      derived.freeze(reached, Math.max(capacity, count));
    await replayLog(
      folder,
      documents,
      from,
      makeRoom,
      () => {},
      () => {},
    );
    log.reach(end);
    await events.look();
    derived.followDelta();
    return true;
  } catch {
    // opening it again tells whether it is damaged, or its writer was only faster
    return undefined;
  }
}
