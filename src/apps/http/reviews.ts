/**
 * Reviews: what a person thinks of a pair of documents. The last one of a pair counts. A pair is known by its ids, and by its texts if they are
 * named: next year's `essay-1.txt` is another one.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Journal } from './journal.ts';

export const REVIEW_STATES = ['certain', 'suspicious', 'innocent'] as const;

export interface ReviewedPair {
  readonly a: string;
  readonly b: string;
  /** What the texts are known by: the SHA-256 of each. */
  readonly texts?: { readonly a: string; readonly b: string };
}

export interface Review extends ReviewedPair {
  /** Undefined if there is only a note. */
  readonly state?: (typeof REVIEW_STATES)[number];
  readonly note?: string;
  /** When it was written, ISO 8601. */
  readonly time: string;
}

type Entry = Review | { readonly remove: ReviewedPair };

export class Reviews {
  private readonly open = new Map<string, Promise<OfCollection>>();

  /** @param folder One file for each collection. */
  constructor(private readonly folder: string) {}

  /** Reviews in the order of their pairs' first ones; of one document, or of two, if these are given. */
  async list(name: string, a?: string, b?: string): Promise<Review[]> {
    const { reviews } = await this.of(name);
    const isOf = (review: Review, id: string | undefined) =>
      id === undefined || review.a === id || review.b === id;
    const all = [...reviews.values()].filter((review) => isOf(review, a) && isOf(review, b));
    return a === undefined || a !== b ? all : all.filter((review) => review.a === review.b);
  }

  async put(name: string, review: Review): Promise<void> {
    await (await this.of(name)).write(review);
  }

  /** False if there is none. */
  async remove(name: string, pair: ReviewedPair): Promise<boolean> {
    const of = await this.of(name);
    if (!of.reviews.has(pairKey(pair))) return false;
    await of.write({ remove: pair });
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
    if ('remove' in entry) this.reviews.delete(pairKey(entry.remove));
    else this.reviews.set(pairKey(entry), entry);
  }
}

/** A pair is the same in either order. */
function pairKey({ a, b, texts }: ReviewedPair): string {
  const sides = [
    [a, texts?.a],
    [b, texts?.b],
  ];
  return JSON.stringify(sides.map((side) => JSON.stringify(side)).sort());
}
