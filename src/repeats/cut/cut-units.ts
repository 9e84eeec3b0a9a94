/** What is cut as a whole: the sentences, lines or paragraphs of a text, or its single words. */
import type { WordPlaces } from '../../canonicalize/index.ts';
import type { Span } from '../../comparison.ts';
import { splitSentences } from '../../passages/index.ts';
import { paragraphsOf } from '../../read/index.ts';
import type { CutUnit } from '../../repeats.ts';

/** Units with the words [from, to). Those without a word are left out. */
export interface UnitOfWords extends Span {
  readonly from: number;
  readonly to: number;
}

export function unitsOf(text: string, words: WordPlaces, unit: CutUnit, lang?: string): UnitOfWords[] {
  const { starts, ends } = words;
  if (unit === 'words') {
    return Array.from(starts, (start, from) => ({ start, end: ends[from], from, to: from + 1 }));
  }
  const found: UnitOfWords[] = [];
  let word = 0;
  for (const { start, end } of spansOf(text, unit, lang)) {
    while (word < starts.length && starts[word] < start) word++;
    const from = word;
    while (word < starts.length && starts[word] < end) word++;
    // a sentence of very many words may end inside one
    if (word > from) found.push({ start, end: Math.max(end, ends[word - 1]), from, to: word });
  }
  return found;
}

/** Units, divided where one of these spans begins. Both are in their order. */
export function dividedAt(
  units: readonly UnitOfWords[],
  words: WordPlaces,
  spans: readonly Span[],
): UnitOfWords[] {
  const found: UnitOfWords[] = [];
  let next = 0;
  for (const { start, end, from, to } of units) {
    let [first, begin] = [from, start];
    const add = (before: number, last: number) => {
      if (last > first) found.push({ start: begin, end: before, from: first, to: last });
      [first, begin] = [last, before];
    };
    while (next < spans.length && spans[next].start <= start) next++;
    for (; next < spans.length && spans[next].start < end; next++) {
      let last = first;
      while (last < to && words.starts[last] < spans[next].start) last++;
      add(spans[next].start, last);
    }
    add(end, to);
  }
  return found;
}

function spansOf(text: string, unit: Exclude<CutUnit, 'words'>, lang: string | undefined): readonly Span[] {
  if (unit === 'sentences') return splitSentences(text, lang);
  return unit === 'paragraphs' ? paragraphsOf(text) : linesOf(text);
}

function linesOf(text: string): Span[] {
  const lines: Span[] = [];
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    lines.push({ start, end: end === -1 ? text.length : end });
    start = end === -1 ? text.length : end + 1;
  }
  return lines;
}
