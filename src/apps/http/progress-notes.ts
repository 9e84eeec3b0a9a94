/** How far requests are that take long: a client that names its request can ask while it waits for the answer. Nothing is stored. */
import type { Progress } from '../../index.ts';
import type { RequestProgress } from './service-answers.ts';

/** Requests that are followed at the same time; the others are answered without. */
const MOST = 1000;

export class ProgressNotes {
  private readonly notes = new Map<string, RequestProgress>();

  get(id: string): RequestProgress | undefined {
    return this.notes.get(id);
  }

  /** Follows a request until its work ends. @param id Of the client's choice; it should be hard to guess. */
  async follow<T>(
    id: string | undefined,
    work: (onProgress: (progress: Progress) => void) => Promise<T>,
  ): Promise<T> {
    if (id === undefined || this.notes.has(id) || this.notes.size >= MOST) return work(() => {});
    this.notes.set(id, { stage: 'plan', documents: 0 });
    try {
      return await work(({ stage, documents, bytes = 0, totalBytes = 0, pairs, totalPairs }) => {
        const share = totalBytes > 0 ? { share: Math.min(1, bytes / totalBytes) } : {};
        this.notes.set(id, {
          ...{ stage, documents, ...share },
          ...(totalPairs !== undefined && { pairs, totalPairs }),
        });
      });
    } finally {
      this.notes.delete(id);
    }
  }
}
