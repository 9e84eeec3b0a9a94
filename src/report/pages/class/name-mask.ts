/**
 * Names inside the texts of a pair whose names are hidden: the words of a file's name that no many others have, and what follows `Student:`,
 * `Name:` and the like at the head of a text. They become as many letters, so that words stay words and every figure stays.
 */
import type { ComparisonRows, ParagraphRow, SegmentRow, TextRows } from '../comparison/rows.ts';

/** Characters at the head of a text where such lines are looked for, and words that are masked at most. */
const HEAD = 4000;
const MOST_WORDS = 200;
/** A word of this part of all names says what the files are, not whose. */
const SHARED_BY = 1 / 5;

const LABELS = [
  ...['student(?:in)?', 'full name', 'first name', 'last name', 'surname', 'name', 'author', 'candidate'],
  ...['(?:written|submitted|prepared) by', 'matriculation', 'matrikelnummer', 'verfasser(?:in)?', 'e-?mail'],
  ...[
    'студент(?:ка)?',
    'ім.?я',
    'прізвище',
    'п\\.?і\\.?б\\.?',
    'автор(?:ка)?',
    'викона(?:в|ла)',
    'підготува(?:в|ла)',
  ],
  ...['уч(?:ень|ениця)', 'пошта', '姓名', '学生', '學生', '作者', '学号', '學號'],
];
/** `Student name and number:` */
const MORE = '(?:[ \\t]*(?:name|id|no\\.?|number|and|&|/|та|і|номер|група)[^:：\\n]{0,24})?';
const LABELED = new RegExp(`^[ \\t]*(?:${LABELS.join('|')})${MORE}[ \\t]*[:：](.+)$`, 'gimu');
const WORD = /[\p{L}\p{M}]{2,}|\d{3,}/gu;
const HAN = /\p{Script=Han}/u;
const ADDRESS = /[^\s@]{1,64}@[^\s@]{1,255}/gu;

interface Pair {
  readonly a: string;
  readonly b: string;
}

export class NameMask {
  private readonly shared: ReadonlyMap<string, number>;
  private readonly most: number;

  /** @param ids Those of all documents. */
  constructor(ids: Iterable<string>) {
    const all = new Set(ids);
    const shared = new Map<string, number>();
    for (const id of all) for (const word of wordsIn(id)) shared.set(word, (shared.get(word) ?? 0) + 1);
    this.shared = shared;
    this.most = Math.max(1, all.size * SHARED_BY);
  }

  static of(pairs: readonly Pair[]): NameMask {
    return new NameMask(pairs.flatMap(({ a, b }) => [a, b]));
  }

  /** @param ids The names that are hidden. @param shown Those that take their place. */
  hide(rows: ComparisonRows, ids: Pair, shown: Pair): ComparisonRows {
    const [source] = rows.sources;
    const words = new Set([
      ...[ids.a, ids.b].flatMap((id) => this.ownWords(id)),
      ...[rows.text, source].flatMap(headWords),
    ]);
    const mask = maskOf([...words].slice(0, MOST_WORDS));
    return {
      ...rows,
      text: { ...maskedText(rows.text, mask), id: shown.a },
      sources: [{ ...source, ...maskedText(source, mask), id: shown.b }],
      canonicalWords: rows.canonicalWords.filter(([token]) => !words.has(token)),
    };
  }

  private ownWords(id: string): string[] {
    return wordsIn(id).filter((word) => (this.shared.get(word) ?? 1) <= this.most);
  }
}

/** Words of the name of a file, without its folders. */
function wordsIn(id: string): string[] {
  const words = id.slice(id.lastIndexOf('/') + 1).match(WORD) ?? [];
  return [...new Set(words.map((word) => word.toLowerCase()))];
}

/** Words after `Student:` and the like. */
function headWords({ paragraphs }: TextRows): string[] {
  let head = '';
  for (const row of paragraphs) {
    if (head.length > HEAD) break;
    if (typeof row !== 'number') head += `${row.map(([text]) => text).join('')}\n`;
  }
  return [...head.slice(0, HEAD).matchAll(LABELED)].flatMap(([, rest]) =>
    (rest.match(WORD) ?? []).map((word) => word.toLowerCase()),
  );
}

type Mask = (text: string) => string;

/** A name begins with a capital letter, if its script has them: other words are left. */
function maskOf(words: readonly string[]): Mask {
  const alternatives = [...words]
    .sort((x, y) => y.length - x.length)
    .map((word) => (HAN.test(word) ? word : `(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`));
  const names = alternatives.length === 0 ? undefined : new RegExp(alternatives.join('|'), 'giu');
  return (text) => {
    const masked = text.replace(ADDRESS, hidden);
    if (names === undefined) return masked;
    return masked.replace(names, (word) => (isSmall(word[0]) ? word : hidden(word)));
  };
}

function isSmall(letter: string): boolean {
  return letter !== letter.toUpperCase();
}

function hidden(word: string): string {
  return word
    .replace(/\p{Script=Han}/gu, '某')
    .replace(/[\p{L}\p{M}\p{N}]/gu, (letter) => (HAN.test(letter) ? letter : 'X'));
}

function maskedText<Text extends TextRows>(text: Text, mask: Mask): Text {
  const { disguises } = text;
  return {
    ...text,
    paragraphs: text.paragraphs.map(
      (row): ParagraphRow => (typeof row === 'number' ? row : row.map(segment)),
    ),
    // examples are words of the text
    ...(disguises && { disguises: { ...disguises, examples: [] } }),
  };

  function segment(row: SegmentRow): SegmentRow {
    const [before, words, parts, quoted, compared] = row;
    const after = mask(before);
    if (after === before) return row;
    // words that are compared as others would give names away
    return compared === undefined ? [after, words, parts, quoted] : [after, words, parts, quoted, []];
  }
}
