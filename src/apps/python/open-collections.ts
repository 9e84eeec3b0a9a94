/** The collections that the caller has opened, each known by a number, and the verbs that ask them. */
import {
  type CheckQuery,
  type Collection,
  createCollection,
  type IndexName,
  openCollection,
} from '../../index.ts';
import { type ArrowDocuments, arrowDocuments } from './arrow-documents.ts';
import { type Answerer, type Answering, comparisonAnswer, type Given } from './verbs.ts';

export class OpenCollections {
  private readonly open = new Map<number, Collection>();
  private last = 0;

  readonly verbs: Readonly<Record<string, Answerer>> = {
    'collection.open': async ({ path, ...options }) => this.keep(await openCollection(String(path), options)),

    'collection.create': async ({ path, settings, ...options }) =>
      this.keep(await createCollection(String(path), settings as object, options)),

    'collection.close': async (given) => {
      const collection = this.of(given);
      this.open.delete(given.collection as number);
      await collection.close();
    },

    'collection.add': this.asking((collection, { documents, ...options }, { writer, signal }) =>
      writer.run(
        collection.addFrom(arrowDocuments(documents as ArrowDocuments, signal), { ...options, signal }),
      ),
    ),

    'collection.addFrom': this.asking(
      async (collection, { input, reading, ...options }, { writer, signal }) =>
        writer.run(
          collection.addFrom(
            input as string[],
            { ...options, signal },
            { ...(reading as object), ...writer.callbacks, signal },
          ),
        ),
    ),

    'collection.check': this.asking(async (collection, { queries, ...options }, { writer, signal }) => {
      await writer.results(
        await collection.checkTogether(queries as readonly CheckQuery[], { ...options, signal }),
      );
    }),

    'collection.checkFrom': this.asking(async (collection, { documents, ...options }, { writer, signal }) => {
      const queries = arrowDocuments(documents as ArrowDocuments, signal);
      await writer.results(collection.checkFrom(queries, { ...options, signal }));
    }),

    'collection.remove': this.asking(async (collection, { ids }, { writer }) => {
      await writer.results(await collection.remove(ids as readonly string[]));
    }),

    'collection.sources': this.asking(async (collection, { query, html, ...options }, { signal }) =>
      comparisonAnswer(await collection.sources(query as CheckQuery, { ...options, signal }), html),
    ),

    'collection.search': this.asking((collection, { query, ...options }) =>
      collection.search(query as string, options),
    ),

    /** With indexes it is opened anew: they are decided before the documents are read. */
    'collection.merge': async ({ collection: number, indexes }) => {
      let collection = this.of({ collection: number });
      if (indexes !== undefined) {
        await collection.close();
        this.open.delete(number as number);
        collection = await openCollection(collection.path, { indexes: indexes as IndexName[] });
        this.open.set(number as number, collection);
      }
      await collection.merge();
      return collection.info();
    },

    'collection.get': this.asking((collection, { id }) => collection.get(String(id))),

    'collection.info': this.asking(async (collection) => collection.info()),
  };

  async close(): Promise<void> {
    await Promise.allSettled([...this.open.values()].map((collection) => collection.close()));
  }

  private keep(collection: Collection): object {
    this.open.set(++this.last, collection);
    return { collection: this.last, info: collection.info() };
  }

  private asking(
    ask: (collection: Collection, given: Given, answering: Answering) => Promise<unknown>,
  ): Answerer {
    return ({ collection, ...given }, answering) => ask(this.of({ collection }), given, answering);
  }

  private of({ collection }: Given): Collection {
    const found = this.open.get(collection as number);
    if (found === undefined) throw new Error('This collection is closed.');
    return found;
  }
}
