import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { letterTable } from '../../canonicalize/index.ts';
import { openEngine } from '../../engines/index.ts';
import { WORD_WEIGHT } from '../../engines/layouts/window-anchors.ts';
import { HashedWords } from '../../engines/scalar/weighted-words.ts';
import { utf8Bytes } from '../../platform/bytes.ts';
import { findRepeatedWords } from './find-repeats.ts';
import { PIECE_WIDTH } from './prove-runs.ts';

const pause = async () => {};
const engine = await openEngine({ threads: 1 });
/** Random corpora; NEARDUP_REPEATS asks for more, as test/soak/README.md says. */
const RUNS = Number(process.env.NEARDUP_REPEATS ?? 60);

interface Rule {
  readonly least: number;
  readonly copies: number;
  readonly keepsFirst: boolean;
  readonly ranks?: Uint32Array;
  readonly references?: number;
}

/** What is found in canonical texts: for every word that goes, the place of a word like it. */
async function found(texts: readonly string[], { references = 0, ...rule }: Rule) {
  const bytes = texts.map((text) => utf8Bytes(text));
  const words = texts.reduce((sum, text) => sum + wordsOf(text).length, 0);
  const canonicalText = (n: number) => bytes[n];
  const corpus = {
    ...{ length: texts.length, references, words },
    ...{ canonicalText, textsInOrder: () => canonicalText },
  };
  const { pieces, close } = await findRepeatedWords(corpus, engine, { ...rule, pause });
  try {
    return texts.map((text, document) => {
      const places: (readonly [number, number] | undefined)[] = new Array(wordsOf(text).length).fill(
        undefined,
      );
      const numbers = pieces.of(document);
      for (let at = 0; at < numbers.length; at += PIECE_WIDTH) {
        const [from, to, source, sourceFrom] = numbers.subarray(at, at + PIECE_WIDTH);
        for (let word = from; word < to; word++) {
          if (places[word] !== undefined) throw new Error(`word ${word} of text ${document} goes twice`);
          places[word] = [source, sourceFrom + word - from];
        }
      }
      return places;
    });
  } finally {
    close();
  }
}

/** The same words by a map of all windows. */
function expected(
  texts: readonly string[],
  { least, copies, keepsFirst, ranks, references = 0 }: Rule,
): boolean[][] {
  const goes = texts.map((text) => wordsOf(text).map(() => false));
  const places = new Map<string, (readonly [document: number, from: number, to: number])[]>();
  texts.forEach((text, document) => {
    const words = wordsOf(text);
    const weights = weightsOf(text);
    for (let from = 0; from < words.length; from++) {
      let to = from;
      for (let weight = 0; to < words.length && weight < WORD_WEIGHT * least; to++) weight += weights[to];
      const weight = weights.slice(from, to).reduce((sum, each) => sum + each, 0);
      if (weight < WORD_WEIGHT * least) break;
      const window = words.slice(from, to).join(' ');
      places.set(window, [...(places.get(window) ?? []), [document, from, to]]);
    }
  });
  for (const all of places.values()) {
    if (all.length < copies) continue;
    const rank = (document: number) => ranks?.[document] ?? document;
    const ordered = all.sort((a, b) => rank(a[0]) - rank(b[0]) || a[1] - b[1]);
    for (const [document, from, to] of keepsFirst ? ordered.slice(1) : ordered) {
      if (document >= references) goes[document].fill(true, from, to);
    }
  }
  return goes;
}

const wordsOf = (text: string) => (text === '' ? [] : text.split(' '));
const weightsOf = (text: string) => {
  const words = new HashedWords(letterTable()).read(utf8Bytes(text));
  return [...words.weights.subarray(0, words.count)];
};

async function check(texts: readonly string[], rule: Rule): Promise<void> {
  const places = await found(texts, rule);
  expect(places.map((each) => each.map((place) => place !== undefined))).toEqual(expected(texts, rule));
  const words = texts.map(wordsOf);
  const wrong = places.flatMap((each, document) =>
    each.filter((place, word) => {
      if (place === undefined) return false;
      const [source, at] = place;
      return (
        words[source][at] !== words[document][word] || (rule.keepsFirst && places[source][at] !== undefined)
      );
    }),
  );
  expect(wrong).toEqual([]);
}

/** Words of a text by an endless sequence of numbers. */
const lettersOf = (length: number, letter: (place: number) => number) =>
  Array.from({ length }, (_, place) => 'abcdefgh'[letter(place)]).join(' ');
const thueMorse = (place: number) => place.toString(2).replaceAll('0', '').length % 2;
const fibonacci = (place: number) =>
  Math.floor((place + 2) / 1.618033988749895) - Math.floor((place + 1) / 1.618033988749895);

const HOSTILE: readonly (readonly [name: string, texts: readonly string[]])[] = [
  ['one word again and again', [lettersOf(300, () => 0), lettersOf(40, () => 0)]],
  ['the Thue–Morse word', [lettersOf(600, thueMorse), lettersOf(300, (place) => thueMorse(place + 37))]],
  ['the Fibonacci word', [lettersOf(600, fibonacci), lettersOf(100, (place) => fibonacci(place + 5))]],
  ['periods of 2 to 7 words', [2, 3, 4, 5, 6, 7].map((period) => lettersOf(150, (place) => place % period))],
  [
    'repeats inside and across repeats',
    [
      `${'x y z '.repeat(9)}p q r ${'x y z '.repeat(9)}p q r s`,
      `p q r ${'x y z '.repeat(5)}p q r s t`,
      `z p q r ${'x y z '.repeat(2)}x y`,
    ].map((text) => text.trim()),
  ],
  [
    'characters of Chinese, beside words',
    [
      '中 文 字 a b c 中 文 字 很 多 中 文',
      'a b c 中 文 字 很 多 中 文 字',
      '很 多 中 文 字 𠀀 𠀁 很 多 中 文 字 𠀀 𠀁',
    ],
  ],
  ['empty and short texts', ['', 'a', 'a b', '', 'a b', 'b a b']],
];

describe('repeats', () => {
  for (const [name, texts] of HOSTILE) {
    it(`windows of ${name} go exactly where a map of all windows says, and lead to equal words that stay`, async () => {
      for (const least of [1, 2, 5, 13, 60]) {
        await check(texts, { least, copies: 2, keepsFirst: true });
        await check(texts, { least, copies: 2, keepsFirst: false });
      }
    });
  }

  it('random texts of few words go exactly where a map of all windows says, for any rule', async () => {
    const TEXTS = fc.array(
      fc
        .array(fc.constantFrom('a', 'b', 'c', 'ні', '中', '文'), { maxLength: 60 })
        .map((words) => words.join(' ')),
      { minLength: 1, maxLength: 8 },
    );
    const RULE = fc.record({
      least: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 1, max: 12 }) },
        fc.integer({ min: 13, max: 60 }),
      ),
      copies: fc.integer({ min: 2, max: 4 }),
      keepsFirst: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(TEXTS, RULE, fc.nat(), fc.nat(8), async (texts, rule, turn, before) => {
        const references = Math.min(before, texts.length - 1);
        // the reference comes first whatever the order of the others is
        const others = texts.length - references;
        const ranks = Uint32Array.from(texts, (_, i) =>
          i < references ? i : references + ((i + turn) % others),
        );
        await check(texts, rule);
        await check(texts, { ...rule, ranks, references });
      }),
      { numRuns: RUNS },
    );
  });

  it('copies and pieces of long texts go exactly where a map of all windows says', async () => {
    const random = (seed: number, length: number) =>
      Array.from({ length }, (_, i) => `w${(seed * 7919 + i * i * 31 + i) % 977}`).join(' ');
    const pieces = [1, 2, 3, 4].map((seed) => random(seed, 80 + 37 * seed));
    const texts = [
      pieces[0],
      `${pieces[1]} ${pieces[0]} ${pieces[2]}`,
      `${pieces[2]} ${pieces[0].split(' ').slice(20).join(' ')} ${pieces[3]} ${pieces[1]}`,
      `${pieces[3]} ${pieces[3]} ${pieces[0]}`,
    ];
    for (const least of [20, 50, 60]) {
      await check(texts, { least, copies: 2, keepsFirst: true });
      await check(texts, { least, copies: 3, keepsFirst: true });
      await check(texts, { least, copies: 2, keepsFirst: true, ranks: Uint32Array.of(3, 2, 1, 0) });
    }
  });

  it('texts that are equal until shortly after the first part that a kernel reads lose all that is equal', async () => {
    const words = Array.from({ length: 7200 }, (_, i) => `word${(i * i * 31 + i * 7) % 99_991}-of-the-text`);
    const text = words.join(' ');
    // about where the first 128 KB end
    const border = text.slice(0, 1 << 17).split(' ').length;
    const texts = [0, 20, 40, 60, 80].map((more) => {
      const before = words.slice(0, border + more - 10);
      return [...before, ...Array.from({ length: 60 }, (_, i) => `own${more}x${i}`)].join(' ');
    });
    await check(texts, { least: 50, copies: 2, keepsFirst: true });
  });
});
