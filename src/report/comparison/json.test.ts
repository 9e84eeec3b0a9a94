import { describe, expect, it } from 'vitest';
import type { JsonComparison, JsonComparisonSummary } from '../../answers/comparisons.ts';
import { comparisonObjects } from './json.ts';
import { sampleComparison } from './sample-comparison.cases.ts';
import { chineseTexts, threeTexts, twoTexts } from './texts.cases.ts';

describe('a comparison as JSON', () => {
  it('a comparison as JSON is one object for two texts, with the names of the contract', () => {
    const [found, ...rest] = comparisonObjects(twoTexts()) as JsonComparison[];
    expect(rest).toEqual([]);
    expect(Object.keys(found)).toEqual([
      'a',
      'b',
      'similarity',
      'identical',
      'paperSimilarity',
      'kinds',
      'words',
      'sentences',
      'passages',
    ]);
    expect(found).toMatchObject({ a: 'essay.txt', b: 'article.html' });
    expect(found.passages[1]).toMatchObject({ kind: 'edited', score: 0.72, best: true });
    expect(Object.keys(found.passages[0].a)).toEqual([
      'start',
      'end',
      'sentence',
      'sentences',
      'words',
      'line',
      'column',
      'endLine',
    ]);
  });

  it('a comparison has its matrix only if it is asked for: its size, and the cells with their marks', () => {
    const [without] = comparisonObjects(twoTexts()) as JsonComparison[];
    expect(without).not.toHaveProperty('matrix');
    const [{ matrix }] = comparisonObjects(twoTexts(), true) as JsonComparison[];
    const { row, column, p } = twoTexts().sources[0].matrix;
    expect(matrix!.cells).toEqual(
      [...row].map((number, i) => ({
        row: number,
        column: column[i],
        p: Math.round(p[i] * 1e4) / 1e4,
        mark: 'order',
      })),
    );
    expect([matrix!.rows, matrix!.columns]).toEqual([
      twoTexts().text.sentences.length,
      twoTexts().sources[0].sentences.length,
    ]);
  });

  it('says which words of either text are not what they look like', () => {
    const [text, source] = ['Your p\u0430ypal account is closed.', 'Your paypal account is closed.'];
    const a = {
      mixedWords: 1,
      invisible: 0,
      examples: [{ start: 5, end: 11, text: 'p\\u0430ypal', readAs: 'paypal' }],
    };
    const two = sampleComparison({ id: 'a', text }, [{ id: 'b', text: source }], []);
    expect(comparisonObjects(two)).toMatchObject([{ disguises: { a } }]);
    const turned = sampleComparison({ id: 'b', text: source }, [{ id: 'a', text }], []);
    expect(comparisonObjects(turned)).toMatchObject([{ disguises: { b: a } }]);
  });

  it('gives places that slice both texts', () => {
    const comparison = chineseTexts();
    const [{ passages }] = comparisonObjects(comparison) as JsonComparison[];
    const cut = passages.map(({ a, b }) => [
      comparison.text.text.slice(a.start, a.end),
      comparison.sources[0].text.slice(b.start, b.end),
    ]);
    expect(cut).toEqual([
      ['石岬的灯塔建于一八七一年。', '石岬的灯塔建于一八七一年。'],
      ['晴朗的夜晚，村里也能看见它的光。', '晴朗的夜晚，城里也能望见它的光。'],
    ]);
  });

  it('a comparison as JSON is one object for each of several sources, and a summary that counts each word once', () => {
    const comparison = threeTexts();
    const objects = comparisonObjects(comparison);
    expect(objects.slice(0, -1)).toMatchObject([{ b: 'article.html' }, { b: 'guide.md' }]);
    const { summary } = objects.at(-1) as { summary: JsonComparisonSummary };
    expect(summary).toMatchObject({ a: 'essay.txt', sources: 2, passages: 5, engine: 'scalar' });
    expect(summary.similarity).toBeCloseTo(comparison.similarity, 4);
    const kinds = Object.values(summary.kinds);
    expect(kinds.reduce((sum, share) => sum + share, 0)).toBeCloseTo(comparison.similarity, 3);
    const [first, second] = objects as JsonComparison[];
    expect(first.similarity.a + second.similarity.a).toBeGreaterThan(comparison.similarity);
    expect(first.passages.find(({ kind }) => kind === 'synonyms')?.best).toBe(false);
  });
});
