/** A word of a query, and the words of texts that count as the same word or as one of its forms. */
import { hasUnspaced } from '../unspaced.ts';

export class SoughtTerm {
  readonly bytes: Uint8Array;
  /** The common beginning of all forms: the word without its last letters, or the whole word if it has no forms. */
  readonly stem: Uint8Array;
  /** Bytes by which a form may be longer or shorter. */
  readonly leeway: number;
  /** Counts inside words too: a single character of a script without spaces, whose words are pairs of characters. */
  readonly inside: boolean;

  constructor(readonly term: string) {
    const encoder = new TextEncoder();
    this.bytes = encoder.encode(term);
    const letters = [...term];
    const unspaced = hasUnspaced(term);
    this.inside = letters.length === 1 && unspaced;
    const hasForms = letters.length > 3 && !unspaced;
    const ending = letters.length > 6 ? 2 : letters.length > 4 ? 1 : 0;
    this.stem = hasForms ? encoder.encode(letters.slice(0, letters.length - ending).join('')) : this.bytes;
    this.leeway = hasForms ? (3 * this.bytes.length) / letters.length : 0;
  }

  /** Whether a word of this length that begins with the stem is taken for a form. */
  isForm(length: number): boolean {
    return Math.abs(length - this.bytes.length) <= this.leeway && this.leeway > 0;
  }
}
