/** The collection in the page of the service: titles and words that are sought, groups above a resemblance, and a service that goes away. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium } from '../browser/chromium.ts';
import { C, runService, type TestService } from '../service/run-service.ts';

const words = Array.from({ length: 120 }, (_, i) => `harbor${i}`);
const changed = (count: number) => words.map((word, i) => (i < count ? `${word}x` : word)).join(' ');

describe.skipIf(!hasChromium('the collection in the page'))('the collection in the page', () => {
  let browser: Browser;
  let service: TestService;
  beforeAll(async () => {
    service = await runService();
    const texts = [
      ['4', changed(0), 'Coffee quotas are back'],
      ['16', changed(0), 'The same again'],
      ['522', changed(8), 'Nearly the same'],
      ['7', 'A ferry waited for the tide near the old pier.', 'Low water'],
    ];
    for (const [id, text, title] of texts) await service.send('PUT', `${C}/documents/${id}`, { text, title });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function open(view: string): Promise<Page> {
    const page = await (await browser.newContext({ locale: 'en' })).newPage();
    await page.goto(`${service.address}/#/${view}`);
    return page;
  }
  const search = async (page: Page, text: string) => {
    await page.getByLabel('Find words or a sentence').fill(text);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.locator('.found li').first().waitFor();
  };

  test('a headline finds its document first, and words of a text are marked around their place', async () => {
    const page = await open('documents');
    await search(page, 'coffee quotas ARE back');
    expect(await page.locator('.found li').first().textContent()).toContain('Coffee quotas are back 4');
    await search(page, 'ferry tide');
    const found = page.locator('.found li', { hasText: 'Low water' });
    // the list of the question before is shown until the answer is there
    await expect
      .poll(() => found.locator('mark').allTextContents(), { timeout: 60_000 })
      .toEqual(['ferry', 'tide']);
    await page.context().close();
  });

  test('the number of groups and the list follow the slider, and copies are removed from there', async () => {
    const page = await open('groups');
    // they are computed as soon as they are looked for
    await page.getByText('1 group with 2 copies').waitFor();
    await page.getByLabel('Resemblance of at least').fill('99');
    await page.getByText('1 group with 1 copy').waitFor();
    await page.locator('.group-card summary').click();
    // titles come after the ids
    await expect
      .poll(() => page.locator('.group-card .document-title').allTextContents(), { timeout: 60_000 })
      .toEqual(['Coffee quotas are back', 'The same again']);
    await page.getByRole('button', { name: /Remove the copies/ }).click();
    await page.getByRole('button', { name: 'Remove the copies', exact: true }).click();
    await page.getByText('1 copy removed from the collection').waitFor();
    expect((await service.send('GET', `${C}/documents/16`)).status).toBe(404);
    expect((await service.send('GET', `${C}/documents/522`)).status).toBe(200);

    // of what is left, the copy is kept and the other one removed
    await page.getByRole('button', { name: 'Compute again' }).click();
    // what was asked with the old groups is gone with them
    await page.locator('.group-card[open]').waitFor({ state: 'detached' });
    const slider = page.getByLabel('Resemblance of at least');
    await slider.fill((await slider.getAttribute('min'))!);
    await page.getByText('1 group with 1 copy').waitFor();
    await page.locator('.group-card summary').click();
    await page.getByRole('button', { name: 'Keep this one: 522' }).click();
    await page.getByText('Remove 4 from the collection, and keep this copy').waitFor();
    await page.getByRole('button', { name: 'Keep this one', exact: true }).click();
    await page.getByText('1 copy removed from the collection').waitFor();
    expect(await page.getByRole('button', { name: /Remove the copies/ }).count()).toBe(0);
    expect((await service.send('GET', `${C}/documents/4`)).status).toBe(404);
    expect((await service.send('GET', `${C}/documents/522`)).status).toBe(200);
    await page.context().close();
  });

  test('more documents than a class may have are put into the collection on request, and their copies are shown', async () => {
    const page = await open('');
    const line = (i: number) =>
      JSON.stringify({ id: `s${i}`, text: `Story ${i} of ${i % 5001} about ${7 * i} lamps.` });
    const stories = [...Array.from({ length: 5001 }, (_, i) => line(i)), line(0).replace('s0', 'again')].join(
      '\n',
    );
    await page.setInputFiles('input[type=file]', {
      ...{ name: 'stories.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(stories) },
    });
    await page.getByText('5,002 documents were read').waitFor();
    await page.getByRole('button', { name: 'Put them into the collection and find copies' }).click();
    await page.getByText('Groups of copies').waitFor();
    // those of before are computed again, because the collection has changed
    await expect.poll(() => page.locator('.group-card .id').allTextContents()).toContain('s0');
    await page.context().close();
  });

  test('a service that does not answer is said in plain words, and the page goes on when it is back', async () => {
    const page = await open('settings');
    await page.context().setOffline(true);
    await page.goto(`${service.address}/#/documents`).catch(() => {});
    await page.getByText('The service does not answer.').waitFor();
    expect(await page.locator('body').textContent()).not.toContain('Failed to fetch');
    await page.context().setOffline(false);
    await page.locator('.document-row').first().waitFor();
    expect(await page.getByText('The service does not answer.').count()).toBe(0);
    await page.context().close();
  });
});
