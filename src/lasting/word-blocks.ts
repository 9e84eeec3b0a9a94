/** The words of a piece of the search index, in blocks (`word-block.ts`): how they are looked up, and how they are written. */
import type { PartsFile } from '../collection/index.ts';
import { latin1 } from '../engines/index.ts';
import type { SoughtTerm } from '../nearest/index.ts';
import { BLOCK_DOCUMENTS, BLOCK_TEXT, SAMPLED_WORD, type WordBlock, wordBlock } from './word-block.ts';

/** A block, in memory or in a file. */
export interface StoredBlock {
  /** The first of its documents in the piece, and how many they are. */
  readonly first: number;
  readonly documents: number;
  /** Bytes of the entries. */
  readonly length: number;
  entries(from: number, length: number): Uint8Array;
  samples(): Uint8Array;
}

/** Numbers of a block in the part `blocks`: documents, bytes of the entries, bytes of the samples. */
const NUMBERS = 3;

/** The blocks of a file. */
export function blocksIn(file: PartsFile, documents: number): StoredBlock[] {
  const numbers = new Float64Array(file.get('blocks').buffer);
  const blocks: StoredBlock[] = [];
  let [first, at] = [0, 0];
  for (let i = 0; i + NUMBERS <= numbers.length; i += NUMBERS) {
    const [count, length, samples] = numbers.subarray(i, i + NUMBERS);
    const start = at;
    blocks.push({
      first,
      documents: count,
      length,
      entries: (from, bytes) => file.slice('words', start + from, bytes),
      samples: () => file.slice('words', start + length, samples),
    });
    first += count;
    at += length + samples;
  }
  if (first !== documents || at !== file.lengthOf('words')) throw file.bad('its parts do not fit');
  return blocks;
}

/** The blocks of texts in memory, which follow each other and end at `ends`. */
export function blocksOf(ends: Float64Array, texts: (from: number, length: number) => Uint8Array) {
  const blocks: StoredBlock[] = [];
  const builder = new BlockBuilder();
  let first = 0;
  const store = (block: WordBlock | undefined) => {
    if (block === undefined) return;
    blocks.push({
      ...{ first, documents: block.documents, length: block.entries.length },
      entries: (from, bytes) => block.entries.subarray(from, from + bytes),
      samples: () => block.samples,
    });
    first += block.documents;
  };
  ends.forEach((end, i) => {
    const start = i === 0 ? 0 : ends[i - 1];
    store(builder.add(texts(start, end - start)));
  });
  store(builder.finish());
  return blocks;
}

/** Whether a block with these documents and bytes of text is worth keeping as it is. */
export function isLarge(documents: number, bytes: number): boolean {
  return 2 * documents >= BLOCK_DOCUMENTS || 2 * bytes >= BLOCK_TEXT;
}

/** Cuts documents into blocks. */
export class BlockBuilder {
  private texts: Uint8Array[] = [];
  private bytes = 0;

  /** A block, when it is full. */
  add(text: Uint8Array): WordBlock | undefined {
    this.texts.push(text);
    this.bytes += text.length;
    return this.texts.length >= BLOCK_DOCUMENTS || this.bytes >= BLOCK_TEXT ? this.finish() : undefined;
  }

  /** A block of the rest, if there is one. */
  finish(): WordBlock | undefined {
    if (this.texts.length === 0) return undefined;
    const block = wordBlock(this.texts);
    this.texts = [];
    this.bytes = 0;
    return block;
  }
}

/** What is written of blocks in front of the next one. */
export class BlocksWriter {
  private readonly numbers: number[] = [];

  *write(block: WordBlock | undefined): Generator<Uint8Array> {
    if (block === undefined) return;
    this.numbers.push(block.documents, block.entries.length, block.samples.length);
    yield block.entries;
    yield block.samples;
  }

  /** Copies a block as it is. */
  *copy(block: StoredBlock): Generator<Uint8Array> {
    const { documents, length } = block;
    yield* this.write({ documents, entries: block.entries(0, length), samples: block.samples() });
  }

  /** The part `blocks`, when all are written. */
  directory(): Uint8Array {
    return new Uint8Array(Float64Array.from(this.numbers).buffer);
  }
}

/** Counts, document by document of a block, how often it has a word of a query, and forms of it. */
export class TermCounter {
  private readonly exact = new Uint32Array(BLOCK_DOCUMENTS);
  private readonly forms = new Uint32Array(BLOCK_DOCUMENTS);
  private found: number[] = [];

  /** Tells of the documents that have it, ascending. */
  count(
    term: SoughtTerm,
    block: StoredBlock,
    samples: Samples,
    tell: (document: number, exact: number, forms: number) => void,
  ): void {
    let words = 0;
    const [stem, whole] = [latin1(term.stem), latin1(term.bytes)];
    for (const { word, postings } of entriesFrom(block, samples, term.inside ? '' : stem)) {
      const times = term.inside ? word.split(whole).length - 1 : 1;
      if (term.inside ? times === 0 : !word.startsWith(stem)) {
        if (!term.inside && word > stem) break;
        continue;
      }
      const same = term.inside || word === whole;
      if (!same && !term.isForm(word.length)) continue;
      words++;
      this.add(postings, same ? this.exact : this.forms, times);
    }
    if (words > 1) this.found.sort((a, b) => a - b);
    for (const document of this.found) {
      tell(document, this.exact[document], this.forms[document]);
      this.exact[document] = this.forms[document] = 0;
    }
    this.found = [];
  }

  private add(postings: Uint8Array, counts: Uint32Array, times: number): void {
    const reader = new Reader(postings);
    for (let document = 0; reader.at < postings.length; ) {
      const number = reader.number();
      document += number >>> 1;
      if (this.exact[document] + this.forms[document] === 0) this.found.push(document);
      counts[document] += times * ((number & 1) === 1 ? reader.number() : 1);
    }
  }
}

/** The words that are in the samples of a block, and where their entries begin. */
export class Samples {
  private readonly words: string[] = [];
  private readonly places: number[] = [];

  constructor(block: StoredBlock) {
    const bytes = block.samples();
    const reader = new Reader(bytes);
    while (reader.at < bytes.length) {
      this.words.push(reader.word());
      this.places.push(reader.number());
    }
  }

  get length(): number {
    return this.places.length;
  }

  /** The last sample before a word; the first one if there is none. */
  before(word: string): number {
    const sampled = word.slice(0, SAMPLED_WORD);
    let [low, high] = [0, this.words.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.words[middle] < sampled) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  place(sample: number): number {
    return this.places[sample];
  }
}

/** The entries from a word on, and a few before it. */
function* entriesFrom(block: StoredBlock, samples: Samples, word: string) {
  for (let sample = samples.before(word); sample < samples.length; sample++) {
    const start = samples.place(sample);
    const end = sample + 1 < samples.length ? samples.place(sample + 1) : block.length;
    const bytes = block.entries(start, end - start);
    const reader = new Reader(bytes);
    while (reader.at < bytes.length) yield { word: reader.word(), postings: reader.bytes() };
  }
}

class Reader {
  at = 0;

  constructor(private readonly from: Uint8Array) {}

  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.from[this.at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  word(): string {
    const length = this.number();
    this.at += length;
    return latin1(this.from, this.at - length, this.at);
  }

  bytes(): Uint8Array {
    const length = this.number();
    this.at += length;
    return this.from.subarray(this.at - length, this.at);
  }
}
