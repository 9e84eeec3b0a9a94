/** Merges segments and compacts the log, one merge at a time, while the collection is used. */

import type { CollectionParts } from '../collection-parts.ts';
import type { DocumentTable } from './document-table.ts';

export class Merges {
  /** The last step of a merge that was asked for, and how many have not ended. */
  private last: Promise<void> = Promise.resolve();
  private waiting = 0;
  private isStopped = false;

  /** @param inTurn Runs a step between two changes. */
  constructor(
    private readonly parts: Pick<CollectionParts, 'folder' | 'documents' | 'derived'>,
    private readonly inTurn: <T>(step: () => Promise<T>) => Promise<T>,
  ) {}

  /** Merges segments as long as there are some to be merged. @param isLonger The log has files that could be compacted. */
  inBackground(isLonger = false): void {
    const { derived } = this.parts;
    if (this.waiting > 0) return;
    const merge = async () => {
      let isMerged = isLonger;
      while (!this.isStopped && (await this.mergeAlone(() => derived.mergeable()))) isMerged = true;
      if (isMerged && !this.isStopped) await this.compactLog();
    };
    // a merge that fails loses nothing; the next change tries again
    merge().catch(() => {});
  }

  /** Merges all segments into one, without removed documents. */
  async mergeAll(signal: AbortSignal | undefined): Promise<void> {
    const { documents, derived, folder } = this.parts;
    await this.inTurn(async () => {
      documents.forgetOutside();
      await derived.freeze(folder.log.end);
    });
    await this.mergeAlone(() => {
      signal?.throwIfAborted();
      const { tables } = documents;
      const hasDead = tables.some((table) => table.living < table.length);
      return tables.length > 1 || hasDead ? tables : undefined;
    }, signal);
    signal?.throwIfAborted();
    await this.inTurn(() => derived.renewWeights());
    signal?.throwIfAborted();
    await this.compactLog();
  }

  /** No merge begins in the background any more. */
  stop(): void {
    this.isStopped = true;
  }

  /** Resolves when the merges that were asked for have ended. */
  settled(): Promise<void> {
    return this.last;
  }

  /** Merges the tables that are chosen when no other merge is under way. False if none are. */
  private mergeAlone(
    choose: () => readonly DocumentTable[] | undefined,
    signal?: AbortSignal,
  ): Promise<boolean> {
    return this.alone(async () => {
      const tables = choose();
      if (tables !== undefined) await this.parts.derived.merge(tables, this.inTurn, signal);
      return tables !== undefined;
    });
  }

  private compactLog(): Promise<void> {
    return this.alone(() => this.parts.derived.compact(this.inTurn));
  }

  /** Runs a merge when no other one is under way. */
  private alone<T>(merge: () => Promise<T>): Promise<T> {
    this.waiting++;
    const result = this.last.then(merge);
    const done = () => void this.waiting--;
    this.last = result.then(done, done);
    return result;
  }
}
