/** The page of a class, its clusters and its layout. */
import { describe, expect, test } from 'vitest';
import { twoTexts } from '../../comparison/texts.cases.ts';
import { byShare } from '../../pair-shares.ts';
import { clustersOf } from './clusters.ts';
import { boxOf, isCrossed, placeLabels } from './label-places.ts';
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
  const rows = {
    pairs,
    documents: 4,
    notCompared: 3,
    withQuotations: 0,
    withBibliography: 0,
    excluded: ['form'],
    common: [],
    engine: 'scalar',
    date: '2026-11-19',
  };
  await writeClassPage({ write: (chunk) => void chunks.push(chunk) }, rows, texts);
  return chunks.join('');
}

describe('the page of a class', () => {
  test('the page of a class has the texts of the pairs that share most, and says how many it leaves out', async () => {
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

test('pairs are ranked by the larger share, and two whole copies before a part of a copy', () => {
  const shares = [
    { a: 0.97, b: 1 },
    { a: 0.5, b: 0.99 },
    { a: 1, b: 1 },
    { a: 1, b: 0.98 },
  ];
  const ranked = shares.map((similarity) => ({ similarity })).sort(byShare);
  expect(ranked.map(({ similarity: { a, b } }) => [a, b])).toEqual([
    [1, 1],
    [1, 0.98],
    [0.97, 1],
    [0.5, 0.99],
  ]);
});

test('a name in the graph is beside its circle, inside the picture, and across no line if a side is free', () => {
  const picture = { left: 0, right: 400, top: 0, bottom: 200 };
  const middle = { x: 200, y: 100, width: 80 };
  const others = [
    { x: 200, y: 20, width: 40 },
    { x: 340, y: 100, width: 40 },
    { x: 200, y: 180, width: 40 },
  ];
  const lines = others.map((other) => [middle, other] as const);
  const labels = placeLabels([middle, ...others], lines, picture);
  expect(labels[0]).toMatchObject({ anchor: 'end' });
  labels.forEach((label, i) => {
    const box = boxOf(label, [middle, ...others][i].width);
    expect(box.left >= 0 && box.right <= 400 && box.top >= 0 && box.bottom <= 200).toBe(true);
    expect(lines.filter(([from, to]) => isCrossed(box, from, to))).toEqual([]);
  });
});

test('packed squares do not overlap', () => {
  const sides = [5, 4, 4, 2, 1, 1];
  const { places, width, height } = packSquares(sides, 8);
  expect(width).toBeLessThanOrEqual(8);
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
