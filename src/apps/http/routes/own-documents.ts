/** Answers for keys that reach only some documents of a collection: nothing about the others, not even their number. */
import { setImmediate } from 'node:timers/promises';
import type { Static } from 'typebox';
import {
  type AddToCollectionOptions,
  type Collection,
  type ListOptions,
  type ListPage,
  NeardupError,
} from '../../../index.ts';
import type { Access } from '../guard.ts';
import { ServiceError } from '../problems.ts';
import { type AddQuerySchema, ID_LENGTH } from '../request-schemas.ts';
import { sealed, unsealed } from '../sealed-cursor.ts';
import type { NamedInfo } from '../service-answers.ts';

/** A cursor that was not made here, or is too old. */
export function listed(list: () => ListPage): ListPage {
  try {
    return list();
  } catch (error) {
    if (!(error instanceof NeardupError) || error.option !== 'after') throw error;
    throw new ServiceError('OLD_CURSOR', error.message, { advice: error.advice });
  }
}

/** A page for a key that reaches some documents only. It is full, or the last one: a shorter one would tell of other documents. */
export async function ownPage(
  collection: Collection,
  query: ListOptions,
  signal: AbortSignal,
): Promise<ListPage> {
  const find = async (limit: number, after?: string): Promise<ListPage> => {
    const documents: ListPage['documents'][number][] = [];
    for (let next = after; ; await setImmediate()) {
      signal.throwIfAborted();
      const rest = { ...query, limit: limit - documents.length, after: next };
      const page = listed(() => collection.list(rest));
      documents.push(...page.documents);
      next = page.next;
      if (next === undefined) return { documents };
      if (documents.length === limit) return { documents, next };
    }
  };
  const { limit = 100, after } = query;
  const { documents, next } = await find(limit, after === undefined ? undefined : unsealed(after));
  const hasMore = next !== undefined && (await find(1, next)).documents.length > 0;
  return { documents, ...(hasMore && { next: sealed(next) }) };
}

/** How documents of a request are added, whatever form they have. */
export function addOptions(
  query: Static<typeof AddQuerySchema>,
  name: string,
  access: Access,
): AddToCollectionOptions {
  return { ...query, among: access.idPrefix(name), maxId: ID_LENGTH };
}

/** The number of the last commit, for keys that reach all documents: it counts the changes of others. */
export function commitOf({ commit }: Collection, name: string, access: Access): { readonly commit?: number } {
  return access.mayReach(name) ? { commit } : {};
}

/** The facts about a collection that a key may see. Counts only if it reaches all documents. */
export function infoFor(access: Access, info: NamedInfo): Partial<NamedInfo> {
  const { name, settings, engine } = info;
  return access.mayReach(name) ? info : { name, settings, engine };
}
