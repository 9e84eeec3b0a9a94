/** A class on the page of the service, in Chromium: verdicts and notes, the collection, exports, and what is dropped or loaded again. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docxOf } from '../../src/read/extract/extract.cases.ts';
import { hasChromium, launchChromium } from '../browser/chromium.ts';
import { C, FERRY, LAMP, runService, type TestService } from '../service/run-service.ts';

const available = hasChromium('classes on the page of the service');
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

describe.skipIf(!available)('a class on the page', () => {
  let browser: Browser;
  let service: TestService;
  beforeAll(async () => {
    service = await runService();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function open(view = '', locale = 'en'): Promise<Page> {
    const page = await (await browser.newContext({ locale })).newPage();
    await page.goto(`${service.address}/#/${view}`);
    await page.locator('h1').waitFor();
    return page;
  }

  const verdict = (page: Page) => page.getByLabel(/^Verdict on/).first();
  const note = (page: Page) => page.getByLabel(/^Note on/).first();
  const stored = async () => (await service.json('GET', `${C}/reviews`)).reviews;

  async function give(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
    await page.setInputFiles('input[type=file]', files);
    await page.locator('.ranked').waitFor();
  }

  /** Drops files beside all boxes: on the heading. */
  async function drop(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
    const transfer = await page.evaluateHandle((given) => {
      const made = new DataTransfer();
      for (const [name, text] of Object.entries(given)) made.items.add(new File([text], name));
      return made;
    }, files);
    for (const type of ['dragenter', 'dragover', 'drop'])
      await page.dispatchEvent('h1', type, { dataTransfer: transfer });
  }

  test('a verdict and a note stay through views, filters and loading again, and belong to these texts only', async () => {
    const page = await open('class');
    await give(page, file('a.txt', `${FERRY} One.`), file('b.txt', `${FERRY} Two.`));
    await note(page).fill('Ask both.');
    await page.keyboard.press('Tab');
    await expect.poll(async () => (await stored()).length).toBe(1);
    expect((await stored())[0]).not.toHaveProperty('state');
    await verdict(page).selectOption('innocent');
    await page.getByRole('button', { name: 'Graph' }).click();
    await page.getByRole('button', { name: 'Pairs' }).click();
    expect([await verdict(page).inputValue(), await note(page).inputValue()]).toEqual([
      'innocent',
      'Ask both.',
    ]);
    await page.getByLabel('Find a name').fill('nobody');
    await page.getByLabel('Find a name').fill('');
    await note(page).fill('Both quote it.');
    await page.keyboard.press('Tab');
    await expect
      .poll(async () => (await stored())[0])
      .toMatchObject({ state: 'innocent', note: 'Both quote it.' });
    await page.reload();
    await page.locator('.ranked').waitFor();
    expect([await verdict(page).inputValue(), await note(page).inputValue()]).toEqual([
      'innocent',
      'Both quote it.',
    ]);
    await page.getByRole('button', { name: 'Another class' }).click();
    await give(page, file('a.txt', `${LAMP} One.`), file('b.txt', `${LAMP} Two.`));
    expect([await verdict(page).inputValue(), await note(page).inputValue()]).toEqual(['', '']);
    await page.context().close();
  });

  test('a copy of a stored document with the same name is shown, opened and exported', async () => {
    await service.json('PUT', `${C}/documents/essay.txt`, { text: LAMP });
    const page = await open('class');
    await page.setInputFiles('input[type=file]', [file('essay.txt', LAMP), file('x.txt', FERRY)]);
    await page.getByText('No two documents share passages.').waitFor();
    await page.getByLabel('Compare').selectOption('library');
    await page.locator('.ranked').waitFor();
    await verdict(page).selectOption('certain');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const [heading, ...rows] = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(heading).toMatch(/^\ufeff?Document,.*,Library,In disguise,Verdict,Note$/);
    expect(rows).toEqual([expect.stringMatching(/^essay\.txt,essay\.txt,100%,100%,.*,yes,yes,,confirmed,$/)]);
    await page.locator('.ranked .open-pair').first().click();
    await page.locator('#reader mark').first().waitFor();
    await page.goto(`${service.address}/#/check`);
    await page.setInputFiles('input[type=file]', file('essay.txt', LAMP));
    await page.locator('#share').waitFor();
    expect(await page.locator('#share').textContent()).toBe('100%');
    await service.json('DELETE', `${C}/documents/essay.txt`);
    await page.context().close();
  });

  test('files dropped beside the box are taken, and one that cannot be read is named with its reason', async () => {
    const page = await open();
    await drop(page, { 'good.txt': FERRY, 'empty.txt': '' });
    await page.getByRole('heading', { name: 'good.txt' }).waitFor();
    const told = page.locator('.failure');
    expect(await told.textContent()).toMatch(/empty\.txt: it is empty/);
    await page.getByText('The collection is empty').waitFor();
    await drop(page, { 'other.txt': `${FERRY} Two.` });
    await page.locator('#reader mark').first().waitFor();
    expect(await page.locator('h1 .id').allTextContents()).toEqual(['good.txt', 'other.txt']);
    await page.goBack();
    await page.locator('.ranked').waitFor();
    expect(await page.locator('.ranked .id').allTextContents()).toEqual(['good.txt', 'other.txt']);
    await page.goto(`${service.address}/#/`);
    await page.locator('textarea').waitFor();
    expect(await told.count()).toBe(0);
    await page.context().close();
  });

  test('a name that turns its letters around is shown with the mark that does so', async () => {
    const page = await open('class');
    await give(page, file('essay\u202etxt.exe.txt', FERRY), file('b.txt', `${FERRY} Two.`));
    expect(await page.locator('.ranked .id').allTextContents()).toContain('essay\\u202etxt.exe.txt');
    expect(await page.locator('main').innerHTML()).not.toContain('\u202e');
    await page.context().close();
  });

  test('letters of a file that nobody sees are told, with their beginning', async () => {
    const page = await open('class');
    const white = '<w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>Read me not.</w:t></w:r>';
    const body = `<w:p><w:r><w:t>${FERRY}</w:t></w:r></w:p><w:p>${white}</w:p>`;
    const docx = { ...file('a.docx', ''), buffer: Buffer.from(docxOf(body)) };
    await give(page, docx, file('b.txt', `${FERRY} Two.`));
    await page.getByText('a.docx: 3 words are hidden, white or tiny: “Read me not.”').waitFor();
    await page.getByRole('button', { name: 'Another class' }).click();
    expect(await page.getByText('Letters that nobody sees').count()).toBe(0);
    await page.context().close();
  });

  test('reasons for unread files are told in Ukrainian, too', async () => {
    const page = await open('', 'uk');
    await page.setInputFiles('input[type=file]', file('empty.txt', ''));
    await page.locator('.failure').waitFor();
    expect(await page.locator('.failure').textContent()).toContain('empty.txt: файл порожній.');
    await page.context().close();
  });

  test('the collection names what was replaced and what could not be added', async () => {
    const page = await open('documents');
    const add = async (...files: ReturnType<typeof file>[]) => page.setInputFiles('input[type=file]', files);
    await add(file('one.txt', FERRY));
    await page.getByText('1 document added.').waitFor();
    await add(file('one.txt', LAMP), file('empty.txt', ''));
    await page.getByText('In place of a document with the same name: one.txt.').waitFor();
    expect(await page.locator('.failure').textContent()).toContain('empty.txt: it is empty.');
    await service.json('DELETE', `${C}/documents/one.txt`);
    await page.context().close();
  });
});
