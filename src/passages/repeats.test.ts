import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import { compareTexts } from './comparison.ts';
import { markCells } from './mark.ts';
import { lcsCells } from './matrix.ts';
import { Neighbors } from './neighbors.ts';
import { cellsOfAll, distinctSentences } from './repeated-sentences.ts';
import { findRepeats } from './repeats.ts';
import type { Synonyms } from './thesaurus.ts';

const SETTINGS = { similarWeight: 0.6, rightWeight: 0.8, minWords: 8, clauses: false };
const SENTENCE = 'The quick brown fox jumps over the lazy dog near the river bank. ';
let engine: Engine;

beforeAll(async () => {
  engine = await openEngine({ engine: 'wasm', threads: 1 });
});

afterAll(() => engine.close());

async function shares(a: string, b: string) {
  const [text, source] = [a, b].map((one, i) => ({ id: String(i), text: one, lang: 'en' }));
  const vocabulary = { thesauri: [], stem: (word: string) => word };
  const found = await compareTexts(engine, text, [source], SETTINGS, vocabulary);
  return { ...found.sources[0].similarity, identical: found.sources[0].identical, passages: found.passages };
}

describe('texts that repeat themselves', () => {
  it.each([
    ['sentences', SENTENCE],
    ['short sentences', 'Yes sir. '],
    ['words without a sentence', 'all work and no play makes jack a dull boy and so on '],
    ['one word', 'a '],
    ['characters', '我们都是好孩子。'],
  ])(
    'texts that repeat themselves are found whole in each other, but are not identical: %s',
    async (_, unit) => {
      for (const [n, m] of [
        [60, 20],
        [20, 60],
      ]) {
        const { passages, ...found } = await shares(unit.repeat(n), unit.repeat(m));
        expect(found).toEqual({ a: 1, b: 1, identical: false });
        expect(passages.length).toBeLessThanOrEqual(3);
      }
      expect(await shares(unit.repeat(30), unit.repeat(30))).toMatchObject({ a: 1, b: 1, identical: true });
    },
  );

  it('texts that repeat themselves are found although another text stands before and behind them, and one word is changed', async () => {
    const words = (name: string) => Array.from({ length: 40 }, (_, i) => `${name}${i}`).join(' ');
    const [before, behind] = [words('x'), words('y')];
    const a = `${before}. ${SENTENCE.repeat(20)}${SENTENCE.replace('lazy', 'tired')}${SENTENCE.repeat(20)}`;
    const found = await shares(a, `${SENTENCE.repeat(41)}${behind}.`);
    expect(found.a).toBeCloseTo((41 * 13) / (41 * 13 + 40), 10);
    expect(found.b).toBeCloseTo((41 * 13) / (41 * 13 + 40), 10);
    // the changed word stays at its place
    expect(found.passages.every(({ a: own, b }) => own.sentence - b.sentence === 1)).toBe(true);
  });

  it('texts of thousands of nearly equal sentences are found whole in each other', async () => {
    const table = (factor: number) =>
      Array.from({ length: 3000 }, (_, i) => `Row ${i} of the table has value ${(i * factor) % 10}.`).join(
        '\n',
      );
    expect(await shares(table(3), table(7))).toMatchObject({ a: 1, b: 1, identical: false });
  });

  it('texts that repeat themselves cost one cell of the matrix for every distinct sentence, and have a cell at every place', async () => {
    const sentences = (times: number) => {
      const starts = Uint32Array.from({ length: times + 1 }, (_, i) => 5 * i);
      return { numbers: Uint32Array.from({ length: 5 * times }, (_, i) => i % 5), starts };
    };
    const [rows, columns] = [distinctSentences(sentences(50_000)), distinctSentences(sentences(5_000))];
    const lcs = await lcsCells(engine, rows, columns, SETTINGS);
    expect(lcs.computed).toBe(1);
    const synonyms = { are: () => false } as unknown as Synonyms;
    const cells = cellsOfAll(markCells(lcs, rows, columns, SETTINGS, synonyms), rows, columns);
    expect(cells.row.length).toBe(50_000);
    expect(new Set(cells.row).size).toBe(50_000);
    expect(new Set(cells.column).size).toBe(5_000);
  });

  it('texts that repeat themselves have the cells that the whole matrix has while there are few', async () => {
    const sentence = fc.array(fc.nat(2), { minLength: 1, maxLength: 3 });
    const side = fc.array(sentence, { minLength: 1, maxLength: 12 }).map((list) => {
      const starts = [0];
      for (const { length } of list) starts.push(starts[starts.length - 1] + length);
      return { numbers: Uint32Array.from(list.flat()), starts: Uint32Array.from(starts) };
    });
    const synonyms = { are: () => false } as unknown as Synonyms;
    await fc.assert(
      fc.asyncProperty(side, side, async (a, b) => {
        const [rows, columns] = [distinctSentences(a), distinctSentences(b)];
        const lcs = await lcsCells(engine, rows, columns, SETTINGS);
        const whole = await lcsCells(engine, a, b, SETTINGS);
        expect(cellsOfAll(markCells(lcs, rows, columns, SETTINGS, synonyms), rows, columns)).toEqual(
          markCells(whole, a, b, SETTINGS, synonyms),
        );
      }),
    );
  });

  it('runs of texts that repeat themselves are found by comparing each word a few times, whatever is repeated', () => {
    for (const period of [1, 2, 13, 1000]) {
      const [n, m] = [500_000, 50_000 + 3];
      const [a, b] = [n, m].map((length) => Uint32Array.from({ length }, (_, i) => i % period));
      const covered = { a: new Uint8Array(n), b: new Uint8Array(m) };
      const { regions, compared } = findRepeats(a, b, covered, 8, new Neighbors(n, 10));
      expect(compared).toBeLessThan(4 * (n + m));
      expect(regions.length).toBeLessThan(20);
      expect(covered.a.indexOf(0)).toBe(-1);
      expect(covered.b.indexOf(0)).toBe(-1);
    }
  });
});
