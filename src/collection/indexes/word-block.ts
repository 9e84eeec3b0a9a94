/**
 * The words of some documents: a block has every word of their canonical texts, sorted by bytes, with the documents that have it and how often. A
 * search for few words then reads a few pages instead of all texts.
 *
 *     entry    length of the word, the word, bytes of its postings, postings
 *     posting  2 × the distance to the document before, plus 1 if the number of times follows, which otherwise is 1
 *
 * All numbers are LEB128. `samples` has the word of some entries and where they begin, about one for every page.
 */
import { growingU32 } from '../../corpus/index.ts';
import { WordTable } from './word-table.ts';

/** Documents, and bytes of text, of a block at most. */
export const BLOCK_DOCUMENTS = 16_384;
export const BLOCK_TEXT = 16 << 20;
const SAMPLED_EVERY = 4096;
/** Characters of a word in the samples: a text may be a single word of any length. */
export const SAMPLED_WORD = 64;
/** Texts that are taken as canonical may have other separators than spaces. */
const LAST_SEPARATOR = 0x20;
/** Bits of a number that is exact. */
const EXACT_BITS = 53;

export interface WordBlock {
  readonly documents: number;
  readonly entries: Uint8Array;
  readonly samples: Uint8Array;
}

/** Makes a block of documents that come one after the other. */
export class WordBlockBuilder {
  private readonly words = new WordTable();
  /** The word of every place in the texts; those of document d end at ends[d]. */
  private readonly places = growingU32();
  private readonly ends: number[] = [];

  get documents(): number {
    return this.ends.length;
  }

  /** @param text The canonical text of the next document, as UTF-8. */
  add(text: Uint8Array): void {
    this.words.addText(text, LAST_SEPARATOR, (word) => this.places.push(word));
    this.ends.push(this.places.length);
  }

  finish(): WordBlock {
    const { words, places, ends } = this;
    const { starts, documents } = byWord(places.view(), ends, words.length);
    const out = new Writer();
    const samples = new Writer();
    const postings = new Writer();
    let sampled = -SAMPLED_EVERY;
    for (const number of sorted(words)) {
      const word = words.get(number);
      if (out.length - sampled >= SAMPLED_EVERY) {
        sampled = out.length;
        samples.counted(word.subarray(0, SAMPLED_WORD));
        samples.number(sampled);
      }
      out.counted(word);
      postings.length = 0;
      writePostings(postings, documents.subarray(starts[number], starts[number + 1]));
      out.counted(postings.written());
    }
    return { documents: ends.length, entries: out.written(), samples: samples.written() };
  }
}

/** The numbers of words in the order of their bytes: by the first ones at once, then those that are alike in these. */
function sorted(words: WordTable): number[] {
  const count = words.length;
  const firstBytes = count < 2 ** (EXACT_BITS - 32) ? 4 : 3;
  const span = 2 ** (EXACT_BITS - 8 * firstBytes);
  const keys = new Float64Array(count);
  for (let number = 0; number < count; number++) {
    const word = words.get(number);
    let first = 0;
    for (let i = 0; i < firstBytes; i++) first = 256 * first + (i < word.length ? word[i] : 0);
    keys[number] = first * span + number;
  }
  keys.sort();
  const order = Array.from(keys, (key) => key % span);
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && Math.floor(keys[to] / span) === Math.floor(keys[from] / span)) to++;
    if (to - from > 1) {
      const alike = order.slice(from, to).map((number) => ({ number, word: words.get(number) }));
      alike.sort((a, b) => compareBytes(a.word, b.word));
      alike.forEach(({ number }, i) => {
        order[from + i] = number;
      });
    }
    from = to;
  }
  return order;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

/** The documents of every word, ascending, one for every time it is there: those of word w from starts[w] on. */
function byWord(places: Uint32Array, ends: readonly number[], words: number) {
  const starts = new Uint32Array(words + 1);
  for (const word of places) starts[word + 1]++;
  for (let word = 0; word < words; word++) starts[word + 1] += starts[word];
  const next = starts.slice();
  const documents = new Uint32Array(places.length);
  let at = 0;
  ends.forEach((end, document) => {
    for (; at < end; at++) documents[next[places[at]]++] = document;
  });
  return { starts, documents };
}

function writePostings(out: Writer, documents: Uint32Array): void {
  let last = 0;
  for (let i = 0; i < documents.length; ) {
    const document = documents[i];
    let times = 1;
    while (documents[i + times] === document) times++;
    out.number(2 * (document - last) + (times > 1 ? 1 : 0));
    if (times > 1) out.number(times);
    last = document;
    i += times;
  }
}

/** Bytes that become more. */
class Writer {
  private room: Uint8Array;
  length = 0;

  constructor(bytes = 1 << 16) {
    this.room = new Uint8Array(bytes);
  }

  number(value: number): void {
    this.reserve(5);
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.room[this.length++] = (rest & 0x7f) | 0x80;
    this.room[this.length++] = rest;
  }

  /** Bytes, with their number in front. */
  counted(bytes: Uint8Array): void {
    this.number(bytes.length);
    this.bytes(bytes);
  }

  bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.room.set(bytes, this.length);
    this.length += bytes.length;
  }

  written(): Uint8Array {
    return this.room.subarray(0, this.length);
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.room.length) return;
    const longer = new Uint8Array(Math.max(2 * this.room.length, this.length + bytes));
    longer.set(this.written());
    this.room = longer;
  }
}
