/**
 * The texts of evaluation items: their words as numbers, and what each word weighs. Items with equal words have one text.
 *
 * A word's own weight is one by the number of texts with the commonest run of three words around it. So what a template says in every item
 * ("which of the following") weighs little, and what one item alone says weighs most.
 */
import { letterTable, WordNumbers } from '../../canonicalize/index.ts';
import { WORD_WEIGHT } from '../../engines/layouts/window-anchors.ts';
import { HashedWords, mixed } from '../../engines/scalar/weighted-words.ts';
import { utf8Text } from '../../platform/bytes.ts';
import { KeyNumbers } from '../find/key-numbers.ts';
import { type OwnWindows, ownWindows } from './own-windows.ts';

/** Words of a run that is counted as equal, and by which templates are known. */
export const EQUAL_WORDS = 3;

export interface ItemText {
  /** The numbers of its words. */
  readonly words: Uint32Array;
  /** What each word weighs, WORD_WEIGHT or less, and all together. */
  readonly weights: Uint8Array;
  readonly weight: number;
  /** The items that have it. */
  readonly items: readonly number[];
}

export class ItemTexts {
  readonly numbers = new WordNumbers();
  readonly texts: ItemText[] = [];
  /** By which windows each text is met. */
  readonly windows: readonly OwnWindows[];
  /** The share of its weight that each word of a text has for itself. */
  private readonly own: Float32Array[] = [];

  /**
   * @param items The canonical text of every item.
   * @param least Words that an item has at least; shorter ones are not looked for.
   */
  constructor(items: Iterable<Uint8Array>, least: number) {
    const known = new Map<string, number[]>();
    const hashed = new HashedWords(letterTable());
    let item = -1;
    for (const bytes of items) {
      item++;
      const { weights, count } = hashed.read(bytes);
      const weight = weights.subarray(0, count).reduce((sum, each) => sum + each, 0);
      if (weight < least * WORD_WEIGHT) continue;
      const text = utf8Text(bytes);
      const same = known.get(text);
      if (same !== undefined) {
        same.push(item);
        continue;
      }
      const owners = [item];
      known.set(text, owners);
      const words = Uint32Array.from(text.split(' '), (word) => this.numbers.numberOf(word));
      this.texts.push({ words, weights: weights.slice(0, count), weight, items: owners });
    }
    this.weigh();
    this.windows = ownWindows(this.texts);
  }

  /** The own weights of a text's words. */
  ownOf(text: number): Float32Array {
    return this.own[text];
  }

  private weigh(): void {
    const keys = new KeyNumbers();
    const counts: number[] = [];
    const lasts: number[] = [];
    const runs = this.texts.map(({ words }, text) => {
      const numbers = new Uint32Array(Math.max(0, words.length - EQUAL_WORDS + 1));
      for (let at = 0; at < numbers.length; at++) {
        const [a, b, c] = [words[at], words[at + 1], words[at + 2]];
        const number = keys.numberOf(mixed(a ^ mixed(b ^ mixed(c + 1))), mixed(c ^ mixed(a ^ mixed(b + 2))));
        if (lasts[number] !== text) counts[number] = (counts[number] ?? 0) + 1;
        lasts[number] = text;
        numbers[at] = number;
      }
      return numbers;
    });
    this.texts.forEach(({ words, weights }, text) => {
      const own = Float32Array.from(weights);
      for (let word = 0; word < words.length; word++) {
        let most = 1;
        const last = Math.min(word, runs[text].length - 1);
        for (let run = Math.max(0, word - EQUAL_WORDS + 1); run <= last; run++)
          most = Math.max(most, counts[runs[text][run]]);
        own[word] /= most;
      }
      this.own.push(own);
    });
  }
}
