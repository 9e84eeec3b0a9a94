/** The words of a text, as hashes, and to which sentence each belongs: of one that is looked for, or of a document of the collection. */

import type { Heap } from '../../engines/index.ts';
import { hashWords, runHashes } from '../../engines/scalar/anchors.ts';
import { keysOfSentence, type SentenceKey } from '../../engines/scalar/sentence-keys.ts';
import type { CutDocument, SentenceBatch } from '../canonical-sentences.ts';
import type { SentenceSpan } from '../sentences.ts';
import { lastUpTo } from './last-up-to.ts';

/** Where a sentence is in its text. */
export type SentencePlace = Pick<SentenceSpan, 'start' | 'end'>;

export class SentenceWords {
  private hashedRuns: Uint32Array | undefined;
  private madeKeys: readonly (readonly SentenceKey[])[] | undefined;

  /** @param firsts The first word of every sentence, and the number of words at the end. */
  constructor(
    readonly hashes: Uint32Array,
    readonly sentences: readonly SentencePlace[],
    readonly firsts: Uint32Array,
  ) {}

  /** The words of a document of a batch. */
  static of({ sentences, first }: CutDocument, batch: SentenceBatch, { u8, u32 }: Heap): SentenceWords {
    const firsts = new Uint32Array(sentences.length + 1);
    for (let i = 0; i < sentences.length; i++) firsts[i + 1] = firsts[i] + u32[batch.words / 4 + first + i];
    const hashes = new Uint32Array(firsts[sentences.length]);
    const offsets = batch.offsets / 4 + first;
    hashWords(u8, batch.text + u32[offsets], batch.text + u32[offsets + sentences.length], hashes, 0);
    return new SentenceWords(hashes, sentences, firsts);
  }

  get length(): number {
    return this.hashes.length;
  }

  /** The hashes of all runs of words. */
  get runs(): Uint32Array {
    this.hashedRuns ??= runHashes(this.hashes);
    return this.hashedRuns;
  }

  /** The keys of every sentence. */
  get keys(): readonly (readonly SentenceKey[])[] {
    this.madeKeys ??= this.sentences.map((_, sentence) => keysOfSentence(this.wordsOf(sentence)));
    return this.madeKeys;
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
