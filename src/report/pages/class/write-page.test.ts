/** The page of a class, its clusters and its layout. */
import { describe, expect, test } from 'vitest';
import { twoTexts } from '../../comparison/texts.cases.ts';
import { clustersOf } from './clusters.ts';
import { layOut, packSquares } from './layout.ts';
import type { PairRow } from './rows.ts';
import { ClassTexts, writeClassPage } from './write-page.ts';

const pair = (a: string, b: string, share: number): PairRow => ({
  a,
  b,
  similarity: { a: share, b: share / 2 },
});

async function pageOf(pairs: readonly PairRow[], texts: ClassTexts): Promise<string> {
  const chunks: string[] = [];
  const rows = { pairs, documents: 4, notCompared: 3, excluded: ['form'], engine: 'scalar' };
  await writeClassPage({ write: (chunk) => void chunks.push(chunk) }, rows, texts);
  return chunks.join('');
}

describe('the page of a class', () => {
  test('has the texts of the pairs that share most, and says how many it leaves out', async () => {
    const pairs = [pair('a', 'b', 0.9), pair('c', 'd', 0.5), pair('a', 'c', 0.1)];
    const all = new ClassTexts();
    for (const each of pairs) all.add(each, twoTexts());
    const whole = await pageOf(pairs, all);
    expect(whole.match(/id="pair-\d"/g)).toEqual(['id="pair-0"', 'id="pair-1"', 'id="pair-2"']);
    expect(whole).not.toMatch(/\d pairs? (is|are) listed/);
    const length = all.of(pairs[0])!.length;
    const some = new ClassTexts({ texts: length * 1.5, pair: 1_000_000 });
    for (const each of [...pairs].reverse()) some.add(each, twoTexts());
    const page = await pageOf(pairs, some);
    expect(page.match(/id="pair-\d"/g)).toEqual(['id="pair-0"']);
    expect(page).toContain('2 pairs are listed without the texts');
  });

  test('no name of a document can become markup', async () => {
    const hostile = '</script><img src=x onerror=alert(1)>';
    const page = await pageOf([pair(hostile, 'b', 1)], new ClassTexts());
    expect(page).not.toContain('<img');
    expect(page.match(/<\/script>/g)?.length).toBe(2);
  });
});

test('clusters are the documents that pairs connect, the largest first', () => {
  const pairs = [pair('a', 'b', 0.9), pair('c', 'd', 0.5), pair('d', 'e', 0.4), pair('b', 'c', 0.1)];
  expect(clustersOf(pairs, 0.2).map(({ ids }) => [...ids].sort())).toEqual([
    ['c', 'd', 'e'],
    ['a', 'b'],
  ]);
  expect(clustersOf(pairs, 0).map(({ ids, share }) => [ids.length, share])).toEqual([[5, 0.9]]);
  expect(clustersOf(pairs, 1)).toEqual([]);
});

test('packed squares do not overlap', () => {
  const sides = [5, 4, 4, 2, 1, 1];
  const { places, width, height } = packSquares(sides);
  places.forEach(({ x, y }, i) => {
    expect(x + sides[i] <= width && y + sides[i] <= height).toBe(true);
    for (let j = 0; j < i; j++) {
      const apart = [x >= places[j].x + sides[j], y >= places[j].y + sides[j], places[j].x >= x + sides[i]];
      expect(apart.includes(true)).toBe(true);
    }
  });
});

test('a layout keeps all points apart and inside the square, linked ones nearer', () => {
  const links = [
    { from: 0, to: 1, weight: 1 },
    { from: 2, to: 3, weight: 1 },
  ];
  const points = layOut(6, links);
  const distance = (i: number, j: number) => Math.hypot(points[i].x - points[j].x, points[i].y - points[j].y);
  for (const { x, y } of points) expect(Math.min(x, y) >= 0 && Math.max(x, y) <= 1).toBe(true);
  expect(distance(0, 1)).toBeLessThan(distance(0, 2));
  expect(distance(2, 3)).toBeLessThan(distance(1, 3));
  expect(layOut(6, links)).toEqual(points);
  expect(layOut(0, [])).toEqual([]);
});
