/** The reviews of all collections. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Review, ReviewedPair } from './review.ts';
import { ReviewFile } from './review-file.ts';

export class Reviews {
  private readonly open = new Map<string, Promise<ReviewFile>>();

  /** @param folder One file for each collection. */
  constructor(private readonly folder: string) {}

  /** Reviews in the order of their pairs' first ones; of one document, or of two, if these are given. */
  async list(name: string, a?: string, b?: string): Promise<Review[]> {
    const file = await this.of(name);
    const isOf = (review: Review, id: string | undefined) =>
      id === undefined || review.a === id || review.b === id;
    const all = [...file.reviews()].filter((review) => isOf(review, a) && isOf(review, b));
    return a === undefined || a !== b ? all : all.filter((review) => review.a === review.b);
  }

  async put(name: string, review: Review): Promise<void> {
    await (await this.of(name)).write(review);
  }

  /** False if there is none. */
  async remove(name: string, pair: ReviewedPair): Promise<boolean> {
    const file = await this.of(name);
    if (!file.has(pair)) return false;
    await file.write({ remove: pair });
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

  private of(name: string): Promise<ReviewFile> {
    const known = this.open.get(name) ?? ReviewFile.open(this.path(name));
    this.open.set(name, known);
    return known;
  }
}
