/** The return value of every verb: results to iterate over, and a summary after the last one. */
import { abortable } from './abort.ts';
import type { Summary } from './answers/runs.ts';
import { NeardupError } from './errors.ts';
import { completeOptions } from './option-rules.ts';
import { SIGNAL_RULE } from './run-options.ts';

/** @typeParam S The summary. */
export class RunStream<T, S = Summary> implements AsyncIterable<T> {
  private readonly settled: Promise<S>;
  private readonly results: AsyncGenerator<T, S>;
  private settle!: { resolve(summary: S): void; reject(error: unknown): void };
  private started = false;

  /** @param signal Ends the run early. */
  constructor(
    results: AsyncGenerator<T, S>,
    private readonly signal?: AbortSignal,
  ) {
    completeOptions({ signal: SIGNAL_RULE }, { signal });
    this.results = results;
    this.settled = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
    // a caller that only iterates gets the error there; the summary must not raise it a second time
    this.settled.catch(() => {});
  }

  /**
   * Resolves when the last result was given; rejects when the run fails. If nothing was asked of the run before, this
   * drives it to its end, and its results are dropped.
   */
  get summary(): Promise<S> {
    // a caller that iterates right after this still gets the results
    queueMicrotask(() => this.drain());
    return this.settled;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    if (this.started) throw new Error('neardup: the results of a run can be iterated once.');
    this.started = true;
    try {
      for (;;) {
        const step = await abortable(this.signal, () => this.results.next());
        if (step.done === true) {
          this.settle.resolve(step.value);
          return;
        }
        yield step.value;
      }
    } catch (error) {
      this.settle.reject(error);
      throw error;
    } finally {
      // settled already unless the caller stopped early
      this.settle.reject(
        new NeardupError('INTERRUPTED', 'The results of this run were not read to the end.'),
      );
      // files and workers are closed even if the caller stops early
      await this.results.return(undefined as never);
    }
  }

  private async drain(): Promise<void> {
    if (this.started) return;
    try {
      for await (const _ of this);
    } catch {
      // the summary rejects with it
    }
  }

  /** Runs to the end and returns all results. */
  async toArray(): Promise<T[]> {
    const all: T[] = [];
    for await (const result of this) all.push(result);
    return all;
  }
}
