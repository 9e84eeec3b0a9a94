/** A collection as a shelf. It is opened for every question, so that answers are current; one that may be changed stays open. */
import { type Collection, type InputDocument, openCollection } from '../../index.ts';
import type { AlikeDocument, Asked, Asking, Shelf } from './shelf.ts';

interface Opening {
  readonly allowWrites: boolean;
  readonly threads?: number;
}

export class CollectionShelf implements Shelf {
  readonly kind = 'collection';
  readonly write: Shelf['write'];
  private readonly kept: Promise<Collection> | undefined;

  constructor(
    readonly name: string,
    private readonly path: string,
    private readonly opening: Opening,
  ) {
    if (!opening.allowWrites) return;
    const kept = openCollection(path, { threads: opening.threads });
    // every question awaits it
    kept.catch(() => {});
    this.kept = kept;
    this.write = {
      add: async (documents: readonly InputDocument[]) => (await kept).add(documents),
      remove: async (ids: readonly string[]) => (await kept).remove(ids),
    };
  }

  check(text: string, asking: Asking & { readonly threshold?: number }): Promise<readonly AlikeDocument[]> {
    return this.ask(async (collection) => {
      const { pairs } = await collection.check({ text }, asking);
      return pairs.map(({ b, resemblance, identical }) => ({ id: b, resemblance, identical }));
    });
  }

  sources(asked: Asked, asking: Asking & { readonly sources: number }) {
    return this.ask((collection) => collection.sources(asked, asking));
  }

  search(query: string, asking: Asking & { readonly k: number }) {
    return this.ask(async (collection) => (await collection.search(query, asking)).results);
  }

  async *groups(asking: Asking & { readonly threshold?: number }) {
    const collection = await this.open();
    try {
      const run = collection.groups(asking);
      yield* run;
      return await run.summary;
    } finally {
      await this.release(collection);
    }
  }

  document(id: string) {
    return this.ask((collection) => collection.get(id));
  }

  first(count: number) {
    return this.ask(async (collection) => collection.list({ limit: count }).documents.map(({ id }) => id));
  }

  async close(): Promise<void> {
    await (await this.kept?.catch(() => undefined))?.close();
  }

  private async ask<T>(question: (collection: Collection) => Promise<T>): Promise<T> {
    const collection = await this.open();
    try {
      return await question(collection);
    } finally {
      await this.release(collection);
    }
  }

  private open(): Promise<Collection> {
    const { threads } = this.opening;
    return this.kept ?? openCollection(this.path, { readOnly: true, threads });
  }

  private async release(collection: Collection): Promise<void> {
    if (this.kept === undefined) await collection.close();
  }
}
