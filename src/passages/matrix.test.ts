import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../engines/index.ts';
import type { Engine } from '../engines.ts';

import { type LcsCells, lcsCells, type MatrixOptions } from './matrix.ts';
import type { SentenceNumbers } from './matrix-input.ts';

const engines: Engine[] = [];

beforeAll(async () => {
  for (const engine of ['scalar', 'wasm'] as const) {
    for (const threads of [1, 2]) engines.push(await openEngine({ engine, threads }));
  }
});

afterAll(async () => {
  for (const engine of engines) await engine.close();
});

function sentences(list: readonly (readonly number[])[]): SentenceNumbers {
  const starts = new Uint32Array(list.length + 1);
  list.forEach((words, i) => {
    starts[i + 1] = starts[i] + words.length;
  });
  return { numbers: Uint32Array.from(list.flat()), starts };
}

function cellsOf({ row, column, lcs }: LcsCells): string[] {
  return [...row].map((r, i) => `${r} ${column[i]} ${lcs[i]}`);
}

/** All cells, one by one, as paper D has them. */
function plainly(
  a: readonly (readonly number[])[],
  b: readonly (readonly number[])[],
  weight: number,
): string[] {
  return a.flatMap((d, row) =>
    b.flatMap((e, column) => {
      const lcs = plainLcs(d, e);
      return Math.min(lcs / d.length, lcs / e.length) > weight ? [`${row} ${column} ${lcs}`] : [];
    }),
  );
}

function plainLcs(d: readonly number[], e: readonly number[]): number {
  const table = Array.from({ length: d.length + 1 }, () => new Array<number>(e.length + 1).fill(0));
  for (let i = 1; i <= d.length; i++) {
    for (let j = 1; j <= e.length; j++) {
      table[i][j] =
        d[i - 1] === e[j - 1] ? table[i - 1][j - 1] + 1 : Math.max(table[i - 1][j], table[i][j - 1]);
    }
  }
  return table[d.length][e.length];
}

/** Sentences of few words that repeat, with copies of some, and now and then one longer than 64 and 128 words. */
function text() {
  const word = fc.oneof({ weight: 3, arbitrary: fc.nat(5) }, { weight: 2, arbitrary: fc.nat(40) });
  const sentence = fc.oneof(
    { weight: 8, arbitrary: fc.array(word, { maxLength: 9 }) },
    { weight: 1, arbitrary: fc.array(fc.nat(3), { minLength: 60, maxLength: 200 }) },
  );
  return fc.array(sentence, { maxLength: 12 });
}

describe('the matrix', () => {
  it('the matrix is the same for any tile, any number of threads, pruned or not, scalar or wasm', async () => {
    await fc.assert(
      fc.asyncProperty(
        text(),
        text(),
        fc.integer({ min: 1, max: 14 }),
        fc.constantFrom(0, 0.3, 0.6, 0.8, 0.99),
        async (a, b, tile, similarWeight) => {
          // B also has sentences of A, some with a word left out
          const copies = a.flatMap((words, i) =>
            i % 2 === 0 ? [words.filter((_, at) => at % 5 !== 3)] : [words],
          );
          const other = [...b, ...copies];
          const expected = plainly(a, other, similarWeight);
          for (const engine of engines) {
            const computed = new Set<number>();
            const options: MatrixOptions[] = [
              { similarWeight },
              { similarWeight, tile },
              { similarWeight, tile, pruned: false },
            ];
            for (const [i, option] of options.entries()) {
              const cells = await lcsCells(engine, sentences(a), sentences(other), option);
              expect(cellsOf(cells)).toEqual(expected);
              if (i < 2) computed.add(cells.computed);
            }
            // and tiles rule out the same cells
            expect(computed.size).toBe(1);
          }
        },
      ),
      { numRuns: 60 },
    );
  }, 30_000);

  it('refuses a tile that makes more than a million tasks, with the least one', async () => {
    const long = { numbers: new Uint32Array(1200), starts: Uint32Array.from({ length: 1201 }, (_, i) => i) };
    await expect(lcsCells(engines[0], long, long, { similarWeight: 0.6, tile: 1 })).rejects.toThrow(
      'Expected `tile` to be at least 3 for texts of 1200 and 1200 sentences, got `1`.',
    );
  });

  it('computes no cell of sentences that share no word, or are too different in length', async () => {
    const a = sentences([
      [1, 2, 3, 4],
      [5, 6],
    ]);
    const b = sentences([[7, 8, 9], [5, 6, 7, 8, 9], [1, 2, 3, 9], []]);
    const { computed } = await lcsCells(engines[2], a, b, { similarWeight: 0.6 });
    expect(computed).toBe(1);
  });

  it('the matrix has room for all cells of a tile, however many', async () => {
    const a = sentences(Array.from({ length: 150 }, () => [1, 2, 3]));
    for (const engine of engines) {
      const { row, computed } = await lcsCells(engine, a, a, { similarWeight: 0.6 });
      expect(row.length).toBe(22_500);
      expect(computed).toBe(22_500);
    }
  });

  it('the matrix has some cells of every sentence, if all would be too many, and the same for every engine', async () => {
    // rows of tables: 1 2 … 8, a number, and one of ten values
    const table = (length: number, from: number) =>
      sentences(Array.from({ length }, (_, i) => [1, 2, 3, 4, 5, 6, 7, 8, 100 + i + from, 20 + (i % 10)]));
    for (const [n, m, shift] of [
      [300, 300, 0],
      [300, 300, 37],
      [40, 2000, 900],
      [2000, 40, -900],
    ]) {
      const [a, b] = [table(n, Math.max(0, shift)), table(m, Math.max(0, -shift))];
      const expected = cellsOf(await lcsCells(engines[0], a, b, { similarWeight: 0.6 }));
      const partial = [];
      for (const engine of engines) {
        partial.push(await lcsCells(engine, a, b, { similarWeight: 0.6, maxCells: 1000, tile: 7 }));
      }
      const [{ row, column, lcs, computed }] = partial;
      for (const other of partial) expect(other).toEqual(partial[0]);
      const whole = new Set(expected);
      expect(cellsOf(partial[0]).filter((cell) => !whole.has(cell))).toEqual([]);
      expect(partial[0].partial).toBe(true);
      expect(computed).toBeLessThan(40 * (n + m));
      expect([new Set(row).size, new Set(column).size]).toEqual([n, m]);
      // a row with the same number is found wherever it is
      const equal = [...lcs].filter(
        (length, i) => length >= 9 && b.numbers[10 * column[i] + 8] === a.numbers[10 * row[i] + 8],
      );
      expect(equal.length).toBe(Math.min(n, m) - (n === m ? Math.abs(shift) : 0));
    }
    // and the engine is as good as before
    const again = await lcsCells(engines[3], table(20, 0), table(20, 0), { similarWeight: 0.6, tile: 7 });
    expect(again.row.length).toBe(400);
  });
});
