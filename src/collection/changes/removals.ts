/** Removes documents by id or by condition, in one commit. */

import type { RemoveAnswer, RemoveFilter } from '../../collection.ts';
import { badOption } from '../../errors.ts';
import { resolveOptions } from '../../option-rules.ts';
import type { CollectionParts } from '../collection-parts.ts';
import { momentOf } from '../moments.ts';
import { REMOVE_RULES } from '../options.ts';
import { killPoint } from '../store/kill-points.ts';
import { removalLines } from '../store/records.ts';
import type { Merges } from '../tables/merges.ts';
import type { WriteQueue } from './write-queue.ts';

export class Removals {
  /** @param writer The queue of changes. It throws if the collection cannot be changed. */
  constructor(
    private readonly parts: Pick<CollectionParts, 'folder' | 'documents'>,
    private readonly writer: () => WriteQueue,
    private readonly merges: Merges,
  ) {}

  remove(ids: readonly string[]): Promise<RemoveAnswer[]> {
    const { documents } = this.parts;
    return this.writer().run(async () => {
      const now = documents.now();
      const numbers = ids.map((id) => documents.find(id));
      const isThere = numbers.map((number) => number !== -1 && documents.view.isLiving(number, now));
      await this.removeNumbers([...new Set(numbers.filter((number) => number !== -1))]);
      const answered = new Set<string>();
      return ids.map((id, i) => {
        const isFirst = !answered.has(id);
        answered.add(id);
        return { id, state: isThere[i] && isFirst ? 'removed' : 'missing' };
      });
    });
  }

  removeWhere(filter: RemoveFilter): Promise<number> {
    const queue = this.writer();
    const resolved = resolveOptions(REMOVE_RULES, filter);
    const { prefix, unseenSince, expired = false } = resolved;
    if (prefix === undefined && unseenSince === undefined && !expired) {
      throw badOption('filter', 'a prefix, a time, or `expired: true`', 'none of them');
    }
    return this.removeFound(resolved, queue);
  }

  /** Removes expired documents, even while the collection is being closed. */
  removeExpired(queue: WriteQueue): Promise<number> {
    return this.removeFound({ expired: true }, queue);
  }

  private removeFound(
    { prefix, unseenSince, expired = false }: RemoveFilter,
    queue: WriteQueue,
  ): Promise<number> {
    const { documents } = this.parts;
    return queue.run(async () => {
      const now = documents.now();
      const before =
        unseenSince === undefined ? undefined : momentOf('unseenSince', unseenSince, documents.clock(), -1);
      const found: number[] = [];
      for (const number of documents.view.living(expired ? 0 : now)) {
        const { table, document } = documents.view.locate(number);
        const { seen, expires } = table.columns;
        if (expired && (expires[document] === 0 || expires[document] > now)) continue;
        if (before !== undefined && seen[document] >= before) continue;
        if (prefix !== undefined && !documents.id(number).startsWith(prefix)) continue;
        found.push(number);
      }
      await this.removeNumbers(found);
      return found.length;
    });
  }

  private async removeNumbers(numbers: readonly number[]): Promise<void> {
    if (numbers.length === 0) return;
    const { documents, folder } = this.parts;
    const { view } = documents;
    await folder.log.append(removalLines(numbers.map((number) => documents.id(number))));
    killPoint('removals committed');
    for (const number of numbers) {
      const { table, document } = view.locate(number);
      table.remove(document);
    }
    this.merges.inBackground();
  }
}
