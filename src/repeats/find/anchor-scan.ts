/**
 * Windows and anchors of one text after the other. A long text goes to the kernels in parts, each of which begins with the first word that has
 * no window in the part before it: so every window is in one part, with the same anchor as in the whole text.
 */
import { letterTable } from '../../canonicalize/index.ts';
import { type Address, type Engine, plus } from '../../engines/index.ts';
import { ANCHOR_BYTES, ENDS_AT, KEY_BYTES, WORK_BYTES } from '../../engines/layouts/window-anchors.ts';

/** Windows that follow each other and have the same anchor, at the same place. */
export interface Anchor {
  /** Among the anchors of the text. In two parts of a long text, an anchor can be met twice, with other windows. */
  readonly number: number;
  readonly low: number;
  readonly high: number;
  readonly firstWindow: number;
  readonly lastWindow: number;
  /** The word after the last one of its windows. */
  readonly end: number;
  /** False if it may have more windows in the next part of a long text. */
  readonly isComplete: boolean;
  /** The key of all words that its windows cover. */
  readonly domainLow: number;
  readonly domainHigh: number;
}

/** Numbers of a key that `keys` gives: low and high, below 2^31 each, and the word after the last one of the window. */
export const KEY_WIDTH = KEY_BYTES / 4;

const ANCHOR_WIDTH = ANCHOR_BYTES / 4;
/** Bytes of a part; more if few of its words begin a window. */
const PART_BYTES = 1 << 17;
/** Words of a part: far more than a window has. */
const PART_WORDS = (PART_BYTES >>> 1) + 1;
const COPY_STEP = 8;
const SPACE = 0x20;

export class AnchorScan {
  private readonly letters: Address;
  private readonly work: Address;
  private readonly anchors: Address;
  private readonly keysOut: Address;
  private readonly counts: Address;
  private text: Address;
  private room = PART_BYTES;
  /** The number of the first word of the present part. */
  private first = 0;
  private readonly anchor: { -readonly [Name in keyof Anchor]: Anchor[Name] } = {
    ...{ number: 0, low: 0, high: 0, firstWindow: 0, lastWindow: 0, end: 0 },
    ...{ isComplete: true, domainLow: 0, domainHigh: 0 },
  };

  constructor(
    private readonly engine: Pick<Engine, 'heap' | 'kernels'>,
    private readonly least: number,
  ) {
    const { heap } = engine;
    this.letters = heap.place(letterTable());
    const sizes = [WORK_BYTES, ANCHOR_BYTES, KEY_BYTES].map((each) => PART_WORDS * each);
    const blocks = heap.allocateAll([...sizes, 12, PART_BYTES + COPY_STEP]);
    [this.work, this.anchors, this.keysOut, this.counts, this.text] = blocks;
  }

  /** Calls `visit` with the anchors of a canonical text, in their order. Each is valid until the next. */
  read(text: Uint8Array, visit: (anchor: Anchor) => void): void {
    this.first = 0;
    let number = -1;
    let last = -1;
    for (let from = 0, size = PART_BYTES; from < text.length; ) {
      const to = from + size < text.length ? partEnd(text, from, from + size) : text.length;
      const count = this.readPart(text.subarray(from, to));
      const [words, end, windows] = this.counted();
      const isLast = to === text.length && words < PART_WORDS;
      // parts that mostly overlap would be read again and again
      if (!isLast && 2 * windows < words) {
        size *= 2;
        continue;
      }
      const { u32 } = this.engine.heap;
      const { anchor, first } = this;
      const ends = (this.work + ENDS_AT * PART_WORDS) / 4;
      for (let i = 0, at = this.anchors / 4; i < count; i++, at += ANCHOR_WIDTH) {
        const run = first + u32[at + 3];
        if (run !== last) number++;
        last = run;
        const next = i + 1 < count ? u32[at + ANCHOR_WIDTH + 2] : windows;
        anchor.number = number;
        anchor.low = u32[at];
        anchor.high = u32[at + 1];
        anchor.firstWindow = first + u32[at + 2];
        anchor.lastWindow = first + next - 1;
        anchor.end = first + u32[ends + next - 1];
        anchor.isComplete = isLast || i + 1 < count;
        anchor.domainLow = u32[at + 4];
        anchor.domainHigh = u32[at + 5];
        visit(anchor);
      }
      if (isLast) break;
      size = PART_BYTES;
      from = startOfLast(words - windows, text, from + end);
      this.first += windows;
    }
  }

  /** The keys of the windows of an anchor that is being visited. */
  keys({ firstWindow, lastWindow }: Anchor): Uint32Array {
    const { heap, kernels } = this.engine;
    const { work, keysOut: out, first } = this;
    const count = lastWindow - firstWindow + 1;
    kernels.windowKeys({ work, room: PART_WORDS, first: firstWindow - first, count, out });
    const keys = heap.u32.slice(out / 4, out / 4 + KEY_WIDTH * count);
    for (let at = KEY_WIDTH - 1; at < keys.length; at += KEY_WIDTH) keys[at] += first;
    return keys;
  }

  /** Where the windows of an anchor end that is being visited: the word after the last one of each. */
  ends({ firstWindow, lastWindow }: Anchor): Uint32Array {
    const at = (this.work + ENDS_AT * PART_WORDS) / 4 - this.first;
    return this.engine.heap.u32.slice(at + firstWindow, at + lastWindow + 1).map((end) => this.first + end);
  }

  close(): void {
    for (const block of [this.letters, this.work, this.anchors, this.keysOut, this.counts, this.text])
      this.engine.heap.release(block);
  }

  /** Returns how many anchors there are. */
  private readPart(part: Uint8Array): number {
    const { heap, kernels } = this.engine;
    if (part.length > this.room) {
      heap.release(this.text);
      this.text = heap.allocate(part.length + COPY_STEP);
      this.room = part.length;
    }
    // into shared memory V8 copies bytes one by one, unless both places are as far from a multiple of eight
    const text = plus(this.text, part.byteOffset % COPY_STEP);
    const { letters, least, work, anchors: out, counts: read } = this;
    heap.u8.set(part, text);
    const bytes = part.length;
    return kernels.windowAnchors({ text, bytes, letters, least, room: PART_WORDS, work, out, read });
  }

  /** Words of the part, where the last one ends, and windows. */
  private counted(): Uint32Array {
    return this.engine.heap.u32.subarray(this.counts / 4, this.counts / 4 + 3);
  }
}

/** The end of the last word of [from, most), or if none ends there, of the next one. */
function partEnd(text: Uint8Array, from: number, most: number): number {
  const before = text.lastIndexOf(SPACE, most);
  if (before > from) return before;
  const next = text.indexOf(SPACE, most);
  return next === -1 ? text.length : next;
}

/** Where the last `words` words before `end` begin. */
function startOfLast(words: number, text: Uint8Array, end: number): number {
  let at = end;
  for (let word = 0; word < words; word++) at = text.lastIndexOf(SPACE, at - 1);
  return at + 1;
}
