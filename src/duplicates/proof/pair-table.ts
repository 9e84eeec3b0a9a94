/** Verified pairs, collected as numbers and given out in input order. */

import type { Pair } from '../../answers/copies.ts';
import type { Corpus } from '../../corpus/index.ts';
import { growingNumbers, growingU32 } from '../../corpus/index.ts';
import type { FieldsOf } from '../../document.ts';
import type { Evidence } from '../../duplicates.ts';
import type { CandidateTexts } from '../candidates/candidate-texts.ts';
import { SAME_TEXT } from './evidence.ts';
import { pairOf } from './pair-of.ts';

export class PairTable {
  private readonly corpus: Corpus;
  private readonly texts: CandidateTexts;
  private readonly a = growingU32();
  private readonly b = growingU32();
  /** Texts that were not compared with all of their candidates. */
  truncated = 0;
  /** Resemblance, containments and distance of every pair, and 1 if the texts are the same. */
  private readonly evidence = growingNumbers();

  /** @param fieldsOf The fields shown beside a document's id. */
  constructor(
    corpus: Corpus,
    texts: CandidateTexts,
    private readonly fieldsOf: FieldsOf = () => undefined,
  ) {
    this.corpus = corpus;
    this.texts = texts;
  }

  get length(): number {
    return this.a.length;
  }

  /** Two distinct texts that were found alike. Each is represented by its first document. */
  addTexts(textA: number, textB: number, found: Evidence): void {
    const a = this.first(textA);
    const b = this.first(textB);
    if (a < b) this.add(a, b, found);
    else this.add(b, a, { ...found, aInB: found.bInA, bInA: found.aInB });
  }

  /** Documents with the same text: each is paired with the first one, not with all others. */
  addSameTexts(): void {
    const { memberStarts, members } = this.texts;
    for (let text = 0; text + 1 < memberStarts.length; text++) {
      for (let m = memberStarts[text] + 1; m < memberStarts[text + 1]; m++) {
        this.add(this.first(text), members[m], SAME_TEXT);
      }
    }
  }

  /** The pairs, by their first document, then by their second. */
  *list(): Generator<Pair> {
    const a = this.a.view();
    const b = this.b.view();
    const order = Uint32Array.from({ length: this.length }, (_, i) => i);
    order.sort((i, j) => a[i] - a[j] || b[i] - b[j]);
    for (const i of order) {
      const sameBytes = this.corpus.sameBytes(a[i], b[i]);
      const [aFields, bFields] = [this.fieldsOf(a[i]), this.fieldsOf(b[i])];
      const [resemblance, aInB, bInA, distance, identical] = this.evidence.view().subarray(5 * i, 5 * i + 5);
      const found = { resemblance, aInB, bInA, distance, identical: identical === 1 };
      const { disguises } = this.corpus;
      const disguised = { a: disguises.of(a[i]), b: disguises.of(b[i]) };
      const pair = pairOf(this.corpus.id(a[i]), this.corpus.id(b[i]), found, disguised);
      yield {
        ...pair,
        ...(sameBytes !== undefined && { sameBytes }),
        ...(aFields !== undefined && { aFields }),
        ...(bFields !== undefined && { bFields }),
      };
    }
  }

  /** The length of the unshortened list: every document of a text counts, not only the first. @param least Resemblance of the pairs. */
  expandedLength(least = 0): number {
    const { memberStarts } = this.texts;
    const textOf = this.textOfDocument();
    const size = (text: number) => memberStarts[text + 1] - memberStarts[text];
    let total = 0;
    for (let text = 0; text + 1 < memberStarts.length; text++) total += (size(text) * (size(text) - 1)) / 2;
    for (let i = 0; i < this.length; i++) {
      const [a, b] = [textOf[this.a.get(i)], textOf[this.b.get(i)]];
      if (a !== b && this.evidence.get(5 * i) >= least) total += size(a) * size(b);
    }
    return total;
  }

  /** The resemblance of each of these pairs of documents; undefined for one that was not found. */
  resemblances(pairs: readonly (readonly [number, number])[]): (number | undefined)[] {
    const textOf = this.textOfDocument();
    const key = (a: number, b: number) => Math.min(a, b) * 2 ** 26 + Math.max(a, b);
    const found = new Map<number, number>();
    for (let i = 0; i < this.length; i++)
      found.set(key(textOf[this.a.get(i)], textOf[this.b.get(i)]), this.evidence.get(5 * i));
    // empty documents have no text and are in no pair
    const hasText = (number: number) => !this.corpus.isEmpty(number);
    return pairs.map(([a, b]) => {
      if (!hasText(a) || !hasText(b)) return undefined;
      return textOf[a] === textOf[b] ? 1 : found.get(key(textOf[a], textOf[b]));
    });
  }

  private textOfDocument(): Uint32Array {
    const { memberStarts, members } = this.texts;
    const textOf = new Uint32Array(this.corpus.length);
    for (let text = 0; text + 1 < memberStarts.length; text++) {
      for (let m = memberStarts[text]; m < memberStarts[text + 1]; m++) textOf[members[m]] = text;
    }
    return textOf;
  }

  private first(text: number): number {
    return this.texts.members[this.texts.memberStarts[text]];
  }

  private add(a: number, b: number, { resemblance, aInB, bInA, distance, identical }: Evidence): void {
    this.a.push(a);
    this.b.push(b);
    this.evidence.append([resemblance, aInB, bInA, distance, identical ? 1 : 0]);
  }
}
