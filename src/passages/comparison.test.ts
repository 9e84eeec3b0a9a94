import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Comparison } from '../comparison.ts';
import { openEngine } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import { Aligner, Fate } from './align.ts';
import { compareTexts } from './comparison.ts';
import { pairWords } from './pair-words.ts';

const SETTINGS = { similarWeight: 0.6, rightWeight: 0.8, minWords: 4, clauses: false };
let engine: Engine;

beforeAll(async () => {
  engine = await openEngine({ engine: 'wasm', threads: 1 });
});

function run(a: string, sources: readonly string[], minWords = SETTINGS.minWords): Promise<Comparison> {
  const label = (text: string, id: string) => ({ id, text, lang: 'en' });
  return compareTexts(
    engine,
    label(a, 'a'),
    sources.map((text, i) => label(text, String(i))),
    { ...SETTINGS, minWords },
    { thesauri: [], stem: (word) => word },
  );
}

/** Texts of few words, so that they have a lot in common, and in more than one way. */
function text(words = 12) {
  const word = fc.nat(words).map((n) => `w${n}`);
  const sentence = fc.array(word, { minLength: 1, maxLength: 9 }).map((list) => `W${list.join(' ')}.`);
  return fc
    .array(fc.tuple(sentence, fc.constantFrom(' ', ' ', '\n\n')), { maxLength: 14 })
    .map((parts) => parts.map((part) => part.join('')).join(''));
}

describe('a comparison', () => {
  it('a comparison has passages that lie in both texts, are sorted, and add up to what it says', async () => {
    await fc.assert(
      fc.asyncProperty(text(), text(), text(30), async (a, b, c) => {
        const { passages, similarity, sources, text: own } = await run(a, [b, c]);
        const marked = new Uint8Array(a.length);
        let last = 0;
        for (const { a: left, b: right, source, score, kind, best } of passages) {
          const other = sources[source];
          expect(left.start).toBeGreaterThanOrEqual(last);
          last = left.start;
          for (const [side, whole] of [[left, own] as const, [right, other] as const]) {
            expect(side.start).toBeLessThan(side.end);
            expect(side.end).toBeLessThanOrEqual(whole.text.length);
            expect(side.words).toBeGreaterThan(0);
            expect(side.sentence + side.sentences).toBeLessThanOrEqual(whole.sentences.length);
            expect(whole.sentences[side.sentence].start).toBeLessThanOrEqual(side.start);
            expect(whole.sentences[side.sentence + side.sentences - 1].end).toBeGreaterThanOrEqual(side.end);
          }
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(1);
          if (kind === 'identical') {
            expect(score).toBe(1);
            const plain = (part: string) => part.toLowerCase().match(/w\d+/g);
            const [mine, theirs] = [a.slice(left.start, left.end), other.text.slice(right.start, right.end)];
            expect(plain(mine)).toEqual(plain(theirs));
          }
          if (best) marked.fill(1, left.start, left.end);
        }
        // the best passages alone have every word that counts
        const words = [...a.matchAll(/W?w\d+/g)];
        const counted = words.filter(({ index }) => marked[index] === 1).length;
        expect(similarity).toBeCloseTo(words.length === 0 ? 0 : counted / words.length, 10);
        expect([...sources].sort((x, y) => y.similarity.a - x.similarity.a)).toEqual(sources);
      }),
      { numRuns: 300 },
    );
  });

  it('a comparison of a text with itself has all of it, and all of it identical', async () => {
    await fc.assert(
      fc.asyncProperty(text(), async (a) => {
        const { similarity, sources, text: own } = await run(a, [a], 1);
        expect(similarity).toBe(own.words === 0 ? 0 : 1);
        expect(sources[0].similarity).toEqual({ a: similarity, b: similarity });
        expect(sources[0].paperSimilarity).toEqual({ a: similarity, b: similarity });
      }),
      { numRuns: 100 },
    );
  });
});

describe('alignments', () => {
  it('pair words in ascending order and say truly which are the same', () => {
    const words = fc.array(fc.nat(6), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(words, words, fc.nat(), fc.nat(), (left, right, x, y) => {
        const [a, b] = [Uint32Array.from(left), Uint32Array.from(right)];
        const [i, j] = [x % a.length, y % b.length];
        const scores = {
          match: new Uint8Array(7).fill(4),
          mayRelate: new Uint8Array(7),
          related: () => false,
        };
        const { aStart, aEnd, bStart, bEnd, partners, fates } = new Aligner(a, b, scores).around(i, j);
        expect([aStart <= i, aEnd >= i, bStart <= j, bEnd >= j]).toEqual([true, true, true, true]);
        let last = bStart - 1;
        partners.forEach((partner, at) => {
          if (partner === -1) return;
          expect(partner).toBeGreaterThan(last);
          expect(partner).toBeLessThan(bEnd);
          last = partner;
          expect(fates[at] === Fate.same).toBe(a[aStart + at] === b[partner]);
        });
      }),
    );
  });

  it('alignments follow a copy through words that were changed, left out and put in', () => {
    const copy = Array.from({ length: 60 }, (_, i) => i);
    const edited = copy.flatMap((word) =>
      word % 10 === 4 ? [] : word % 10 === 7 ? [word, 90] : word % 10 === 9 ? [91] : [word],
    );
    const [a, b] = [Uint32Array.from([95, ...edited, 96]), Uint32Array.from([97, 98, ...copy, 99])];
    const scores = {
      match: new Uint8Array(100).fill(4),
      mayRelate: new Uint8Array(100),
      related: () => false,
    };
    const { aStart, aEnd, bStart, bEnd, fates } = new Aligner(a, b, scores).around(21, b.indexOf(a[21]));
    expect([aStart, aEnd, bStart, bEnd]).toEqual([1, a.length - 2, 2, b.length - 2]);
    expect(fates.filter((fate) => fate === Fate.same)).toHaveLength(48);
  });
});

describe('pairs of words', () => {
  it('pairs of words are as many equal ones as the longest common subsequence has, then synonyms', () => {
    const related = (x: number, y: number) => x + y === 100;
    const partners = pairWords(Uint32Array.of(1, 2, 3, 4, 5), Uint32Array.of(2, 97, 1, 4, 9), related);
    expect([...partners]).toEqual([-1, 0, 1, 3, -1]);
  });
});
