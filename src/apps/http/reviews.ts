/** The reviews of all collections. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from './problems.ts';
import { ReviewFile } from './review-file.ts';
import type { Review, ReviewedPair } from './service-answers.ts';

/** Lines that the log names. */
const MOST_NAMED = 10;

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

  /** Problems with the reviews of these collections, as sentences for the log. */
  async problems(names: readonly string[]): Promise<string[]> {
    const found = await Promise.all(
      names.map(async (name) => {
        const damaged = await this.damaged(name).catch((error: Error) => error.message);
        if (typeof damaged === 'string') return damaged;
        if (damaged.length === 0) return undefined;
        const which = `${damaged.length > 1 ? 'lines' : 'line'} ${damaged.slice(0, MOST_NAMED).join(', ')}`;
        const more = damaged.length > MOST_NAMED ? ` and ${damaged.length - MOST_NAMED} more` : '';
        return `${this.path(name)} is damaged in ${which}${more}. The other reviews count; restore the file from a backup, or remove these lines while the service is stopped.`;
      }),
    );
    return found.filter((each) => each !== undefined);
  }

  /** Numbers of the lines of a collection's reviews that are not as they were written. */
  async damaged(name: string): Promise<readonly number[]> {
    return (await this.of(name)).damaged;
  }

  private path(name: string): string {
    return join(this.folder, `${name}.jsonl`);
  }

  private of(name: string): Promise<ReviewFile> {
    const known =
      this.open.get(name) ?? ReviewFile.open(this.path(name)).catch((error) => this.fail(name, error));
    this.open.set(name, known);
    return known;
  }

  /** The next question tries again. */
  private fail(name: string, { code }: NodeJS.ErrnoException): never {
    this.open.delete(name);
    const reason = code === 'EISDIR' ? 'it is a folder' : code;
    throw new ServiceError('REVIEWS_UNREADABLE', `reviews/${name}.jsonl cannot be read: ${reason}.`);
  }
}
