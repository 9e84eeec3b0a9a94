import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../document.ts';
import { buildSourceIndex, compareIn } from './compare-in.ts';

const HARBOR =
  'The harbor was quiet before sunrise. Fishing boats rocked gently against the old stone pier. ' +
  'An elderly man walked along the water and counted the gulls on the roofs.';
const BUDGET =
  'Our committee met on Tuesday to talk about next year. The budget was approved without much debate by all nine members. ' +
  'Several of them asked for more time to read the proposal in detail.';
const GARDEN =
  'Tomatoes need warm soil and a great deal of patience from whoever plants them in early spring.';
const COPIED = `I have seen it all. ${HARBOR.split('. ')[1]}. The budget was approved without much debate by all nine members.`;
const OPTIONS = { lang: 'en', thesaurus: 'built-in', threads: 1 } as const;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-compare-in-'));
  for (const [name, text] of Object.entries({ HARBOR, BUDGET, GARDEN, COPIED }))
    writeFileSync(join(folder, `${name.toLowerCase()}.txt`), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('compareIn', () => {
  it('finds the sources of a text in a folder and shows the shared passages, leaving out the text itself', async () => {
    const path = join(folder, 'copied.txt');
    const { candidates, sources, passages, similarity, documents } = await compareIn(path, folder, OPTIONS);
    expect(documents).toBe(4);
    expect(candidates.map(({ id }) => id)).toEqual([join(folder, 'budget.txt'), join(folder, 'harbor.txt')]);
    expect(sources).toHaveLength(2);
    expect(passages.map(({ a }) => COPIED.slice(a.start, a.end))).toEqual([
      'Fishing boats rocked gently against the old stone pier.',
      'The budget was approved without much debate by all nine members.',
    ]);
    expect(similarity).toBeCloseTo(20 / 25, 10);
  });

  it('leaves out the text itself of a file of many, and no other document that has its id', async () => {
    const line = (id: number, text: string) => `${JSON.stringify({ id, text })}\n`;
    const [news, old] = [join(folder, 'news.jsonl'), join(folder, 'old.jsonl')];
    writeFileSync(news, line(1, COPIED) + line(2, GARDEN));
    writeFileSync(old, line(1, BUDGET) + line(2, HARBOR));
    try {
      const { candidates } = await compareIn(`${news}#1`, [news, old], OPTIONS);
      expect(candidates.map(({ id, document }) => [id, document])).toEqual([
        ['1', 2],
        ['2', 3],
      ]);
    } finally {
      rmSync(news);
      rmSync(old);
    }
  });

  it('compares with the best sources only, and names all', async () => {
    const { candidates, sources } = await compareIn({ text: COPIED }, folder, { ...OPTIONS, sources: 1 });
    expect(candidates).toHaveLength(3);
    expect(sources.map(({ id }) => id)).toEqual([join(folder, 'copied.txt')]);
  });

  it('compares with the only source of a passage, however many others share more words', async () => {
    const words = (name: string, count: number) =>
      `${Array.from({ length: count }, (_, i) => `${name}${i}`).join(' ')}.`;
    const [common, rare] = [words('common', 300), words('rare', 30)];
    const others = Array.from({ length: 12 }, (_, i) => ({
      id: `other ${i}`,
      text: `${common} ${words(`o${i}`, 5)}`,
    }));
    const only = { id: 'only', text: `${words('before', 50)} ${rare}` };
    const { sources, similarity, candidates } = await compareIn(
      { text: `${common} ${rare}` },
      [...others, only],
      {
        lang: 'en',
        sources: 10,
      },
    );
    expect(candidates.map(({ id }) => id).indexOf('only')).toBe(12);
    expect(sources.map(({ id }) => id)).toContain('only');
    expect(sources).toHaveLength(10);
    expect(similarity).toBe(1);
  });

  it('answers many texts from one index', async () => {
    const index = await buildSourceIndex(
      [
        { id: 'h', text: HARBOR },
        { id: 'b', text: BUDGET },
      ],
      { threads: 1 },
    );
    for (const [text, id] of [
      [HARBOR, 'h'],
      [BUDGET, 'b'],
    ]) {
      const { candidates } = await compareIn({ text }, index, OPTIONS);
      expect(candidates.map((candidate) => candidate.id)).toEqual([id]);
    }
    expect(index.documents).toBe(2);
    await index.close();
  });

  it('gives a comparison without sources if nothing is shared', async () => {
    const text = 'Nobody has ever written this sentence into a file of that folder before today.';
    const found = await compareIn({ text }, folder, OPTIONS);
    expect(found).toMatchObject({ candidates: [], sources: [], passages: [], similarity: 0 });
  });

  it('reports documents that cannot be read and continues', async () => {
    const path = join(folder, 'broken.jsonl');
    writeFileSync(path, `not json\n${JSON.stringify({ id: 'h', text: HARBOR })}\n`);
    const problems: Problem[] = [];
    const onProblem = (problem: Problem) => problems.push(problem);
    const { candidates } = await compareIn({ text: HARBOR }, path, { ...OPTIONS, onProblem });
    expect(candidates.map(({ id }) => id)).toEqual(['h']);
    expect(problems).toMatchObject([{ source: path, line: 1 }]);
  });

  it('takes the next source for one that is too long to be compared, and says so', async () => {
    const long = { id: 'long', text: `${HARBOR} ${'Much more of it follows here. '.repeat(40)}` };
    const problems: Problem[] = [];
    const { candidates, sources } = await compareIn({ text: HARBOR }, [long, { id: 'short', text: HARBOR }], {
      ...OPTIONS,
      ...{ sources: 1, maxText: 500, onProblem: (problem: Problem) => problems.push(problem) },
    });
    expect(candidates.map(({ id }) => id)).toEqual(['long', 'short']);
    expect(sources.map(({ id }) => id)).toEqual(['short']);
    expect(problems).toMatchObject([{ source: 'long' }]);
  });

  it('refuses a number of sources below one', async () => {
    await expect(compareIn({ text: HARBOR }, folder, { sources: 0 })).rejects.toThrow(
      'Expected `sources` to be an integer of at least 1, got `0`.',
    );
  });
});
