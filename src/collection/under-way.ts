/** Calls that have not ended, so that closing can wait for them. */
export class UnderWay {
  private readonly calls = new Set<Promise<unknown>>();

  run<T>(call: () => Promise<T>): Promise<T> {
    const result = call();
    const ended = result.then(
      () => {},
      () => {},
    );
    this.calls.add(ended);
    ended.then(() => this.calls.delete(ended));
    return result;
  }

  /** Resolves when none is left. */
  async settled(): Promise<void> {
    while (this.calls.size > 0) await Promise.all(this.calls);
  }
}
