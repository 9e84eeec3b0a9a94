/** The page without a server, opened from a file with the network forbidden. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docxOf, linesAt, odtFiles, pdfOf, zipOf } from '../../src/read/extract/extract.cases.ts';
import { clusteredDocuments } from '../flow/clustered-documents.ts';
import { AppPage } from './app-page.ts';
import { hasChromium, launchChromium } from './chromium.ts';
import { ROOT } from './library-pages.ts';

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

  it('finds the groups and pairs in a dropped folder of 300 mixed files, and compares a pair on request', async () => {
    const page = await open();
    const mixed = mixedFolder(join(folder, 'class'), 300);
    const start = performance.now();
    await app.drop(mixed);
    await page.locator('#overview').waitFor();
    console.info(`300 mixed files: ${Math.round(performance.now() - start)} ms`);
    expect(await page.textContent('#problem-list')).toBe('');
    expect(await page.textContent('#overview-counts')).toMatch(/^300 documents, \d+ groups of copies/);
    await page.frameLocator('#groups-page iframe').getByText('class/').first().waitFor();
    await page.locator('.open-pair').first().click();
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

  it('reads a folder that is chosen, without its hidden files', async () => {
    const page = await open();
    const chosen = mixedFolder(join(folder, 'chosen'), 7);
    writeFileSync(join(chosen, '.hidden.txt'), 'Not for this page.');
    await page.setInputFiles('#folder', chosen);
    await page.locator('#overview').waitFor();
    expect(await page.textContent('#overview-counts')).toMatch(/^7 documents/);
    app.expectNoConnection();
  });

  it('stays usable after files that cannot be read, one document alone, and a stop', async () => {
    const page = await open();
    const [bad, one, other] = ['bad.pdf', 'one.txt', 'other.txt'].map((name) => join(folder, name));
    writeFileSync(bad, '%PDF-1.7 cut');
    writeFileSync(one, documentTexts(1)[0]);
    writeFileSync(other, documentTexts(2)[1]);
    await app.drop(bad);
    await page.locator('#failure').waitFor();
    expect(await page.textContent('#problem-list')).toContain('bad.pdf: Expected a whole PDF');
    await app.drop(one);
    await page.getByText('is one document').waitFor();
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
    'has no serious violation of accessibility before anything is dropped: %s',
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
