/** Looks the words of a query up in blocks of words: which documents have them, and how often. */

import type { SoughtTerm } from '../../nearest/index.ts';
import { latin1 } from '../../platform/bytes.ts';
import { BLOCK_DOCUMENTS, SAMPLED_WORD } from './word-block.ts';
import type { StoredBlock } from './word-blocks.ts';

/** Counts how often each document of a block has a query word, and forms of that word. */
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
      this.add(block, postings, same ? this.exact : this.forms, times);
    }
    if (words > 1) this.found.sort((a, b) => a - b);
    for (const document of this.found) {
      tell(document, this.exact[document], this.forms[document]);
      this.exact[document] = this.forms[document] = 0;
    }
    this.found = [];
  }

  private add(block: StoredBlock, postings: Uint8Array, counts: Uint32Array, times: number): void {
    const reader = new Reader(postings, block);
    for (let document = 0; reader.at < postings.length; ) {
      const number = reader.number();
      document += number >>> 1;
      if (document >= block.documents) throw block.bad();
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
    const reader = new Reader(bytes, block);
    while (reader.at < bytes.length) {
      this.words.push(reader.word());
      this.places.push(reader.number());
    }
    const doesFit = this.places.every((place, i) =>
      i === 0 ? place === 0 : place > this.places[i - 1] && place < block.length,
    );
    if (!doesFit) throw block.bad();
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
    const reader = new Reader(bytes, block);
    while (reader.at < bytes.length) yield { word: reader.word(), postings: reader.bytes() };
  }
}

class Reader {
  at = 0;

  constructor(
    private readonly from: Uint8Array,
    private readonly block: StoredBlock,
  ) {}

  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      if (this.at >= this.from.length || shift > 28) throw this.block.bad();
      const byte = this.from[this.at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  word(): string {
    return latin1(this.bytes());
  }

  bytes(): Uint8Array {
    const length = this.number();
    if (length > this.from.length - this.at) throw this.block.bad();
    this.at += length;
    return this.from.subarray(this.at - length, this.at);
  }
}
