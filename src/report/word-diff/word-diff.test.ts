import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CanonicalWords } from './canonical-words.ts';
import { textDiff, wordDiff } from './word-diff.ts';

const words = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', 'b', 'c', 'ї', '中', 'ก', '👩‍👧', ',', '’'),
      fc.constantFrom('', ' ', '\n\n'),
    ),
  )
  .map((parts) => parts.flat().join(''));
const anyText = fc.oneof(words, fc.string({ unit: 'binary' }));

const tokens = (text: string) => new CanonicalWords().tokensOf(text);

const sides = (a: string, b: string) => {
  const parts = textDiff(a, b);
  const show = (side: 'a' | 'b') =>
    parts.map((part) => (part.same ? part[side].join('') : `[${part[side].join('')}]`)).join('');
  return [show('a'), show('b')];
};

describe('the word diff', () => {
  it('takes hundreds of thousands of words, with signs that only one text has between them', () => {
    const long = 'word '.repeat(300_000);
    const parts = wordDiff(tokens(`so — ${long}`), tokens(`so ${long}`));
    expect(parts.map(({ same, a, b }) => [same, a.length, b.length])).toEqual([[true, 300_002, 300_001]]);
  });

  it('loses nothing: its parts make up both texts', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const parts = textDiff(a, b);
        expect(parts.flatMap((part) => part.a).join('')).toBe(a);
        expect(parts.flatMap((part) => part.b).join('')).toBe(b);
      }),
    );
  });

  it('calls the same only what is the same but for white space, and alternates', () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        const parts = textDiff(a, b);
        parts.forEach((part, i) => {
          if (i > 0) expect(part.same).toBe(!parts[i - 1].same);
          if (part.same) expect(part.a.map((t) => t.trim())).toEqual(part.b.map((t) => t.trim()));
        });
      }),
    );
  });

  it('finds as many common words as there are', () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        const parts = textDiff(a, b);
        const found = parts.filter((part) => part.same).reduce((sum, part) => sum + part.a.length, 0);
        const [left, right] = [parts.flatMap((part) => part.a), parts.flatMap((part) => part.b)];
        expect(found).toBe(commonLength(left.map(trim), right.map(trim)));
      }),
    );
  });

  it('marks words, signs, and single characters of scripts without spaces', () => {
    expect(sides('The quick fox, he said.', 'The slow fox; he said.')).toEqual([
      'The [quick ]fox[, ]he said.',
      'The [slow ]fox[; ]he said.',
    ]);
    expect(sides('我们今天去公园', '我们明天去公园')).toEqual(['我们[今]天去公园', '我们[明]天去公园']);
    expect(sides("комп'ютер її", "комп'ютер його")).toEqual(["комп'ютер [її]", "комп'ютер [його]"]);
  });

  it('ignores case and signs if only words count, and still loses nothing', () => {
    const parts = wordDiff(tokens('The fox, he said: Run!'), tokens('“the fox” he cried. Run'));
    expect(parts.map(({ same, a, b }) => [same, a.join(''), b.join('')])).toEqual([
      [true, 'The fox, he ', '“the fox” he '],
      [false, 'said: ', 'cried. '],
      [true, 'Run!', 'Run'],
    ]);
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const found = wordDiff(tokens(a), tokens(b));
        expect(found.flatMap((part) => part.a).join('')).toBe(a);
        expect(found.flatMap((part) => part.b).join('')).toBe(b);
      }),
    );
  });

  it('compares words by their place, and passes over letters that belong to no word', () => {
    const own = [
      { text: '使', word: '用' },
      { text: '用', word: '户' },
      { text: '者', word: '' },
      { text: '来', word: '来' },
    ];
    const other = [...'用户来'].map((text) => ({ text, word: text }));
    expect(wordDiff(own, other)).toEqual([
      { same: true, a: ['使', '用', '者', '来'], b: ['用', '户', '来'] },
    ]);
  });

  it('divides texts that are too long for one table at words that occur once', () => {
    const long = Array.from({ length: 6_000 }, (_, i) => (i % 3 === 0 ? `w${i} ` : 'the '));
    const other = long.map((word, i) => (i % 500 === 250 ? 'changed ' : word)).slice(7);
    const parts = textDiff(`start ${long.join('')}`, `begin ${other.join('')}end`);
    const changed = parts.filter((part) => !part.same).flatMap((part) => part.b);
    expect(changed).toEqual(['begin ', ...new Array(12).fill('changed '), 'end']);
  });

  it('gives up on long texts without a word in common, and says all of it differs', () => {
    const parts = textDiff('a b '.repeat(2_500), 'b a a '.repeat(2_000));
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.flatMap((part) => part.a).length).toBe(5_000);
  });
});

const trim = (token: string) => token.trim();

/** The length of the longest common subsequence, the plain way. */
function commonLength(a: string[], b: string[]): number {
  let above = new Array<number>(b.length + 1).fill(0);
  for (const word of a) {
    const row = [0];
    b.forEach((other, j) => {
      row.push(word === other ? above[j] + 1 : Math.max(above[j + 1], row[j]));
    });
    above = row;
  }
  return above[b.length];
}
