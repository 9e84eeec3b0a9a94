/**
 * Anchors: in every window the run of a few words whose hash is least, the last one of equals. Equal windows have equal anchors, and
 * neighboring windows mostly share one. So a window can be a repeat only if its anchor stands at two places, and few anchors say
 * which windows have to be compared.
 */
import { type HashedWords, mixed } from './hashed-words.ts';
import type { Windows } from './windows.ts';

/** Words of an anchor, if a window has as many. */
const ANCHOR_WORDS = 8;

/** Windows that follow each other and have the same anchor, at the same place. */
export interface Anchor {
  readonly low: number;
  readonly high: number;
  readonly firstWindow: number;
  readonly lastWindow: number;
}

export class AnchorFinder {
  private readonly length: number;
  /** The hash of the run that begins at each word. */
  private runs = new Uint32Array(1024);
  /** The runs that may still become the least of a window: their hashes ascend from `head` on. */
  private waiting = new Uint32Array(1024);

  constructor(least: number) {
    this.length = Math.min(ANCHOR_WORDS, least);
  }

  /** Gives the anchors of a text in their order. */
  find(words: HashedWords, windows: Windows, visit: (anchor: Anchor) => void): void {
    if (windows.count === 0) return;
    this.hashRuns(words);
    const { runs, waiting, length } = this;
    let head = 0;
    let tail = 0;
    let next = 0;
    let firstWindow = 0;
    let anchor = -1;
    for (let window = 0; window < windows.count; window++) {
      for (const last = windows.ends[window] - length; next <= last; next++) {
        while (tail > head && runs[waiting[tail - 1]] >= runs[next]) tail--;
        waiting[tail++] = next;
      }
      while (waiting[head] < window) head++;
      if (waiting[head] === anchor) continue;
      if (anchor !== -1) visit(this.anchorAt(words, anchor, firstWindow, window - 1));
      anchor = waiting[head];
      firstWindow = window;
    }
    visit(this.anchorAt(words, anchor, firstWindow, windows.count - 1));
  }

  /** A run's hash is that of the run before, without its first word and with one more: each word is turned by its place. */
  private hashRuns({ low, count }: HashedWords): void {
    if (count > this.runs.length) {
      this.runs = new Uint32Array(2 * count);
      this.waiting = new Uint32Array(2 * count);
    }
    const { runs, length } = this;
    let hash = 0;
    for (let word = 0; word < count; word++) {
      hash = turned(hash, 1) ^ low[word];
      if (word >= length) hash ^= turned(low[word - length], length);
      if (word >= length - 1) runs[word - length + 1] = mixed(hash);
    }
  }

  private anchorAt(words: HashedWords, run: number, firstWindow: number, lastWindow: number): Anchor {
    let high = 0;
    for (let word = run; word < run + this.length; word++) high = turned(high, 1) ^ words.high[word];
    // the least of many hashes is small: it is mixed again before it is an index
    return { low: mixed(this.runs[run] + 1), high: mixed(high), firstWindow, lastWindow };
  }
}

function turned(hash: number, bits: number): number {
  return (hash << bits) | (hash >>> (32 - bits));
}
