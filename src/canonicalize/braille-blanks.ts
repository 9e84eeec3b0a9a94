/**
 * The blank of Braille (U+2800) between letters of Latin, Greek or Cyrillic: nobody sees it in a disguised word, and some texts have it for
 * spaces. It is deleted where that makes a word of few letters; a line with many blanks keeps its words.
 */
import { lazyPattern } from '../unspaced.ts';
import { ACCENTS, CYRILLIC_LETTERS, GREEK_LETTERS, INVISIBLE, LATIN_LETTERS } from './letter-ranges.ts';

/** The letter table has a text with one brought to NFC. */
export const BRAILLE_BLANK = '\u2800';
const MOST_LETTERS = 20;

const letter = lazyPattern(`[${LATIN_LETTERS}${GREEK_LETTERS}${CYRILLIC_LETTERS}]`, '');
const accent = lazyPattern(`[${ACCENTS}]`, '');
const part = lazyPattern(
  `[${LATIN_LETTERS}${GREEK_LETTERS}${CYRILLIC_LETTERS}${ACCENTS}${INVISIBLE}${BRAILLE_BLANK}]`,
  '',
);

/** The places of the blanks that are deleted, in ascending order. */
export function blanksInWords(text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(BRAILLE_BLANK); at !== -1; at = text.indexOf(BRAILLE_BLANK, at)) {
    const start = at;
    while (at < text.length && part().test(text[at])) at++;
    let first = start;
    while (first > 0 && part().test(text[first - 1])) first--;
    const letters = lettersIn(text, first, at);
    if (letters.length > MOST_LETTERS) continue;
    for (let p = start; p < letters[letters.length - 1]; p++) {
      // an accent after a blank is not that of the letter before it
      if (text[p] === BRAILLE_BLANK && p > letters[0] && !accent().test(text[p + 1])) places.push(p);
    }
  }
  return places;
}

/** The places of the letters from `first` on, one more than count at most. */
function lettersIn(text: string, first: number, end: number): number[] {
  const places: number[] = [];
  for (let p = first; p < end && places.length <= MOST_LETTERS; p++)
    if (letter().test(text[p])) places.push(p);
  return places;
}

/** The same text without them. */
export function withoutBlanksInWords(text: string): string {
  let kept = '';
  let from = 0;
  for (const place of blanksInWords(text)) {
    kept += text.slice(from, place);
    from = place + 1;
  }
  return kept + text.slice(from);
}
