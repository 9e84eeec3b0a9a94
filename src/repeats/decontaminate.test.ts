import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalText } from '../canonicalize/index.ts';
import { decontaminate } from './decontaminate.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'decontaminate-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
function write(name: string, documents: readonly object[]): string {
  writeFileSync(at(name), documents.map((document) => `${JSON.stringify(document)}\n`).join(''));
  return at(name);
}

const FERRY = 'In which year did Ingrid of Velsk cross the Amber Pass?';
const GLASS = 'Who founded the glass works at Portamar, and who bought them after the fire?';
const OTHER = 'The choir sings in the mill on Sunday at five. ';

describe('decontaminate', () => {
  it('reports each item with its place, and counts suites, items and documents', async () => {
    const input = [
      { id: 'a', text: `${OTHER}${FERRY} ${OTHER}` },
      { id: 'b', text: `${OTHER}IN WHICH YEAR —\n\ndid ingrid of velsk\tcross the Amber Pass` },
      { id: 'c', text: OTHER },
      { id: 'd', text: `${GLASS}\n${FERRY}` },
    ];
    const history = write('history.jsonl', [
      { id: 'q1', question: FERRY, answer: '1871' },
      { id: 'q2', question: 'What is the old name of the river at Quillon, before the dam?' },
    ]);
    const crafts = write('crafts.jsonl', [{ id: 'q1', question: GLASS }]);
    const run = decontaminate(input, { against: [history, crafts], itemFields: 'question' });
    const results = await run.toArray();
    const found = results.map(({ id, suite, item, contaminated }) => [id, suite, item, contaminated]);
    expect(found).toEqual([
      ['a', 'history', 'q1', true],
      ['b', 'history', 'q1', true],
      ['d', 'history', 'q1', true],
      ['d', 'crafts', 'q1', true],
    ]);
    for (const { id, spans, share, ownShare, longest } of results.slice(0, 3)) {
      const { text } = input.find((document) => document.id === id)!;
      expect({ share, ownShare, longest, count: spans.length }).toEqual({
        ...{ share: 1, ownShare: 1, longest: 11, count: 1 },
      });
      expect(await canonicalText(text.slice(spans[0].start, spans[0].end))).toBe(await canonicalText(FERRY));
    }
    expect(await run.summary).toMatchObject({
      documents: 4,
      contaminated: 3,
      suites: [
        { suite: 'history', items: 2, short: 0, found: 1, documents: 3 },
        { suite: 'crafts', items: 1, short: 0, found: 1, documents: 1 },
      ],
    });
  });

  it('cuts items with their punctuation and keeps the rest, or drops their documents; the list is written beside the output', async () => {
    const input = write('in.jsonl', [
      { id: 'a', text: `${OTHER}(${FERRY}) ${OTHER}`, week: 41 },
      { id: 'b', text: OTHER, week: 42 },
      { id: 'c', text: FERRY.toUpperCase(), week: 43 },
    ]);
    const against = write('items.jsonl', [{ text: FERRY }]);
    const read = (name: string) =>
      readFileSync(at(name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
    const cutting = decontaminate(input, { against, action: 'cut', output: at('cut.jsonl') });
    await cutting.toArray();
    expect(read('cut.jsonl')).toEqual([
      { id: 'a', text: `${OTHER}${OTHER}`, week: 41 },
      { id: 'b', text: OTHER, week: 42 },
    ]);
    expect(await cutting.summary).toMatchObject({
      contaminated: 2,
      kept: 2,
      removed: 1,
      cuts: 2,
      cutWords: 22,
    });
    expect(read('cut.jsonl.items.jsonl')).toMatchObject([{ id: 'a' }, { id: 'c', removed: true }]);
    const dropping = decontaminate(input, { against, output: at('kept.jsonl'), spans: at('found.csv') });
    await dropping.toArray();
    expect(read('kept.jsonl')).toMatchObject([{ id: 'b' }]);
    expect(readFileSync(at('found.csv'), 'utf8').split('\n')[1]).toBe(
      `a,items,${against}:1,1,1,11,true,48,102,11,true`,
    );
    expect(await dropping.summary).toMatchObject({ kept: 1, removed: 2 });
    expect(existsSync(at('kept.jsonl.items.jsonl'))).toBe(false);
  });

  it('the page has every suite, and the items that stand in documents with the text around them', async () => {
    const input = write('paged.jsonl', [
      { id: 'a', text: `${OTHER}${FERRY} ${OTHER}` },
      { id: 'b', text: FERRY },
      { id: '<i>', text: `<script>${GLASS}` },
    ]);
    const against = write('<b>quiz.jsonl', [{ text: FERRY }, { text: GLASS }, { text: 'short' }]);
    await decontaminate(input, { against, report: at('items.html') }).summary;
    const html = readFileSync(at('items.html'), 'utf8');
    expect(html).toContain('<tr><td dir="auto">&lt;b&gt;quiz</td>');
    expect(html).toMatch(/:1 · in 2 documents · 11 words/);
    expect(html).toContain(`${OTHER}<mark class="gone">${FERRY.slice(0, -1)}</mark>? ${OTHER}`);
    expect(html).toContain('stands in <span class="id" dir="auto">&lt;i&gt;</span>');
    expect(html).toContain('&lt;script&gt;<mark class="gone">Who founded');
  });

  it('a folder of files that are one item each is one suite, and a field may name the suite', async () => {
    mkdirSync(at('quiz'));
    writeFileSync(at('quiz/one.txt'), FERRY);
    writeFileSync(at('quiz/two.txt'), GLASS);
    const input = [{ id: 'a', text: `${GLASS} ${FERRY}` }];
    const files = await decontaminate(input, { against: at('quiz') }).summary;
    expect(files.suites).toMatchObject([{ suite: at('quiz'), items: 2, found: 2, documents: 1 }]);
    const against = [
      { text: FERRY, meta: { eval: 'roads' } },
      { text: GLASS, meta: { eval: 'crafts' } },
    ];
    const fields = await decontaminate(input, { against, suiteField: 'eval' }).summary;
    expect(fields.suites).toMatchObject([{ suite: 'roads' }, { suite: 'crafts' }]);
  });

  it('empty, one-word and four-word items are counted and not looked for, and items may have ids that occur twice', async () => {
    const items = ['', 'one', 'The Federal Reserve is', FERRY, GLASS].map((text) => ({ id: 'same', text }));
    const input = [{ id: 'a', text: `one The Federal Reserve is ${GLASS} ${FERRY}` }];
    const run = decontaminate(input, { against: write('odd.jsonl', items) });
    expect((await run.toArray()).map(({ item }) => item)).toEqual(['same#4', 'same#5']);
    expect((await run.summary).suites).toMatchObject([{ items: 5, short: 3, found: 2 }]);
  });

  it('a reference that cannot be read ends the run, and nothing is written', async () => {
    const input = write('some.jsonl', [{ text: OTHER }]);
    writeFileSync(at('broken.jsonl'), '{"text":');
    for (const against of [at('broken.jsonl'), at('missing.jsonl')]) {
      const run = decontaminate(input, { against, output: at('never.jsonl') });
      await expect(run.toArray()).rejects.toThrow(/broken|missing/);
      await expect(run.summary).rejects.toThrow();
    }
    expect(readdirSync(folder).filter((name) => name.includes('never'))).toEqual([]);
  });

  it.each([
    [{}, 'Expected evaluation sets in `against`, got none'],
    [{ against: 'x', action: 'report', output: 'y.jsonl' }, '`cut` or `drop` with an output'],
    [{ against: 'x', leastLeft: 3 }, '`leastLeft` has no effect'],
    [{ against: 'x', least: 4 }, 'an integer from 5 to 1000'],
    [{ against: 'x', action: 'cut', textField: 'a,b', output: 'y.jsonl' }, 'one field'],
    [{ against: 'x', itemFields: ' ,' }, 'the name of a field'],
  ] as const)('options that cannot be followed are refused: %j', (options, message) => {
    expect(() => decontaminate('in.jsonl', options)).toThrow(message);
  });

  it('both engines and any number of threads find the same', async () => {
    const words = (name: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${name}${i}`).join(' ');
    const items = Array.from({ length: 40 }, (_, i) => ({ text: words(`q${i % 30}x`, 6 + i) }));
    const documents = Array.from({ length: 300 }, (_, i) => ({
      id: `${i}`,
      text: `${words('common', i % 20)} ${i % 3 === 0 ? items[i % 40].text : ''} ${words(`own${i}x`, 20)} 漢字${i}`,
    }));
    const input = write('same.jsonl', documents);
    const against = write('same-items.jsonl', items);
    const found = async (options: object) => decontaminate(input, { against, ...options }).toArray();
    const expected = await found({ threads: 1 });
    expect(expected.length).toBeGreaterThanOrEqual(100);
    expect(await found({ threads: 3 })).toEqual(expected);
    expect(await found({ engine: 'scalar' })).toEqual(expected);
  });
});
