/** The page without a server, opened from a file with the network forbidden. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docxOf, linesAt, odtFiles, pdfOf, zipOf } from '../../src/read/extract/extract.cases.ts';
import { percent } from '../../src/report/numbers.ts';
import { clusteredDocuments } from '../flow/clustered-documents.ts';
import { AppPage } from './app-page.ts';
import { hasChromium, launchChromium } from './chromium.ts';
import { ROOT } from './library-pages.ts';

/** The built library: its own tests are of the sources. */
const node: typeof import('../../src/index.ts') = await import(join(ROOT, 'dist/index.js'));

const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');

describe.skipIf(!hasChromium('the page without a server'))('the page without a server', () => {
  let browser: Browser;
  let folder: string;
  let app: AppPage;
  beforeAll(async () => {
    browser = await launchChromium();
    folder = mkdtempSync(join(tmpdir(), 'neardup-app-'));
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    app = await AppPage.open(browser, options);
    return app.page;
  }

  it('compares two PDFs that are dropped on it, and asks the network for nothing', async () => {
    const page = await open();
    const files = ['a', 'b'].map((name) => join(folder, `${name}.pdf`));
    const essay = readFileSync(join(ROOT, 'examples/compare/essay.txt'), 'utf8');
    for (const [i, file] of files.entries()) writeFileSync(file, pdf(essay.slice(400 * i)), 'latin1');
    await app.drop(...files);
    await page.locator('#compared mark').first().waitFor();
    expect(await page.textContent('#comparison-title')).toBe('a.pdf – b.pdf');
    app.expectNoConnection();
  });

  it('a name that turns its letters around is shown with the mark that does so', async () => {
    const page = await open();
    const text = {
      mimeType: 'text/plain',
      buffer: Buffer.from('The ferry leaves at nine from the second pier today.'),
    };
    await page.setInputFiles('#files', [
      { name: 'essay\u202etxt.exe.txt', ...text },
      { name: 'other.txt', ...text },
    ]);
    await page.locator('#compared mark').first().waitFor();
    expect(await page.textContent('#comparison-title')).toBe('essay\\u202etxt.exe.txt – other.txt');
    expect(await page.locator('body').textContent()).not.toContain('\u202e');
  });

  it('files in any order give the groups that the command line finds in their folder', async () => {
    const ordered = join(folder, 'ordered');
    mkdirSync(ordered);
    const base = Array.from({ length: 120 }, (_, i) => `word${i}`);
    // the ends of the chain do not resemble each other, so what is kept decides who is in its group
    const names = ['a.txt', 'b.txt', 'c-1.txt', 'c.txt', 'd.txt', 'e.txt'];
    names.forEach((name, k) => {
      const words = base.map((word, i) => (i < 5 * k ? `${word}x` : word));
      writeFileSync(join(ordered, name), words.join(' '));
    });
    const expected: string[] = [];
    for await (const { kept, members } of node.groups(ordered))
      expected.push([kept, ...members.map(({ id }) => id)].map((id) => basename(id)).join(' '));
    expect(expected.length).toBeGreaterThan(1);
    const page = await open();
    const shuffled = ['e.txt', 'c.txt', 'a.txt', 'd.txt', 'c-1.txt', 'b.txt'];
    await page.setInputFiles(
      '#files',
      shuffled.map((name) => join(ordered, name)),
    );
    await page.locator('#overview').waitFor();
    const frame = page.frameLocator('#groups-page iframe');
    await frame.locator('.group').first().waitFor();
    const found = await frame
      .locator('.group')
      .evaluateAll((all) =>
        all.map((each) => [...each.querySelectorAll('bdi.id')].map((id) => id.textContent)),
      );
    const sorted = (ids: readonly (string | null)[]) => [...new Set(ids)].sort().join(' ');
    expect(found.map(sorted).sort()).toEqual(expected.map((ids) => sorted(ids.split(' '))).sort());
  });

  it('finds the groups and pairs in a dropped folder of 300 mixed files, and compares a pair on request', async () => {
    const page = await open();
    const mixed = mixedFolder(join(folder, 'class'), 300);
    const start = performance.now();
    await app.drop(mixed);
    await page.locator('#overview').waitFor();
    console.info(`300 mixed files: ${Math.round(performance.now() - start)} ms`);
    expect(await page.textContent('#problem-list')).toBe('');
    expect(await page.textContent('#status')).toBe('300 documents');
    await page.frameLocator('#groups-page iframe').getByText('class/').first().waitFor();
    await page.locator('.ranked .open-pair').first().click();
    await page.locator('#compared').waitFor();
    await expectAccessible(page);
    await page.click('#back');
    expect(await page.isVisible('#overview')).toBe(true);
    for (const view of ['Clusters', 'Graph', 'Matrix'])
      await page.getByRole('button', { name: view, exact: true }).click();
    await page.locator('.matrix button').first().waitFor();
    await expectAccessible(page);
    app.expectNoConnection();
  });

  it('lists the pairs of a folder as compareAll of Node ranks them, and the same shares side by side', async () => {
    const page = await open();
    const shared = mixedFolder(join(folder, 'shared'), 30);
    for (const name of ['essay.txt', 'guide.md', 'lighthouse.html'])
      copyFileSync(join(ROOT, 'examples/compare', name), join(shared, name));
    const essay = readFileSync(join(shared, 'essay.txt'), 'utf8');
    writeFileSync(join(shared, 'copy.txt'), essay);
    const other = Array.from({ length: 300 }, (_, i) => `other${i}`).join(' ');
    writeFileSync(join(shared, 'quotes.txt'), `${essay.slice(0, 300)} ${other}`);
    const { pairs } = await node.compareAll(shared, { thesaurus: 'built-in' });
    const nameOf = (path: string) => path.slice(dirname(shared).length + 1);
    const expected = pairs.map(({ a, b, similarity }) => ({
      names: [nameOf(a), nameOf(b)],
      shares: [percent(similarity.a), percent(similarity.b)],
    }));
    expect(pairs.some(({ similarity: { a, b } }) => Math.max(a, b) < 0.3)).toBe(true);
    await app.drop(shared);
    await page.locator('#overview').waitFor();
    while (await page.locator('.pair-table .more').isVisible()) await page.click('.pair-table .more');
    expect(await listedPairs(page)).toEqual(expected);
    const edited = expected.findIndex(({ shares }) => shares[0] !== '100%' && shares[0] !== shares[1]);
    await page.locator('.ranked .open-pair').nth(edited).click();
    await page.locator('#compared').waitFor();
    expect([await page.textContent('#share'), await page.textContent('#share-b')]).toEqual(
      expected[edited].shares,
    );
  });

  it('says so if no document is a copy of another and none shares passages', async () => {
    const page = await open();
    const files = ['Rain fell on the old harbor.', 'Nobody reads maps at night.', 'Bread needs salt.'].map(
      (text, i) => {
        const file = join(folder, `different-${i}.txt`);
        writeFileSync(file, text);
        return file;
      },
    );
    await app.drop(...files);
    await page.locator('#overview').getByText('No two documents share passages.').waitFor();
    expect(await page.isVisible('#no-groups')).toBe(true);
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('shows the groups of copies without a scroll bar of their own', async () => {
    const page = await open();
    await app.drop(mixedFolder(join(folder, 'copies'), 60));
    await page.locator('#overview').waitFor();
    const frame = page.frames()[1];
    const fits = (groups: boolean) =>
      (document.querySelector('.group') !== null) === groups &&
      document.documentElement.scrollHeight <= innerHeight;
    await frame.waitForFunction(fits, true);
    await frame.fill('#search', 'no group has this');
    await frame.waitForFunction(fits, false);
  });

  it('reads a folder that is chosen, without its hidden files', async () => {
    const page = await open();
    const chosen = mixedFolder(join(folder, 'chosen'), 7);
    writeFileSync(join(chosen, '.hidden.txt'), 'Not for this page.');
    await page.setInputFiles('#folder', chosen);
    await page.locator('#overview').waitFor();
    expect(await page.textContent('#status')).toMatch(/^7 documents/);
    app.expectNoConnection();
  });

  it('letters of a file that nobody sees are told, and lead to their beginning', async () => {
    const page = await open();
    const white = '<w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>Read me not.</w:t></w:r>';
    const [first, second] = documentTexts(2);
    writeFileSync(
      join(folder, 'white.docx'),
      docxOf(`<w:p><w:r><w:t>${first}</w:t></w:r></w:p><w:p>${white}</w:p>`),
    );
    writeFileSync(join(folder, 'seen.txt'), second);
    await app.drop(...['white.docx', 'seen.txt'].map((name) => join(folder, name)));
    await app.ended();
    expect(await page.textContent('#found-unseen')).toBe('Letters that nobody sees');
    expect(await page.textContent('#unseen-list')).toBe(
      'white.docx: 3 words are hidden, white or tiny: “Read me not.”',
    );
  });

  it('stays usable after files that cannot be read, one document alone, and a stop', async () => {
    const page = await open();
    const [bad, one, other] = ['bad.pdf', 'one.txt', 'other.txt'].map((name) => join(folder, name));
    writeFileSync(bad, '%PDF-1.7 cut');
    writeFileSync(one, documentTexts(1)[0]);
    writeFileSync(other, documentTexts(2)[1]);
    await app.drop(bad);
    await page.locator('#failure').waitFor();
    expect(await page.textContent('#problem-list')).toBe(
      'bad.pdf: it is damaged, or only a part of it is there.',
    );
    expect(await page.textContent('#found-problems')).toBe('1 file could not be read');
    await app.drop(one);
    await page.getByText('one.txt is read. Choose or drop another document').waitFor();
    await app.drop(mixedFolder(join(folder, 'again'), 100));
    await page.click('#stop');
    await app.drop(one, other);
    await app.ended();
    await page.locator('#compared').waitFor();
    app.expectNoConnection();
  });

  it.each([
    ['desktop', {}],
    ['phone', { viewport: { width: 390, height: 844 } }],
    ['dark', { colorScheme: 'dark' }],
  ] as const)(
    'the page without a server has no serious violation of accessibility before anything is dropped: %s',
    async (_name, options) => {
      const page = await open(options);
      await expectAccessible(page);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(wider).toBe(false);
    },
  );
});

interface AxeResult {
  readonly violations: readonly { readonly impact: string; readonly id: string }[];
}

async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResult> } }).axe.run(),
  );
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
}

/** The rows of the table of pairs. */
function listedPairs(page: Page) {
  return page.locator('.ranked tbody tr').evaluateAll((rows) =>
    rows.map((row) => ({
      names: [...row.querySelectorAll('bdi')].map((name) => name.title),
      shares: [...row.querySelectorAll('.share-line b')].map((share) => share.textContent),
    })),
  );
}

function documentTexts(count: number): string[] {
  // some are empty
  return clusteredDocuments(count + 40, 7).flatMap(({ text }) => text || []);
}

function pdf(text: string): string {
  const words = text
    .replace(/[^\x20-\x7e]/g, ' ')
    .replace(/[()\\]/g, ' ')
    .split(/\s+/);
  const lines = Array.from({ length: Math.min(60, Math.ceil(words.length / 10)) }, (_, i) =>
    words.slice(10 * i, 10 * i + 10).join(' '),
  );
  return pdfOf([linesAt(50, 780, lines)]);
}

/** Files of six formats, with copies among them. */
function mixedFolder(folder: string, count: number): string {
  mkdirSync(join(folder, 'more'), { recursive: true });
  for (const [i, text] of documentTexts(count).slice(0, count).entries()) {
    const [ending, content] = [
      ['txt', text],
      ['html', `<!doctype html><html><body><p>${text}</p></body></html>`],
      ['md', `# Title\n\n${text}`],
      ['rtf', `{\\rtf1 ${text.replace(/[^\x20-\x7e]/g, ' ')}}`],
      ['docx', docxOf(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)],
      ['odt', zipOf(odtFiles(`<text:p>${text}</text:p>`))],
    ][i % 6];
    writeFileSync(
      join(folder, i % 2 === 0 ? '' : 'more', `${String(i).padStart(3, '0')}.${ending}`),
      content,
    );
  }
  return folder;
}
