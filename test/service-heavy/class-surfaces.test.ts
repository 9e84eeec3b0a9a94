/** One class on the command line, in the page that it saves, in the page without a server and in that of the service: the same figures. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SharingPair } from '../../src/answers/comparisons.ts';
import { percent } from '../../src/report/numbers.ts';
import { AppPage } from '../browser/app-page.ts';
import { hasChromium, launchChromium } from '../browser/chromium.ts';
import { COPIED, makeClass, plantedIds } from '../class/make-class.ts';
import { writeClass } from '../class/write-files.ts';
import { neardup } from '../cli/run-neardup.ts';
import { runService, type TestService } from '../service/run-service.ts';

/** Rows that are compared: the copied pairs, and as many of the others. */
const ROWS = 12;

interface Row {
  readonly a: string;
  readonly b: string;
  readonly shares: readonly string[];
  readonly passages: string;
}

describe.skipIf(!hasChromium('one class on four surfaces'))('one class on four surfaces', () => {
  let browser: Browser;
  let service: TestService;
  let home: string;
  let folder: string;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'neardup-surfaces-'));
    folder = join(home, 'essays');
    writeClass(folder, makeClass('en'));
    service = await runService();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  async function onCommandLine(...options: readonly string[]): Promise<Row[]> {
    const { stdout } = await neardup(['compare', '--all', folder, '--json', ...options], { cwd: home });
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as SharingPair)
      .slice(0, ROWS)
      .map(({ a, b, similarity, passages }) => ({
        a: basename(a),
        b: basename(b),
        shares: [percent(similarity.a), percent(similarity.b)],
        passages: String(passages.length),
      }));
  }

  /** The first rows of the list, of all pairs. */
  async function listed(page: Page): Promise<Row[]> {
    await page.locator('.ranked').waitFor({ timeout: 300_000 });
    await page.locator('#least-share').fill('0');
    const rows = await page.locator('.ranked tbody tr').evaluateAll((all, most) => {
      const texts = (row: Element, which: string) =>
        [...row.querySelectorAll(which)].map(({ textContent }) => textContent!);
      return all.slice(0, most).map((row) => ({
        ids: texts(row, 'bdi'),
        shares: texts(row, '.share-line b'),
        passages: texts(row, '.extent')[0].split(/\s/)[0],
      }));
    }, ROWS);
    return rows.map(({ ids: [a, b], shares, passages }) => ({
      ...{ a: a.split('/').at(-1)!, b: b.split('/').at(-1)! },
      shares,
      passages,
    }));
  }

  /** Both shares of the pair in this row, where its texts are side by side. */
  async function opened(page: Page, row: number): Promise<string[]> {
    await page.locator('.ranked .open-pair').nth(row).click();
    await page.locator('#share').waitFor();
    const shares = [await page.textContent('#share'), await page.textContent('#share-b')];
    return shares.map((share) => share!);
  }

  const choose = (page: Page, input: string) =>
    page.setInputFiles(
      input,
      readdirSync(folder).map((file) => join(folder, file)),
    );

  const uploaded = async (page: Page) => {
    await page.goto(`${service.address}/#/class`);
    await choose(page, 'input[type=file]');
  };

  test('lists and comparisons show the same figures everywhere, and the copied pairs are first', async () => {
    const html = join(home, 'class.html');
    const rows = await onCommandLine('--html', html);
    const copied = rows.slice(0, COPIED.length).map(({ a, b }) => [a, b].map((id) => id.replace(/\..*/, '')));
    expect(copied.toSorted()).toEqual(COPIED.map((kind) => plantedIds(kind)).toSorted());

    const saved = await browser.newPage();
    await saved.goto(pathToFileURL(html).href);
    expect(await listed(saved)).toEqual(rows);

    const { page: offline } = await AppPage.open(browser);
    await choose(offline, '#files');
    expect(await listed(offline)).toEqual(rows);

    const served = await browser.newPage({ locale: 'en' });
    await uploaded(served);
    expect(await listed(served)).toEqual(rows);

    for (const page of [saved, offline, served]) {
      expect(await opened(page, 2)).toEqual(rows[2].shares);
      await page.close();
    }
  });

  test('the list and the comparison show the same figures if quotations and bibliographies are left out, too', async () => {
    const rows = await onCommandLine('--exclude-quotations', '--exclude-bibliography');
    const page = await browser.newPage({ locale: 'en' });
    await uploaded(page);
    await listed(page);
    await page.getByLabel('Quotations').check();
    await page.getByLabel('Bibliography').check();
    await expect.poll(() => listed(page)).toEqual(rows);
    for (const row of [0, 6]) {
      expect(await opened(page, row)).toEqual(rows[row].shares);
      await page.getByRole('button', { name: /Back/ }).click();
    }
    await page.close();
  });

  test.each(['uk', 'zh'] as const)(
    'copied pairs of a class in %s are first with no setting touched, in the page of the service and in the one without a server',
    async (language) => {
      const essays = makeClass(language);
      const own = join(home, language);
      const paths = writeClass(own, essays).map((name) => join(own, name));
      const served = await browser.newPage({ locale: 'uk' });
      await served.goto(`${service.address}/#/class`);
      await served.locator('input[type=file]').first().setInputFiles(paths);
      const { page: offline } = await AppPage.open(browser);
      await offline.setInputFiles('#files', paths);
      const copied = COPIED.map((kind) => plantedIds(kind)).toSorted();
      for (const page of [served, offline]) {
        const rows = await listed(page);
        const first = rows.slice(0, COPIED.length);
        expect(first.map(({ a, b }) => [a, b].map((id) => id.replace(/\..*/, ''))).toSorted()).toEqual(
          copied,
        );
        await page.close();
      }
    },
  );
});
