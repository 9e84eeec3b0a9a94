// Lines of `strace -f` as calls that begin and end. A call of one thread may be cut in two by those of others.

export class TraceCalls {
  /** Of each thread: the call that has not returned yet, and what `begin` said about it. */
  begun = new Map();

  /**
   * @param begin Is called with the text of a call when it begins.
   * @param end Is called with the text of a call that has returned, and with what `begin` returned for it.
   */
  constructor(begin, end) {
    Object.assign(this, { begin, end });
  }

  take(line) {
    const [, thread, rest] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (rest === undefined) return;
    const cut = /^(.*) <unfinished \.\.\.>$/.exec(rest);
    if (cut !== null) {
      this.begun.set(thread, { call: cut[1], said: this.begin(cut[1]) });
      return;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    const before = resumed === null ? undefined : this.begun.get(thread);
    this.begun.delete(thread);
    if (before === undefined) this.end(rest, this.begin(rest));
    else this.end(before.call + resumed[1], before.said);
  }
}
