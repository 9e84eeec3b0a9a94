/** One class on the command line, in the page that it saves, in the page without a server and in that of the service: the same figures. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SharingPair } from '../../src/answers/comparisons.ts';
import { percent } from '../../src/report/numbers.ts';
import { isListedAtFirst } from '../../src/report/pair-shares.ts';
import { AppPage } from '../browser/app-page.ts';
import { hasChromium, launchChromium } from '../browser/chromium.ts';
import { COPIED, type LanguageName, makeClass, plantedIds } from '../class/make-class.ts';
import { writeClass } from '../class/write-files.ts';
import { neardup } from '../cli/run-neardup.ts';
import { runService, type TestService } from '../service/run-service.ts';

const SCREEN = { width: 1280, height: 800 };

interface Row {
  readonly a: string;
  readonly b: string;
  readonly shares: readonly string[];
  readonly passages: string;
}

const planted = (kind: Parameters<typeof plantedIds>[0]) => plantedIds(kind).join(' ');
/** A pair by its essays, whatever their formats. */
const essaysOf = ({ a, b }: Row) => [a, b].map((id) => id.replace(/\..*/, '')).join(' ');

describe.skipIf(!hasChromium('one class on four surfaces'))('one class on four surfaces', () => {
  let browser: Browser;
  let service: TestService;
  let home: string;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'neardup-surfaces-'));
    service = await runService();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  /** The files of the class, written once. */
  function filesOf(language: LanguageName): string[] {
    const folder = join(home, language);
    if (!existsSync(folder)) writeClass(folder, makeClass(language));
    return readdirSync(folder).map((file) => join(folder, file));
  }

  /** All rows, and how many of them, the first ones, are listed before all are asked for. */
  async function onCommandLine(
    language: LanguageName,
    ...options: readonly string[]
  ): Promise<{ rows: Row[]; listedRows: Row[] }> {
    filesOf(language);
    const { stdout } = await neardup(['compare', '--all', language, '--json', ...options], { cwd: home });
    const pairs = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as SharingPair | { readonly summary: unknown })
      .filter((line) => 'a' in line);
    const rows = pairs.map(({ a, b, similarity, passages }) => ({
      a: basename(a),
      b: basename(b),
      shares: [percent(similarity.a), percent(similarity.b)],
      passages: String(passages.length),
    }));
    return { rows, listedRows: rows.slice(0, pairs.filter(isListedAtFirst).length) };
  }

  /** The rows of the list as it is now, down to its end. */
  async function listed(page: Page): Promise<Row[]> {
    await page.locator('.ranked').waitFor({ timeout: 300_000 });
    // in one go: the list may be drawn again between two questions
    await page.evaluate(() => {
      const more = () => document.querySelector<HTMLElement>('.pair-table .more:not([hidden])');
      while (more() !== null) more()!.click();
    });
    const rows = await page.locator('.ranked tbody tr').evaluateAll((all) => {
      const texts = (row: Element, which: string) =>
        [...row.querySelectorAll(which)].map(({ textContent }) => textContent!);
      return all.map((row) => ({
        ids: texts(row, 'bdi'),
        shares: texts(row, '.share-line b'),
        passages: texts(row, '.extent')[0].split(/\s/)[0],
      }));
    });
    return rows.map(({ ids: [a, b], shares, passages }) => ({
      ...{ a: a.split('/').at(-1)!, b: b.split('/').at(-1)! },
      shares,
      passages,
    }));
  }

  async function allListed(page: Page): Promise<Row[]> {
    await page.locator('#least-share').fill('0');
    return listed(page);
  }

  /** Both shares of the pair in this row, where its texts are side by side. */
  async function opened(page: Page, row: number): Promise<string[]> {
    await page.locator('.ranked .open-pair').nth(row).click();
    await page.locator('#share').waitFor();
    const shares = [await page.textContent('#share'), await page.textContent('#share-b')];
    return shares.map((share) => share!);
  }

  async function served(language: LanguageName): Promise<Page> {
    const page = await browser.newPage({ locale: 'en', viewport: SCREEN });
    await page.goto(`${service.address}/#/`);
    await page.setInputFiles('input[type=file]', filesOf(language));
    return page;
  }

  async function offline(language: LanguageName): Promise<Page> {
    const { page } = await AppPage.open(browser, { viewport: SCREEN });
    await page.setInputFiles('#files', filesOf(language));
    return page;
  }

  async function saved(html: string): Promise<Page> {
    const page = await browser.newPage({ viewport: SCREEN });
    await page.goto(pathToFileURL(html).href);
    return page;
  }

  test.each(['en', 'uk', 'zh'] as const)(
    'the copied pairs of a class in %s are first on all four surfaces with no setting touched, on the first screen, and all figures are the same',
    async (language) => {
      const html = join(home, `${language}.html`);
      const { rows, listedRows } = await onCommandLine(language, '--html', html);
      const first = rows.slice(0, COPIED.length).map(essaysOf);
      expect(first.toSorted()).toEqual(COPIED.map(planted).toSorted());
      expect(rows.map(essaysOf)).not.toContain(planted('templateOnly'));

      const pages = [await saved(html), await offline(language), await served(language)];
      for (const page of pages) {
        expect(await listed(page)).toEqual(listedRows);
        const last = (await page
          .locator('.ranked tbody tr')
          .nth(COPIED.length - 1)
          .boundingBox())!;
        expect(last.y + last.height).toBeLessThan(SCREEN.height);
        expect(await allListed(page)).toEqual(rows);
        expect(await opened(page, 2)).toEqual(rows[2].shares);
        await page.close();
      }
    },
  );

  test('the terminal lists the pairs that pages list, with their figures', async () => {
    const { listedRows: rows } = await onCommandLine('en');
    const { stdout } = await neardup(['compare', '--all', 'en'], { cwd: home });
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(rows.length);
    for (const [i, line] of lines.entries()) {
      const [, a, b, passages] = /^\s*(\S+) of a\s+(\S+) of b\s+(\d+) passage/.exec(line)!;
      expect([a, b]).toEqual(rows[i].shares);
      expect(passages).toBe(rows[i].passages);
    }
  });

  test('lists and comparisons show the same figures on three surfaces if quotations and bibliographies are left out, too', async () => {
    const html = join(home, 'without.html');
    const without = ['--exclude-quotations', '--exclude-bibliography'];
    const { rows } = await onCommandLine('en', '--html', html, ...without);
    const pages = [await saved(html), await offline('en'), await served('en')];
    for (const [i, page] of pages.entries()) {
      await page.locator('.ranked').waitFor({ timeout: 300_000 });
      if (i > 0) {
        await page.getByLabel('Quotations').check();
        await page.getByLabel('Bibliography').check();
      }
      await expect.poll(() => allListed(page)).toEqual(rows);
      for (const row of [0, 6]) {
        expect(await opened(page, row)).toEqual(rows[row].shares);
        await page.getByRole('button', { name: /Back/ }).click();
      }
      await page.close();
    }
  });
});
