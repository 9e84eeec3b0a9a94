/**
 * Letters that a document has and its reader does not see: hidden, white, or smaller than two points. Words of them stay in the text, as
 * a white heading on a dark ground does, and are told. Letters between words, put there in place of spaces, are read as spaces.
 */

/** What was found in a document, as the field `unseenText` of its `meta`. */
interface UnseenText {
  readonly words: number;
  /** How it begins. */
  readonly text: string;
}

/** Points below which nobody can read a letter. */
export const LEAST_POINTS = 2;
/** Characters of such text that are kept to be shown. */
const MOST_SHOWN = 200;
/** Letters of a run that stands in place of a space. */
const MOST_GLUED = 3;

export class UnseenLetters {
  #words = 0;
  #shown = '';

  /**
   * Takes a run of such letters. Returns what is read in its place.
   *
   * @param before The character before it, '' at the beginning of a paragraph.
   */
  read(run: string, before: string): string {
    this.add(run);
    const isGlued = run.length <= MOST_GLUED && !/\s/.test(run) && LETTER.test(before);
    return isGlued ? ' ' : run;
  }

  /** Takes letters that are not read, or are read as they are. */
  add(run: string): void {
    const words = run.match(/\S+/g) ?? [];
    this.#words += words.length;
    if (this.#shown.length < MOST_SHOWN && words.length > 0)
      this.#shown = `${this.#shown} ${words.join(' ')}`.trimStart().slice(0, MOST_SHOWN);
  }

  /** For the document, if there are any. */
  meta(): { readonly meta?: { readonly unseenText: UnseenText } } {
    return this.#words === 0 ? {} : { meta: { unseenText: { words: this.#words, text: this.#shown } } };
  }
}

const LETTER = /[\p{L}\p{N}]$/u;

/** @param color Six hexadecimal digits. */
export function isWhite(color: string | undefined): boolean {
  return /^#?f[a-f0-9]f[a-f0-9]f[a-f0-9]$/i.test(color ?? '');
}
