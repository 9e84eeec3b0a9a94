/** A class that lasts, on the page of the service: saved, opened another day, compared with another class, and shown without names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium } from '../browser/chromium.ts';
import { makeClass } from '../class/make-class.ts';
import { C, runService, type TestService } from '../service/run-service.ts';

const available = hasChromium('classes that are saved on the page of the service');

describe.skipIf(!available)('a class that lasts', () => {
  let browser: Browser;
  let service: TestService;
  const essays = makeClass('en');
  /** Two planted pairs, and two essays that share little. */
  const files = [3, 17, 8, 29, 12, 46].map((number) => ({
    name: `${essays[number].id}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(essays[number].text),
  }));
  beforeAll(async () => {
    service = await runService();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** As another person, or on another day: nothing is left in the tab. */
  async function open(locale = 'en'): Promise<Page> {
    const page = await (await browser.newContext({ locale })).newPage();
    await page.goto(`${service.address}/#/class`);
    await page.locator('h1').waitFor();
    return page;
  }

  const rows = (page: Page) => page.locator('.ranked tbody tr .share-line').allTextContents();
  const verdict = (page: Page) => page.locator('.ranked select').first();
  const note = (page: Page) => page.locator('.ranked textarea').first();
  const nameField = (page: Page) => page.locator('.save-class input');
  const give = async (page: Page, given: typeof files) => {
    await page.locator('input[type=file]').first().setInputFiles(given);
    await page.locator('.ranked').waitFor();
  };
  /** The list is another one then. */
  const ignore = async (page: Page, what: string) => {
    await page.getByLabel(what).check();
    await page.getByText(`Ignored: ${what}.`).waitFor();
  };
  const save = async (page: Page, name: string) => {
    await nameField(page).fill(name);
    await page.getByRole('button', { name: 'Save the class' }).click();
  };
  const downloaded = async (page: Page, name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    const path = join(service.data, download.suggestedFilename());
    await download.saveAs(path);
    return path;
  };

  test('a class that was saved is opened another day with its documents, settings, verdicts and notes, and grows', async () => {
    const page = await open();
    // what was not read is not forgotten
    const scan = { ...files[0], name: 'scan.docx', buffer: Buffer.from('PK\x03\x04 and no more') };
    await give(page, [...files, scan]);
    await ignore(page, 'Quotations');
    await verdict(page).selectOption('certain');
    await note(page).fill('Ask both.');
    await page.keyboard.press('Tab');
    await save(page, '10b / autumn');
    await page.getByText(/^Saved, /).waitFor();
    await page.locator('.ranked').waitFor();
    const before = await rows(page);

    const tomorrow = await open();
    await tomorrow.getByRole('button', { name: '10b / autumn', exact: true }).click();
    await tomorrow.locator('.ranked').waitFor();
    expect(await tomorrow.textContent('h1')).toBe('10b / autumn: 6 documents compared');
    expect(await tomorrow.locator('.warning').first().textContent()).toContain('scan.docx');
    expect(await rows(tomorrow)).toEqual(before);
    expect(await tomorrow.getByLabel('Quotations').isChecked()).toBe(true);
    expect([await verdict(tomorrow).inputValue(), await note(tomorrow).inputValue()]).toEqual([
      'certain',
      'Ask both.',
    ]);
    const late = { ...files[0], name: 'late.txt' };
    await tomorrow.getByLabel('Add documents').setInputFiles([late]);
    await expect.poll(() => tomorrow.textContent('h1')).toBe('10b / autumn: 7 documents compared');
    await expect.poll(async () => (await rows(tomorrow)).length).toBeGreaterThan(before.length);
    // a class with a name is saved as it changes
    await tomorrow.getByText(/^Saved, /).waitFor();
    expect((await service.json('GET', `${C}/classes`)).classes).toMatchObject([{ documents: 7 }]);
    tomorrow.once('dialog', (dialog) => dialog.accept());
    await tomorrow.locator('.all-documents summary').click();
    await tomorrow.getByRole('button', { name: 'Remove late.txt from the class' }).click();
    await expect
      .poll(async () => (await service.json('GET', `${C}/classes`)).classes)
      .toMatchObject([{ documents: 6 }]);
    expect(await rows(tomorrow)).toEqual(before);

    // who has the older one does not replace it unawares
    await page.getByRole('button', { name: 'Save the class' }).click();
    await page.getByText('is not the class that was saved at').waitFor();
    await page.getByRole('button', { name: 'Another class' }).click();
    await give(page, files.slice(0, 2));
    await save(page, '10b / autumn');
    await page.getByText('There is another class with this name').waitFor();
    await page.getByRole('button', { name: 'Replace it' }).click();
    await page.getByText(/^Saved, /).waitFor();
    expect((await service.json('GET', `${C}/classes`)).classes).toMatchObject([{ documents: 2 }]);

    const last = await open();
    await last.getByRole('button', { name: 'Remove: 10b / autumn' }).click();
    await last.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(async () => (await service.json('GET', `${C}/classes`)).classes).toEqual([]);
    for (const each of [page, tomorrow, last]) await each.context().close();
  });

  test('a class is compared with that of last year, and the pair is shown side by side', async () => {
    const documents = [{ id: files[0].name, text: files[0].buffer.toString() }];
    await service.json('PUT', `${C}/classes/${encodeURIComponent('last year')}`, { documents });
    const page = await open();
    await give(page, files.slice(0, 2));
    await page.locator('.actions select').first().selectOption({ label: 'with the class and “last year”' });
    await page.getByText('library').first().waitFor();
    const copy = page.locator('.ranked tbody tr').first();
    expect(await copy.locator('bdi').allTextContents()).toEqual([
      files[0].name,
      expect.stringContaining(files[0].name),
    ]);
    await copy.locator('.open-pair').click();
    await page.locator('#reader mark').first().waitFor();
    expect(await page.locator('#share').textContent()).toBe('100%');
    await service.json('DELETE', `${C}/classes/${encodeURIComponent('last year')}`);
    await page.context().close();
  });

  test('what is saved and printed has verdicts, notes, the date and what is ignored, and no name if they are hidden', async () => {
    const page = await open();
    await give(page, files);
    await ignore(page, 'Bibliography');
    const long = `Both quote the same page. ${'And they sat together. '.repeat(20)}`.trim();
    await verdict(page).selectOption('innocent');
    await note(page).fill(long);
    await page.keyboard.press('Tab');
    await page.emulateMedia({ media: 'print' });
    for (const [i, told] of ['no concern', long].entries()) {
      expect(await page.locator('.printed-note').nth(i).isVisible()).toBe(true);
      expect(await page.locator('.printed-note').nth(i).textContent()).toBe(told);
    }
    expect(await verdict(page).isVisible()).toBe(false);
    expect(await page.getByText('Compared on').isVisible()).toBe(true);
    expect(await page.locator('.class-view').textContent()).toMatch(
      new RegExp(`Compared on .*${new Date().getFullYear()}.*Ignored: Bibliography`),
    );
    await page.emulateMedia({ media: 'screen' });
    const named = page.getByText(files[0].name);
    expect(await named.count()).toBeGreaterThan(0);

    await page.getByLabel('Hide names').check();
    expect(await page.locator('main').innerHTML()).not.toContain(files[0].name);
    const table = readFileSync(await downloaded(page, 'Export CSV'), 'utf8');
    expect(table).toMatch(/Document 1,Document 2,.*no concern,Both quote/);
    expect(table).not.toContain(essays[3].id);

    const kept = await page.context().newPage();
    const path = await downloaded(page, 'Save as one file');
    expect(readFileSync(path, 'utf8')).not.toContain(files[0].name);
    await kept.goto(pathToFileURL(path).href);
    await kept.locator('.ranked').waitFor();
    const first = kept.locator('.ranked tbody tr').first();
    expect(await first.textContent()).toContain('no concern');
    expect(await first.textContent()).toContain(long);
    expect(await kept.textContent('.class-view')).toMatch(
      /Ignored: Bibliography\. Only pairs with a share of at least 5\.0%/,
    );
    await first.locator('.open-pair').click();
    await kept.locator('#reader mark').first().waitFor();
    expect(await kept.textContent('.pair-bar')).toContain('Verdict: no concern');

    await page.locator('.ranked .open-pair').first().click();
    await page.locator('#reader mark').first().waitFor();
    expect(await page.locator('main').innerHTML()).not.toContain(essays[3].id);
    expect(page.url()).not.toContain(essays[3].id);
    await page.locator('.more-actions summary').click();
    const pair = readFileSync(await downloaded(page, 'Save as one file'), 'utf8');
    expect(pair).toContain('Verdict: no concern.');
    expect(pair).toContain(long);
    expect(pair).not.toContain(essays[3].id);
    await page.context().close();
  });

  test('pairs from 5 % on are listed at first, the others when the slider is moved, and the overview names who stands out', async () => {
    const page = await open();
    await give(page, files);
    const least = page.locator('#least-share');
    expect(await least.inputValue()).toBe('5');
    const shares = (await page.locator('.ranked tbody tr').allTextContents()).length;
    const pairs = await page.locator('.class-figures').textContent();
    expect(pairs).toMatch(new RegExp(`Pairs${shares}(?:\\d+ more below|Clusters)`));
    await least.fill('0');
    const all = await page.locator('.ranked tbody tr').count();
    expect(all).toBeGreaterThanOrEqual(shares);
    expect(await page.getByRole('img', { name: /^Documents by their highest share: / }).count()).toBe(1);
    await page.context().close();
  });

  test.each(['en', 'uk'])(
    'axe-core finds no violation in the fields of a class that is saved: %s',
    async (locale) => {
      const page = await open(locale);
      await give(page, files);
      await nameField(page).fill('axe');
      await page.locator('.save-class button').click();
      await expect.poll(async () => (await service.json('GET', `${C}/classes`)).classes.length).toBe(1);
      const found = async () => {
        await page.evaluate(axe.source);
        return page.evaluate(async () => {
          const tools = (window as unknown as { axe: typeof axe }).axe;
          const { violations } = await tools.run(document, { resultTypes: ['violations'] });
          return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
        });
      };
      expect(await found()).toEqual([]);
      const list = await open(locale);
      await list.locator('.saved-classes').waitFor();
      expect(await list.locator('.saved-classes').textContent()).toContain('axe');
      await service.json('DELETE', `${C}/classes/axe`);
      for (const each of [page, list]) await each.context().close();
    },
  );
});
