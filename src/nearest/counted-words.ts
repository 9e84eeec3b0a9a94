/** The words of a text, and how often another text has them, without making strings. */

const LAST_SEPARATOR = 0x20;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

export class CountedWords {
  readonly bytes: Uint8Array;
  /** The distinct words in the order in which they come first, and how often the text has each. */
  readonly distinct: readonly string[];
  readonly times: readonly number[];
  /** All words. */
  readonly count: number;
  /** Where every distinct word begins and ends in `bytes`. */
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  /** Hash table of 1 + the place of a word, or 0. */
  private readonly table: Int32Array;

  constructor(text: string) {
    this.bytes = new TextEncoder().encode(text);
    this.table = new Int32Array(2 ** Math.ceil(Math.log2(2 * this.bytes.length + 4)));
    const times: number[] = [];
    this.count = this.eachWord(this.bytes, (slot, start, end) => {
      if (this.table[slot] === 0) {
        this.starts.push(start);
        this.ends.push(end);
        this.table[slot] = times.push(0);
      }
      times[this.table[slot] - 1]++;
    });
    this.times = times;
    const decoder = new TextDecoder();
    this.distinct = this.starts.map((start, i) => decoder.decode(this.bytes.subarray(start, this.ends[i])));
  }

  /** How often another text has each of the distinct words, and how many words it has. */
  countIn(bytes: Uint8Array): { times: Uint32Array; count: number } {
    const times = new Uint32Array(this.times.length + 1);
    const { table } = this;
    // words that are not in the table have an empty slot: they are counted in a place of their own
    const count = this.eachWord(bytes, (slot) => {
      times[table[slot]]++;
    });
    return { times: times.subarray(1), count };
  }

  /** Calls `use` with the slot of every word, which is empty if the word is not in the table. Returns the number of words. */
  private eachWord(bytes: Uint8Array, use: (slot: number, start: number, end: number) => void): number {
    let count = 0;
    let start = 0;
    let hash = FNV_OFFSET;
    for (let i = 0; i <= bytes.length; i++) {
      if (i < bytes.length && bytes[i] > LAST_SEPARATOR) {
        hash = Math.imul(hash ^ bytes[i], FNV_PRIME);
        continue;
      }
      if (i > start) {
        use(this.slotOf(hash, bytes, start, i), start, i);
        count++;
      }
      start = i + 1;
      hash = FNV_OFFSET;
    }
    return count;
  }

  private slotOf(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const mask = this.table.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (this.table[slot] !== 0 && !this.isWord(this.table[slot] - 1, bytes, start, end))
      slot = (slot + 1) & mask;
    return slot;
  }

  private isWord(place: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.starts[place];
    if (this.ends[place] - own !== end - start) return false;
    for (let i = start; i < end; i++) if (bytes[i] !== this.bytes[own + i - start]) return false;
    return true;
  }
}

/** The number of words in a canonical text. */
export function wordCount(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] > LAST_SEPARATOR && (i === 0 || bytes[i - 1] <= LAST_SEPARATOR)) count++;
  }
  return count;
}
