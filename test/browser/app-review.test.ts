/** The review of a class in the page without a server: what is ignored, verdicts, notes, a table, and a file to go on with another day. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeClass } from '../class/make-class.ts';
import { writeClass } from '../class/write-files.ts';
import { AppPage } from './app-page.ts';
import { hasChromium, launchChromium } from './chromium.ts';

describe.skipIf(!hasChromium('the review of a class'))('the review of a class', () => {
  let browser: Browser;
  let folder: string;
  let files: string[];
  beforeAll(async () => {
    browser = await launchChromium();
    folder = mkdtempSync(join(tmpdir(), 'neardup-review-'));
    const essays = makeClass('en');
    const chosen = [3, 17, 8, 29, 12, 46].map((number) => essays[number]);
    files = writeClass(folder, chosen).map((name) => join(folder, name));
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const saved = async (page: Page, name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    return path;
  };

  test('one file has the texts, settings, verdicts and notes of a class, and opens as it was', async () => {
    const app = await AppPage.open(browser);
    const { page } = app;
    await page.setInputFiles('#files', files);
    await page.locator('.ranked').waitFor();
    expect(await page.textContent('#overview-title')).toBe('6 documents compared');
    const first = page.getByLabel(/^Verdict on/).first();
    await first.selectOption('certain');
    await page
      .getByLabel(/^Note on/)
      .first()
      .fill('=SUM(1) "copied"');
    await page
      .getByLabel(/^Note on/)
      .first()
      .blur();
    writeFileSync(join(folder, 'form.txt'), 'I understand that copied work may lead to a mark of zero.');
    await page.setInputFiles('#template-files', join(folder, 'form.txt'));
    await page.locator('#ignored .chip').waitFor();
    await page.getByLabel('Quotations').check();
    await app.ended();
    // beside the texts there are the same verdict and note
    await page.locator('.ranked .open-pair').first().click();
    await page.locator('#compared').waitFor();
    expect(await page.locator('#pair-review select').inputValue()).toBe('certain');
    await page.locator('#pair-review select').selectOption('innocent');
    await page.getByRole('button', { name: 'Back to the overview' }).click();
    expect(await first.inputValue()).toBe('innocent');

    const table = readFileSync(await saved(page, 'Export CSV'), 'utf8').split('\n');
    expect(table[0]).toMatch(/,verdict,note$/);
    expect(table[1]).toMatch(/innocent,.*copied/);
    const review = await saved(page, 'Save the review');
    app.expectNoConnection();
    const rows = await page.locator('.ranked tbody .share-line').allTextContents();

    const tomorrow = await AppPage.open(browser);
    await tomorrow.page.setInputFiles('#files', review);
    await tomorrow.page.locator('.ranked').waitFor();
    expect(await tomorrow.page.locator('.ranked tbody .share-line').allTextContents()).toEqual(rows);
    expect(
      await tomorrow.page
        .getByLabel(/^Verdict on/)
        .first()
        .inputValue(),
    ).toBe('innocent');
    expect(
      await tomorrow.page
        .getByLabel(/^Note on/)
        .first()
        .inputValue(),
    ).toBe('=SUM(1) "copied"');
    expect(await tomorrow.page.getByLabel('Quotations').isChecked()).toBe(true);
    expect(await tomorrow.page.locator('#ignored .chip .id').textContent()).toBe('form.txt');
    tomorrow.expectNoConnection();
  });
});
