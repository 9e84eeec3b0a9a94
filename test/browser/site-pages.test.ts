/** Every page of the site: no network, nothing wider than a phone, nothing that axe-core objects to; and the search. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenLinks, filesIn, pagesIn } from '../site/site-files.ts';
import { violationsIn } from './axe.ts';
import { hasChromium, launchChromium } from './chromium.ts';
import { buildSite, openSite } from './site-page.ts';

describe.skipIf(!hasChromium('the site'))('the site, from a disk and offline', () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = buildSite();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('every link of the whole site, the reference of the library included, leads to a page and its heading', () => {
    const pages = pagesIn(folder);
    expect(pages.filter(({ name }) => name.startsWith('api/')).length).toBeGreaterThan(10);
    expect(brokenLinks(pages, new Set(filesIn(folder)))).toEqual([]);
  });

  test('no page needs the network, is wider than a phone, or breaks a rule of axe-core in light or dark', async () => {
    const { page, trouble } = await openSite(browser, folder);
    const found: string[] = [];
    for (const { name } of pagesIn(folder)) {
      await page.goto(pathToFileURL(join(folder, name)).href);
      found.push(...(await violationsIn(page)).map((violation) => `${name}: ${violation}`));
      // axe left it as wide as a phone
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 390) found.push(`${name} is ${width} wide on a phone`);
    }
    expect(found).toEqual([]);
    expect(trouble).toEqual([]);
  });

  test('no table of a page is cut off on a screen of 1280 pixels', async () => {
    const { page } = await openSite(browser, folder);
    await page.setViewportSize({ width: 1280, height: 800 });
    const found: string[] = [];
    // a table of the reference has whole types in its cells
    for (const { name } of pagesIn(folder).filter((each) => !each.name.startsWith('api/'))) {
      await page.goto(pathToFileURL(join(folder, name)).href);
      const cut = await page
        .locator('.table')
        .evaluateAll(
          (tables) => tables.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length,
        );
      if (cut > 0) found.push(`${name}: ${cut}`);
    }
    expect(found).toEqual([]);
  });

  test('the 64 bits of the permuted tables are one stop of the keyboard, and arrow keys reach each', async () => {
    const { page } = await openSite(browser, folder, 'ideas');
    expect(await page.locator('.flips [tabindex="0"]').count()).toBe(1);
    await page.locator('.flips [tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect(await page.locator('.flips button').nth(1).getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('#idea-tables [role=status]').textContent()).toMatch(/^1 bit flipped\./);
  });

  test('the search finds pages by keys alone, in English and Ukrainian', async () => {
    const { page, trouble } = await openSite(browser, folder, 'api/read');
    for (const [words, title] of [
      ['slice lists', /slice lists/i],
      ['порівняння', /Порівняння/],
    ] as const) {
      await page.keyboard.press('/');
      await page.keyboard.type(words);
      await page.locator('#found li').first().waitFor();
      await page.keyboard.press('ArrowDown');
      expect(await page.locator('#found [aria-selected=true]').count()).toBe(1);
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(await page.textContent('main')).toMatch(title);
    }
    expect(trouble).toEqual([]);
  });

  test('a theme that is chosen stays from page to page', async () => {
    const { page } = await openSite(browser, folder);
    await page.selectOption('#theme', 'dark');
    await page.click('text=Cleaning a corpus');
    await page.locator('h1:has-text("Cleaning a corpus")').waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(20, 23, 26)',
    );
  });
});
