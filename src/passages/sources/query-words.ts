/** The words of a text that is looked for in a collection: a hash of each, and to which sentence it belongs. */
import type { Heap } from '../../engines/index.ts';
import type { SentenceBatch } from '../canonical-sentences.ts';
import type { SentenceSpan } from '../sentences.ts';
import { hashWords } from './anchors.ts';
import { lastUpTo } from './source-texts.ts';

export class QueryWords {
  readonly hashes: Uint32Array;
  readonly sentences: readonly SentenceSpan[];
  /** The first word of every sentence, and the number of words at the end. */
  readonly firsts: Uint32Array;

  /** @param batch The one document that is looked for. */
  constructor(batch: SentenceBatch, heap: Heap) {
    const { u8, u32 } = heap;
    const { count } = batch;
    this.sentences = batch.documents[0].sentences;
    this.firsts = new Uint32Array(count + 1);
    for (let i = 0; i < count; i++) this.firsts[i + 1] = this.firsts[i] + u32[batch.words / 4 + i];
    this.hashes = new Uint32Array(this.firsts[count]);
    hashWords(u8, batch.text, batch.text + batch.bytes, this.hashes, 0);
  }

  get length(): number {
    return this.hashes.length;
  }

  sentenceOf(word: number): number {
    // sentences without words have the same first word as the next one
    return Math.min(lastUpTo(this.firsts, word), this.sentences.length - 1);
  }

  /** The hashes of the words of a sentence. */
  wordsOf(sentence: number): Uint32Array {
    return this.hashes.subarray(this.firsts[sentence], this.firsts[sentence + 1]);
  }
}
