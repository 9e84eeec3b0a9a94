/** Reviews: what a person thinks of a pair of documents. The last one of a pair counts. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Journal } from './journal.ts';

export const REVIEW_STATES = ['certain', 'suspicious', 'innocent'] as const;

export interface Review {
  readonly a: string;
  readonly b: string;
  readonly state: (typeof REVIEW_STATES)[number];
  readonly note?: string;
  /** When it was written, ISO 8601. */
  readonly time: string;
}

type Entry = Review | { readonly remove: { readonly a: string; readonly b: string } };

export class Reviews {
  private readonly open = new Map<string, Promise<OfCollection>>();

  /** @param folder One file for each collection. */
  constructor(private readonly folder: string) {}

  /** Reviews in the order of their pairs' first ones; of one document, or of one pair, if these are given. */
  async list(name: string, a?: string, b?: string): Promise<Review[]> {
    const { reviews } = await this.of(name);
    if (a !== undefined && b !== undefined) {
      const one = reviews.get(pairKey(a, b));
      return one === undefined ? [] : [one];
    }
    const wanted = a ?? b;
    const all = [...reviews.values()];
    return wanted === undefined ? all : all.filter((review) => review.a === wanted || review.b === wanted);
  }

  async put(name: string, review: Review): Promise<void> {
    await (await this.of(name)).write(review);
  }

  /** False if there is none. */
  async remove(name: string, a: string, b: string): Promise<boolean> {
    const of = await this.of(name);
    if (!of.reviews.has(pairKey(a, b))) return false;
    await of.write({ remove: { a, b } });
    return true;
  }

  /** Removes all reviews of a collection. */
  async removeAll(name: string): Promise<void> {
    this.open.delete(name);
    await rm(this.path(name), { force: true });
  }

  private path(name: string): string {
    return join(this.folder, `${name}.jsonl`);
  }

  private of(name: string): Promise<OfCollection> {
    const known = this.open.get(name) ?? OfCollection.open(this.path(name));
    this.open.set(name, known);
    return known;
  }
}

class OfCollection {
  readonly reviews = new Map<string, Review>();

  private constructor(private readonly journal: Journal<Entry>) {
    for (const entry of journal.lines) this.apply(entry);
  }

  static async open(path: string): Promise<OfCollection> {
    return new OfCollection(await Journal.open<Entry>(path));
  }

  async write(entry: Entry): Promise<void> {
    await this.journal.append(entry);
    this.apply(entry);
  }

  private apply(entry: Entry): void {
    if ('remove' in entry) this.reviews.delete(pairKey(entry.remove.a, entry.remove.b));
    else this.reviews.set(pairKey(entry.a, entry.b), entry);
  }
}

/** A pair is the same in either order. */
function pairKey(a: string, b: string): string {
  return JSON.stringify(a < b ? [a, b] : [b, a]);
}
