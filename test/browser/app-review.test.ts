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
    await page.getByRole('button', { name: 'Back to the pairs' }).click();
    expect(await first.inputValue()).toBe('innocent');

    const table = readFileSync(await saved(page, 'Export CSV'), 'utf8').split('\n');
    expect(table[0]).toMatch(/,Verdict,Note$/);
    expect(table[1]).toMatch(/%.*no concern,.*copied/);
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

  test('documents that come later are added, and verdicts and files that could not be read stay', async () => {
    const app = await AppPage.open(browser);
    const { page } = app;
    const broken = join(folder, 'broken.docx');
    writeFileSync(broken, readFileSync(files[1]).subarray(0, 300));
    const late = files[5];
    // one after the other: the second joins the first, and the third both
    await page.setInputFiles('#files', files[0]);
    await page.getByText('is read. Choose or drop another document').waitFor();
    await page.setInputFiles('#files', files[1]);
    await page.locator('#compared').waitFor();
    expect(await page.locator('.role').allTextContents()).toEqual(['Text A', 'Text B']);
    await page.setInputFiles('#files', [files[2], files[3], files[4], broken]);
    await page.locator('.ranked').waitFor();
    const title = page.locator('#overview-title');
    expect(await title.textContent()).toBe('5 documents compared · 1 file could not be read');
    await page
      .getByLabel(/^Verdict on/)
      .first()
      .selectOption('certain');
    const judged = await page
      .getByLabel(/^Verdict on/)
      .first()
      .getAttribute('aria-label');
    // a drop of nothing that can be read takes nothing away
    await page.setInputFiles('#files', late);
    await page.getByText('6 documents compared').waitFor();
    expect(await page.getByLabel(judged!).inputValue()).toBe('certain');
    expect(await page.locator('#status').textContent()).toBe('6 documents · 1 file could not be read');
    expect(await page.locator('#overview-body .warning').textContent()).toContain('broken.docx');
    // the same file again is no other document
    await page.setInputFiles('#files', late);
    await page.waitForFunction(() =>
      document.getElementById('status')!.textContent!.includes('there already'),
    );
    expect(await title.textContent()).toContain('6 documents compared');
    page.once('dialog', (dialog) => dialog.accept());
    await page.locator('#all-documents summary').click();
    await page.locator('#all-documents').getByRole('button').last().click();
    await page.getByText('5 documents compared').waitFor();
    expect(await page.getByLabel(judged!).inputValue()).toBe('certain');

    const review = await saved(page, 'Save the review');
    const tomorrow = await AppPage.open(browser, { locale: 'uk-UA' });
    await tomorrow.page.setInputFiles('#files', [review, late]);
    await tomorrow.page.getByText('Порівняно 6 документів').waitFor();
    expect(await tomorrow.page.locator('#overview-body .warning').textContent()).toContain('broken.docx');
    expect(await tomorrow.page.locator('.ranked select').first().inputValue()).toBe('certain');
    expect(await tomorrow.page.locator('.ranked select option:checked').first().textContent()).toBe(
      'підтверджено',
    );
    // going on without what is saved needs no question, and begins with nothing
    await tomorrow.page.getByRole('button', { name: 'Почати спочатку' }).click();
    expect(await tomorrow.page.locator('#overview').isVisible()).toBe(false);
    for (const each of [app, tomorrow]) each.expectNoConnection();
  });

  test('hidden names are neither in the texts of a pair nor in the list of files that could not be read', async () => {
    const app = await AppPage.open(browser);
    const { page } = app;
    const broken = join(folder, 'Broken Jane.docx');
    writeFileSync(broken, readFileSync(files[1]).subarray(0, 300));
    await page.setInputFiles('#files', [...files, broken]);
    await page.locator('.ranked').waitFor();
    await page.getByLabel('Hide names').check();
    expect(await page.locator('#overview').innerText()).not.toMatch(/Jane|essay-/);
    expect(await page.locator('#overview').innerText()).toContain('texts may contain other names');
    await page.locator('.ranked .open-pair').first().click();
    await page.locator('#compared').waitFor();
    // a passage is in sight at once, past the cover sheet
    await expect.poll(() => page.locator('#text-a mark').first().evaluate(isInSight)).toBe(true);
    const text = await page.locator('#text-a').innerText();
    expect(text).toMatch(/X{3,}/);
    await page.keyboard.press('Escape');
    await page.locator('.ranked').waitFor();
    const table = readFileSync(await saved(page, 'Export CSV'), 'utf8');
    expect(table).not.toMatch(/Jane|essay-/);
  });
});

/** Runs in the page. */
function isInSight(mark: Element): boolean {
  const box = mark.closest('.text')!.getBoundingClientRect();
  const { top } = mark.getBoundingClientRect();
  return top >= box.top && top < box.bottom;
}
