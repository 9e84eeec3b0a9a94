/** The playground of the site, from a disk and offline: its answers are those of Node, its command gives them too, and hostile texts stay inert. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationName } from '../../site/browser/playground/messages.ts';
import { SAMPLES } from '../../site/browser/playground/samples.ts';
import { docxOf } from '../../src/read/extract/extract.cases.ts';
import { violationsIn } from './axe.ts';
import { hasChromium, launchChromium } from './chromium.ts';
import { ATTACKS } from './hostile.ts';
import { ROOT } from './library-pages.ts';
import { buildSite, openSite } from './site-page.ts';

const node: typeof import('../../src/index.ts') = await import(join(ROOT, 'dist/index.js'));

const OPERATIONS: readonly OperationName[] = [
  'compare',
  'matrix',
  'pairs',
  'groups',
  'fingerprint',
  'shingles',
  'search',
];
const ESSAY = ['examples/compare/essay.txt', 'examples/compare/guide.md'].map(documentOf);
const TVIR = ['examples/compare/uk/tvir.txt', 'examples/compare/uk/stattia.txt'].map(documentOf);
const ARTICLES = linesOf('examples/articles.jsonl');
const NEWS_UK = linesOf('examples/news-uk.jsonl');

type Documents = readonly { readonly id: string; readonly text: string }[];

/** What Node answers, with the settings that the playground begins with and those that are given. */
const IN_NODE: Record<
  OperationName,
  (documents: Documents, settings: object) => Promise<readonly unknown[]>
> = {
  compare: async ([a, b], settings) =>
    node.comparisonObjects(await node.compare(a, [b], { thesaurus: 'built-in', ...settings })),
  matrix: async ([a, b], settings) =>
    node.comparisonObjects(await node.compare(a, [b], { thesaurus: 'built-in', ...settings }), true),
  pairs: (documents, settings) => node.pairs(documents, settings).toArray(),
  groups: (documents, settings) => node.groups(documents, settings).toArray(),
  fingerprint: (documents, settings) => node.fingerprint(documents, settings).toArray(),
  shingles: (documents, settings) =>
    node.documentImages(documents.slice(0, 2), { shingle: 3, image: 'smallest:32', ...settings }).toArray(),
  search: (documents, settings) =>
    node.search(queryFor(documents), { in: documents, k: 5, explain: true, ...settings }).toArray(),
};

describe.skipIf(!hasChromium('the playground'))('the playground', () => {
  let browser: Browser;
  let folder: string;
  let page: Page;
  let trouble: string[];
  beforeAll(async () => {
    folder = buildSite();
    browser = await launchChromium();
    ({ page, trouble } = await openSite(browser, folder, 'playground'));
    await page.locator('#play[data-done]').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Does something, and waits for the answer that follows from it. */
  async function answered(act: () => Promise<unknown>): Promise<unknown[]> {
    const before = Number(await page.getAttribute('#play', 'data-done'));
    await act();
    await page.waitForFunction(
      (done) => Number(document.getElementById('play')!.dataset.done) > done,
      before,
    );
    return shownLines();
  }

  async function shownLines(): Promise<unknown[]> {
    const text = await page.locator('#lines').evaluate((element) => element.textContent!);
    return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line));
  }

  const choose = (operation: OperationName) => () => page.check(`#operation-${operation}`, { force: true });
  const move = (field: string, value: string) => () => page.locator(`#${field}`).fill(value);

  async function useSample(name: string, operation: OperationName): Promise<void> {
    // another one first: the same again is no change
    if ((await page.locator('#sample').inputValue()) !== name)
      await answered(() => page.selectOption('#sample', name));
    if (!(await page.isChecked(`#operation-${operation}`))) await answered(choose(operation));
  }

  test.each(OPERATIONS)(
    '%s of two bundled essays is what Node answers, in English and Ukrainian',
    async (operation) => {
      for (const [sample, documents] of [
        ['essay-uk', TVIR],
        ['essay', ESSAY],
      ] as const) {
        await useSample(sample, operation);
        expect(await shownLines()).toEqual(asJson(await IN_NODE[operation](documents, {})));
      }
    },
  );

  test.each(['pairs', 'groups', 'fingerprint', 'search'] as const)(
    '%s of bundled news is what Node answers',
    async (operation) => {
      for (const [sample, documents] of [
        ['news-uk', NEWS_UK],
        ['articles', ARTICLES],
      ] as const) {
        await useSample(sample, operation);
        expect(await shownLines()).toEqual(asJson(await IN_NODE[operation](documents, {})));
      }
    },
  );

  test('thresholds that are moved change the answer as they do in Node', async () => {
    await useSample('articles', 'pairs');
    const few = await answered(move('pairs-threshold', '0.9'));
    expect(few).toEqual(asJson(await IN_NODE.pairs(ARTICLES, { threshold: 0.9 })));
    const many = await answered(move('pairs-threshold', '0.3'));
    expect(many).toEqual(asJson(await IN_NODE.pairs(ARTICLES, { threshold: 0.3 })));
    expect(many.length).toBeGreaterThan(few.length);
    const sorted = await answered(() => page.selectOption('#pairs-order', 'sorted'));
    expect(sorted).toEqual(asJson(await IN_NODE.pairs(ARTICLES, { threshold: 0.3, order: 'sorted' })));
    await useSample('essay', 'matrix');
    const lower = await answered(move('matrix-similarWeight', '0.3'));
    expect(lower).toEqual(asJson(await IN_NODE.matrix(ESSAY, { similarWeight: 0.3 })));
    expect(await page.locator('.field-between, .field-similar').count()).toBe(5);
  });

  test('a question that the texts at hand do not answer offers an example that does, and thresholds bring in its pairs one by one', async () => {
    for (const [sample, operation, other] of [
      ['essay', 'pairs', 'versions'],
      ['essay-uk', 'groups', 'news-uk'],
    ] as const) {
      await useSample(sample, operation);
      expect(await shownLines()).toEqual([]);
      await answered(() => page.click('#suggestion button'));
      expect(await page.inputValue('#sample')).toBe(other);
      expect(await page.isChecked(`#operation-${operation}`)).toBe(true);
      expect((await shownLines()).length).toBeGreaterThan(5);
      expect(await page.isVisible('#suggestion')).toBe(false);
    }
    await useSample('versions', 'pairs');
    const counts: number[] = [];
    for (const threshold of ['0.9', '0.7', '0.5', '0.3'])
      counts.push((await answered(move('pairs-threshold', threshold))).length);
    expect(counts.every((count, at) => at === 0 || count > counts[at - 1] + 5)).toBe(true);
    await answered(move('pairs-threshold', '0.8'));
    await answered(choose('compare'));
    expect(await page.locator('#status').textContent()).toMatch(/^[1-9]\d* shared passages?\./);
  });

  test('the command that is shown gives the same pairs and groups', async () => {
    for (const operation of ['groups', 'pairs'] as const) {
      await useSample('articles', operation);
      const command = (await page.locator('#command').evaluate((element) => element.textContent!)).split(' ');
      expect(command[0]).toBe('neardup');
      const args = [join(ROOT, 'dist/apps/cli/main.cjs'), ...command.slice(1), '--json'];
      const printed = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
        .trimEnd()
        .split('\n');
      expect(printed.slice(0, -1).map((line) => JSON.parse(line))).toEqual(await shownLines());
    }
  });

  test('the shingles that are shown have the checksums of the images', async () => {
    await useSample('essay', 'shingles');
    const lines = (await answered(() => page.selectOption('#shingles-image', 'all'))) as {
      values: string[];
    }[];
    const shown = await page
      .locator('.two > section')
      .evaluateAll((sections) =>
        sections.map((each) => [...each.querySelectorAll('li')].map(({ title }) => title)),
      );
    expect(shown.map((each) => [...new Set(each)].sort())).toEqual(lines.map(({ values }) => values));
  });

  test('Word files are read in the page, and text that is written in it counts at once', async () => {
    const words = 'The ferry leaves at nine from the north pier, weather permitting.';
    await useSample('essay', 'pairs');
    await page.click('text=Remove all');
    await page.locator('#status:has-text("Add a text.")').waitFor();
    const lines = await answered(() =>
      page.setInputFiles('#files', [
        {
          name: 'one.docx',
          mimeType: '',
          buffer: Buffer.from(docxOf(`<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`)),
        },
        { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from(words) },
      ]),
    );
    expect(lines).toMatchObject([{ a: 'one.docx', b: 'two.txt', resemblance: 1, identical: true }]);
    expect(await answered(() => page.getByLabel('Text of two.txt').fill('Fresh bread is sold.'))).toEqual([]);
    expect(trouble).toEqual([]);
  });

  test('a phone shows all of it, every operation passes axe-core, and keys alone reach a field of the matrix', async () => {
    await useSample('essay', 'compare');
    const found: string[] = [];
    for (const operation of OPERATIONS) {
      if (!(await page.isChecked(`#operation-${operation}`))) await answered(choose(operation));
      found.push(...(await violationsIn(page)).map((each) => `${operation}: ${each}`));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 390) found.push(`${operation} is ${width} wide on a phone`);
    }
    expect(found).toEqual([]);
    await page.focus('#operation-pairs');
    await answered(() => page.keyboard.press('ArrowLeft'));
    expect(await page.isChecked('#operation-matrix')).toBe(true);
    await page.locator('.matrix [tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.sentences .note').textContent()).toMatch(/^Sentence 2 beside sentence 2/);
    expect(trouble).toEqual([]);
  });

  test('63 hostile texts and names stay inert in every operation', async () => {
    const names = ATTACKS.flatMap((attack) => [attack, `${attack} again`, `x ${attack}`]);
    const hostile = names.map((id, at) => ({
      id,
      text: `The ferry leaves at nine from the north pier. ${ATTACKS[at % ATTACKS.length]} is in text ${at % 9}. It says: ${id}`,
    }));
    expect(hostile.length).toBeGreaterThanOrEqual(60);
    const lines = hostile.map((document) => JSON.stringify(document)).join('\n');
    await useSample('essay', 'pairs');
    await answered(() =>
      page.setInputFiles('#files', {
        name: 'hostile.jsonl',
        mimeType: 'text/plain',
        buffer: Buffer.from(lines),
      }),
    );
    for (const operation of OPERATIONS) {
      if (!(await page.isChecked(`#operation-${operation}`))) await answered(choose(operation));
      if ((await page.locator('#second-text').count()) > 0)
        await answered(() => page.selectOption('#second-text', operation === 'matrix' ? '5' : '40'));
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('details')) each.open = true;
        for (const each of document.querySelectorAll<HTMLElement>('#view button, #view mark, .print'))
          each.click();
      });
    }
    await answered(move('search-query', ATTACKS[3]));
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('#play :is(script, iframe, img, link, base, meta, form, object)').count()).toBe(
      0,
    );
    expect(trouble).toEqual([]);
  });
});

/** The query that belongs to the bundled example. */
function queryFor(documents: Documents): string {
  const { essay, articles } = SAMPLES;
  const queries = new Map([
    [ESSAY, essay.query],
    [TVIR, SAMPLES['essay-uk'].query],
    [ARTICLES, articles.query],
    [NEWS_UK, SAMPLES['news-uk'].query],
  ]);
  return queries.get(documents as typeof ARTICLES)!;
}

function documentOf(path: string) {
  return { id: path, text: readFileSync(join(ROOT, path), 'utf8') };
}

function linesOf(path: string): Documents {
  const lines = readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line)).map(({ id, text }) => ({ id, text }));
}

function asJson(lines: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(lines));
}
