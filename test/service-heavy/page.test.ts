/** The page of the service in Chromium: what people do with it, what hostile texts try in it, and whether all can use it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zipOf } from '../../src/read/extract/extract.cases.ts';
import { hasChromium, launchChromium } from '../browser/chromium.ts';
import { ATTACKS } from '../browser/hostile.ts';
import { C, runService, type TestService } from '../service/run-service.ts';

const available = hasChromium('the page of the service');
const VIEWS = ['', 'check', 'class', 'documents', 'groups', 'watch', 'settings'];

/** Sentences of words that no other text has in the same order. */
function essay(seed: number, count: number): string[] {
  let state = seed * 7919;
  const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');
  const syllable = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return syllables[(state >>> 16) % syllables.length];
  };
  const word = () => syllable() + syllable() + syllable();
  return Array.from({ length: count }, () => `${Array.from({ length: 10 }, word).join(' ')}.`);
}

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

describe.skipIf(!available)('the page of the service', () => {
  let browser: Browser;
  let service: TestService;
  let folder: string;
  const source = essay(1, 20);
  const thesis = [...essay(2, 10), ...source.slice(4, 10), ...essay(3, 4)];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'neardup-page-'));
    service = await runService();
    await service.json('PUT', `${C}/documents/old%20thesis`, { text: source.join(' ') });
    await service.json('PUT', `${C}/documents/a%20copy`, { text: source.join(' ') });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(
    view = '',
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; trouble: string[] }> {
    const context = await browser.newContext({ locale: 'en', ...options });
    const page = await context.newPage();
    const trouble: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(service.address)) trouble.push(`request ${request.url()}`);
    });
    page.on('dialog', (dialog) => {
      trouble.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => trouble.push(`error ${error.message}`));
    page.on('popup', () => trouble.push('popup'));
    page.on('framenavigated', (frame) => {
      if (!frame.url().startsWith(service.address)) trouble.push(`navigated ${frame.url()}`);
    });
    await page.goto(`${service.address}/#/${view}`);
    await page.locator('h1').waitFor();
    return { page, trouble };
  }

  test('a document that is dropped shows its passages, and the page that is saved opens offline', async () => {
    const { page, trouble } = await open();
    await page.setInputFiles('input[type=file]', file('thesis.txt', thesis.join(' ')));
    await page.locator('#share').waitFor();
    expect(await page.locator('#share').textContent()).toBe('30.0%');
    await page.locator('#next').click();
    expect(await page.locator('mark.on').first().textContent()).toContain(thesis[10].slice(0, 30));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as one file' }).click(),
    ]);
    const path = join(folder, 'saved.html');
    await download.saveAs(path);
    const saved = await (await browser.newContext({ offline: true })).newPage();
    await saved.goto(pathToFileURL(path).href);
    expect(await saved.locator('#share').textContent()).toBe('30.0%');
    expect(trouble).toEqual([]);
    await page.context().close();
    await saved.context().close();
  });

  test('all of a document is printed: nothing is cut off, covered or left without words', async () => {
    const { page } = await open('check', { viewport: { width: 900, height: 300 } });
    await page.setInputFiles('input[type=file]', file('thesis.txt', thesis.join(' ')));
    await page.locator('#reader mark').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    const below = await page.locator('#reader').evaluate((reader) => {
      const ends = Array.from(reader.querySelectorAll('*'), (each) => each.getBoundingClientRect().bottom);
      return Math.max(...ends) - reader.getBoundingClientRect().bottom;
    });
    expect(below).toBeLessThanOrEqual(1);
    expect(await page.locator('.near .note').isVisible()).toBe(true);
    await page.context().close();
  });

  test('in a class of 200 essays all planted pairs rank above all others', async () => {
    const texts = Array.from({ length: 200 }, (_, i) => essay(i + 100, 12));
    const planted = Array.from({ length: 10 }, (_, i) => [i * 7, i * 7 + 100] as const);
    for (const [a, b] of planted) texts[b].splice(2, 3, ...texts[a].slice(5, 8));
    const { page, trouble } = await open('class');
    await page.setInputFiles(
      'input[type=file]',
      texts.map((text, i) => file(`essay-${i}.txt`, text.join(' '))),
    );
    await page.locator('.ranked tbody tr').nth(9).waitFor();
    const rows = await page
      .locator('.ranked tbody tr')
      .evaluateAll((all) =>
        all.slice(0, 10).map((row) => Array.from(row.querySelectorAll('.id'), (id) => id.textContent)),
      );
    const expected = planted.map(([a, b]) => [`essay-${a}.txt`, `essay-${b}.txt`].sort().join());
    expect(rows.map((names) => names.sort().join()).sort()).toEqual(expected.sort());
    for (const view of ['Clusters', 'Graph', 'Matrix'])
      await page.getByRole('button', { name: view }).click();
    await page.getByRole('button', { name: 'Pairs' }).click();
    await page
      .getByLabel(/^Verdict on/)
      .first()
      .selectOption('certain');
    await expect
      .poll(async () => (await service.json('GET', `${C}/reviews`)).reviews[0]?.state)
      .toBe('certain');
    // the verdict is there side by side, too, also after the page was loaded again
    await page.locator('.ranked .open-pair').first().click();
    await page.locator('#reader mark').first().waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel(/^Verdict on/).inputValue()).toBe('certain');
    await page.getByLabel(/^Note on/).fill('three sentences');
    await page.getByLabel(/^Note on/).press('Tab');
    await expect
      .poll(async () => (await service.json('GET', `${C}/reviews`)).reviews[0])
      .toMatchObject({ state: 'certain', note: 'three sentences' });
    await page.getByText('Save, print, ignore').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as one file' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^essay-\d+\.txt – essay-\d+\.txt\.html$/);
    expect(trouble).toEqual([]);
    await page.context().close();
  });

  test('documents are filtered while the name is typed', async () => {
    const { page } = await open('documents');
    const names = () => page.locator('.document-row .id').allTextContents();
    await expect.poll(names).toEqual(['old thesis', 'a copy']);
    await page.getByLabel('Names that begin with').pressSequentially('a ');
    await expect.poll(names).toEqual(['a copy']);
    await page.getByLabel('Names that begin with').pressSequentially('x');
    await page.getByText('No document has a name that begins so.').waitFor();
    await page.context().close();
  });

  test('documents are found by their words', async () => {
    const { page } = await open('documents');
    const words = source[3].split(' ').slice(2, 6).join(' ');
    await page.getByLabel('Find words or a sentence').fill(words);
    await page.getByLabel('Find words or a sentence').press('Enter');
    await page.locator('.found li').nth(1).waitFor();
    expect((await page.locator('.found .id').allTextContents()).sort()).toEqual(['a copy', 'old thesis']);
    expect(await page.locator('.found b').allTextContents()).toEqual(['100%', '100%']);
    await page.getByLabel('Find words or a sentence').fill('qqqqq');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('No document has these words.').waitFor();
    await page.context().close();
  });

  test('a watch that is refused stays in the form', async () => {
    const { page } = await open('watch');
    await page.getByLabel('Name').fill('topic');
    await page.getByLabel('Text to watch for').fill('A text to be mended.');
    await page.route('**/watches/topic', (route) =>
      route.fulfill({ status: 400, json: { detail: 'Refused.' } }),
    );
    await page.getByRole('button', { name: 'Watch for it' }).click();
    await page.getByText('Refused.').waitFor();
    expect(await page.getByLabel('Text to watch for').inputValue()).toBe('A text to be mended.');
    await page.context().close();
  });

  test('the histogram of groups, and what is left out of them, begin at the threshold', async () => {
    const { page } = await open('groups');
    await page.locator('.histogram').waitFor();
    await page.getByLabel('Threshold').fill('0.9');
    await page.getByRole('button', { name: 'Compute again' }).click();
    // the histogram of before is shown until the new one is there
    await expect
      .poll(() => page.locator('.histogram figcaption span').allTextContents(), { timeout: 60_000 })
      .toEqual(['90%', 'Copies by resemblance', '100%']);
    expect(await page.locator('.histogram rect').count()).toBe(2);
    expect(await page.getByLabel('Resemblance of at least').getAttribute('min')).toBe('90');
    await page.context().close();
  });

  test('groups that are still being computed appear in the view when the task has ended', async () => {
    const { page } = await open();
    const task = { task: 5, type: 'groups', created: '2027-01-01T00:00:00Z' };
    let state = 'running';
    await page.route(/\/tasks$/, (route) => route.fulfill({ json: { tasks: [{ ...task, state }] } }));
    await page.route(/\/tasks\/5$/, (route) => route.fulfill({ json: { ...task, state } }));
    await page.route(/\/groups\?/, (route) => {
      const kept = state === 'running' ? ['before'] : ['after', 'the', 'task'];
      const groups = kept.map((id, group) => ({ group, kept: id, members: [{ id: '-', resemblance: 1 }] }));
      const shown = { groups: groups.length, copies: groups.length };
      return route.fulfill({
        json: { groups, shown, commit: 1e6, threshold: 0.8, summary: {}, histogram: [3] },
      });
    });
    const kept = () => page.locator('.group-card .id').allTextContents();
    await page.evaluate(() => {
      location.hash = '#/groups';
    });
    await expect.poll(kept).toEqual(['before']);
    expect(await page.getByRole('button', { name: 'Compute' }).isDisabled()).toBe(true);
    state = 'finished';
    await expect.poll(kept).toEqual(['after', 'the', 'task']);
    expect(await page.getByRole('button', { name: 'Compute' }).isDisabled()).toBe(false);
    await page.context().close();
  });

  test('a class in a zip is compared', async () => {
    const essays = Object.fromEntries(
      [thesis, source, essay(8, 12)].map((text, i) => [`class/e${i}.txt`, text.join(' ')]),
    );
    const { page, trouble } = await open('class');
    const buffer = Buffer.from(zipOf(essays));
    await page.setInputFiles('input[type=file]', { name: 'class.zip', mimeType: 'application/zip', buffer });
    await page.locator('.ranked tbody tr').waitFor();
    expect(await page.locator('.ranked .id').allTextContents()).toEqual([
      expect.stringContaining('e0.txt'),
      expect.stringContaining('e1.txt'),
    ]);
    expect(trouble).toEqual([]);
    await page.context().close();
  });

  test('a document shows its copies, and what is most like it', async () => {
    const { page, trouble } = await open('documents/old%20thesis');
    const copies = page.locator('h2:has-text("Its copies") + ul .id');
    const nearest = page.locator('h2:has-text("Most like it") + ul .id');
    await nearest.first().waitFor();
    expect(await copies.allTextContents()).toEqual(['a copy']);
    expect((await nearest.allTextContents())[0]).toBe('a copy');
    expect(trouble).toEqual([]);
    await page.context().close();
  });

  test('a template text that is excluded gives the percentages of texts without it', async () => {
    const form = 'Write your name at the top of the first page, and answer each question in full sentences.';
    const { page } = await open('check');
    await page.setInputFiles('input[type=file]', file('filled.txt', `${form}\n\n${thesis.join(' ')}`));
    await page.locator('#share').waitFor();
    expect(await page.locator('#share').textContent()).not.toBe('30.0%');
    await page.setInputFiles('.exclusions input[type=file]', file('form.txt', form));
    await expect.poll(() => page.locator('#share').textContent()).toBe('30.0%');
    expect(await page.locator('.out').textContent()).toContain('Write your name');
    await page.context().close();
  });

  test('60 hostile texts run nothing, load nothing and navigate nowhere in any view', async () => {
    const hostile = Array.from({ length: 60 }, (_, i) => {
      const attack = ATTACKS[i % ATTACKS.length];
      return {
        id: `${i} ${attack}`.slice(0, 200),
        text: `${attack} ${source.slice(0, 3).join(` ${attack} `)} ${i}`,
      };
    });
    const lines = hostile.map((each) => JSON.stringify(each)).join('\n');
    const watch = encodeURIComponent(ATTACKS[1].slice(0, 200));
    await service.json('PUT', `${C}/watches/${watch}`, { texts: hostile.map(({ text }) => text) });
    expect((await service.send('POST', `${C}/documents`, lines)).status).toBeLessThan(300);
    await service.json('PUT', `${C}/reviews`, {
      a: hostile[0].id,
      b: hostile[1].id,
      state: 'certain',
      note: ATTACKS[0],
    });
    const { page, trouble } = await open('class');
    await page.setInputFiles('input[type=file]', [
      ...hostile
        .slice(0, ATTACKS.length)
        .map(({ text }, i) => file(`${i}<img src=x onerror=window.hacked=1>.txt`, text)),
      file('<img src=x onerror=window.hacked=1>.pdf', '%PDF-1.7 no'),
    ]);
    // what all of them share is left out, and shown
    await page.locator('.class-notes summary').first().click();
    await page.getByRole('button', { name: 'Count it' }).click();
    await page.locator('.ranked').waitFor({ timeout: 120_000 });
    expect(await page.locator('.warning').first().textContent()).toContain('<img src=x');
    for (const view of ['Clusters', 'Graph', 'Matrix', 'Pairs'])
      await page.getByRole('button', { name: view, exact: true }).click();
    await page.locator('.ranked .open-pair').first().click();
    await page.locator('#reader').waitFor();
    // a key with such a name: it is told here, because a service with keys answers no request without one
    await page.route('**/v1/keys', (route) =>
      route.fulfill({ json: { keys: ATTACKS.map((name, i) => ({ key: String(i), name, scopes: [name] })) } }),
    );
    const shows = { documents: '.document-row', groups: '.group-card', watch: '.feed li', settings: 'li b' };
    await page.goto(`${service.address}/#/groups`);
    await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'POST'),
      page.getByRole('button', { name: 'Compute' }).click(),
    ]);
    for (const [view, shown] of Object.entries(shows)) {
      await page.goto(`${service.address}/#/${view}`);
      await page.locator(shown).nth(10).waitFor();
    }
    await page.goto(`${service.address}/#/groups`);
    await page.locator('.group-card summary').first().click();
    await page.locator('.group-card svg text').first().waitFor();
    await page.goto(
      `${service.address}/#/compare/${[0, ATTACKS.length].map((i) => encodeURIComponent(hostile[i].id)).join('/')}`,
    );
    await page.locator('#reader mark').first().waitFor();
    await page.goto(`${service.address}/#/check`);
    await page.setInputFiles('input[type=file]', file('<b>x.txt', hostile[3].text));
    await page.locator('#reader mark').first().waitFor();
    for (const { id, text } of hostile.slice(0, ATTACKS.length)) {
      await page.goto(`${service.address}/#/documents/${encodeURIComponent(id)}`);
      await expect.poll(() => page.locator('.plain-text').textContent()).toBe(text);
    }
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(trouble).toEqual([]);
    await service.json('POST', `${C}/documents/remove`, { ids: hostile.map(({ id }) => id) });
    await service.json('DELETE', `${C}/watches/${watch}`);
    await page.context().close();
  });

  test('tasks tell what they made, how far they are and why they failed, and can be ended', async () => {
    const { page, trouble } = await open('settings');
    await page.getByRole('button', { name: 'Back up' }).click();
    await page.getByText(/Saved to backups\/documents-\S+\.nd in the data folder/).waitFor();
    const task = { collection: 'documents', created: '2027-01-01T00:00:00Z' };
    let tasks = [
      { ...task, task: 9, type: 'compare', state: 'running', bytes: 50, totalBytes: 200 },
      { ...task, task: 8, type: 'import', state: 'failed', problem: { detail: 'The disk is full.' } },
    ];
    const ended: string[] = [];
    await page.route(/\/tasks/, (route) => {
      if (route.request().method() === 'DELETE') {
        ended.push(new URL(route.request().url()).pathname);
        tasks = tasks.slice(1);
      }
      return route.fulfill({ json: { tasks } });
    });
    await page.reload();
    await page.getByText(/9\. class: running 25\.0%/).waitFor();
    await page.getByText(/8\. import: failed .*The disk is full\./).waitFor();
    await page.getByRole('button', { name: 'Cancel: 9. class' }).click();
    await page.getByText(/9\. class/).waitFor({ state: 'detached' });
    expect(ended).toEqual([`${C}/tasks/9`]);
    expect(trouble).toEqual([]);
    await page.context().close();
  });

  test('the first key is shown until it is put away, and the page goes on with it', async () => {
    const own = await runService();
    const page = await (await browser.newContext({ locale: 'en' })).newPage();
    await page.goto(`${own.address}/#/settings`);
    await page.locator('input[name=name]').fill('Anna');
    await page.getByRole('button', { name: 'New key' }).click();
    const secret = await page.locator('.secret code').textContent();
    await page.getByText('do everything', { exact: true }).first().waitFor();
    const answer = await own.send('GET', '/v1/keys', undefined, { authorization: `Bearer ${secret}` });
    expect(answer.status).toBe(200);
    expect((await own.send('GET', '/v1/keys')).status).toBe(401);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await page.locator('.secret code').textContent(),
    );
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    expect(await page.locator('.secret').count()).toBe(0);
    await page.context().close();
    await own.stop();
  });

  test('a key is revoked only after a second click', async () => {
    const own = await runService({}, [
      { name: 'Anna', scopes: ['admin'] },
      { name: 'Ivan', scopes: ['read'] },
    ]);
    const [admin, ivan] = own.secrets.map((secret) => ({ authorization: `Bearer ${secret}` }));
    const statusOfIvan = async () => (await own.send('GET', '/v1/collections', undefined, ivan)).status;
    const page = await (await browser.newContext({ locale: 'en' })).newPage();
    await page.goto(`${own.address}/#/settings`);
    await page.locator('input[type=password]').fill(own.secrets[0]);
    await page.keyboard.press('Enter');
    const row = page.locator('li', { hasText: 'Ivan' });
    await row.getByRole('button', { name: 'Revoke: Ivan' }).click();
    await row.getByText('Revoke Ivan? Programs that use it are refused at once.').waitFor();
    await row.getByRole('button', { name: 'Cancel' }).click();
    expect(await statusOfIvan()).toBe(200);
    await row.getByRole('button', { name: 'Revoke: Ivan' }).click();
    await row.getByRole('button', { name: 'Revoke', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    expect(await statusOfIvan()).toBe(401);
    expect((await own.send('GET', '/v1/keys', undefined, admin)).status).toBe(200);
    await page.context().close();
    await own.stop();
  });

  test('the content policy stops code, styles and requests that get into the page', async () => {
    const { page, trouble } = await open();
    const stopped = await page.evaluate(async () => {
      const found: string[] = [];
      // violations are told a little later
      const told = new Promise<void>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => {
          found.push(event.effectiveDirective);
          if (found.includes('script-src-elem') && found.includes('connect-src')) resolve();
        });
      });
      const script = document.createElement('script');
      script.textContent = 'window.hacked = 1';
      document.body.append(script);
      document.body.insertAdjacentHTML(
        'beforeend',
        '<b onclick="window.hacked=1">x</b><i style="color:red">y</i>',
      );
      document.body.querySelector<HTMLElement>('b:last-of-type')?.click();
      await fetch('http://example.com/').catch(() => found.push('fetch'));
      await told;
      return [...found, String('hacked' in window)];
    });
    expect(stopped).toEqual(expect.arrayContaining(['script-src-elem', 'fetch', 'connect-src', 'false']));
    expect(trouble.filter((each) => !each.includes('example.com'))).toEqual([]);
    await page.context().close();
  });

  test.each([
    ['light', 'en'],
    ['dark', 'en'],
    ['light', 'uk'],
    ['dark', 'uk'],
  ] as const)(
    'axe-core finds no violation of level A or AA in any view: %s, %s',
    async (colorScheme, locale) => {
      const { page } = await open('', { colorScheme, locale, bypassCSP: true });
      await page.evaluate(axe.source);
      const found: string[] = [];
      const look = async (view: string) => {
        const violations = await page.evaluate(async () => {
          const tools = (window as unknown as { axe: typeof axe }).axe;
          const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
          const { violations } = await tools.run(document, { runOnly: tags });
          return violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
          );
        });
        found.push(...violations.map((violation) => `${view}: ${violation}`));
      };
      for (const view of VIEWS) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, `#/${view}`);
        await page.locator('h1').waitFor();
        await page.waitForLoadState('networkidle');
        await look(view);
      }
      await page.evaluate(() => {
        location.hash = '#/documents/old%20thesis';
      });
      await page.locator('.plain-text').waitFor();
      await look('document');
      await page.evaluate(() => {
        location.hash = '#/check';
      });
      await page.setInputFiles('input[type=file]', file('thesis.txt', thesis.join(' ')));
      await page.locator('#reader mark').first().waitFor();
      await look('checked');
      await page.evaluate(() => {
        location.hash = '#/class';
      });
      const texts = [thesis, source, [...source.slice(0, 3), ...essay(9, 5)]];
      await page.setInputFiles(
        'input[type=file]',
        texts.map((text, i) => file(`e${i}.txt`, text.join(' '))),
      );
      await page.locator('.ranked').waitFor();
      for (let tab = 0; tab < 4; tab++) {
        await page.locator('.tabs button').nth(tab).click();
        await look(`class ${tab}`);
      }
      expect(found).toEqual([]);
      await page.context().close();
    },
  );

  test('a list of 100,000 documents scrolls to its end (long tasks are reported)', async () => {
    const total = 100_000;
    const { page } = await open();
    await page.route(/\/documents\?/, (route) => {
      const query = new URL(route.request().url()).searchParams;
      const from = Number(query.get('after') ?? 0);
      const to = Math.min(total, from + Number(query.get('limit')));
      const documents = Array.from({ length: to - from }, (_, i) => ({
        ...{
          id: `d${from + i}`,
          words: i,
          lang: 'en',
          seen: '2026-01-01T00:00:00Z',
          start: 'Once upon a time',
        },
      }));
      return route.fulfill({
        json: { documents, total, commit: 1, ...(to < total && { next: String(to) }) },
      });
    });
    await page.evaluate(() => {
      const all: number[] = [];
      new PerformanceObserver((list) =>
        all.push(...list.getEntries().map(({ duration }) => duration)),
      ).observe({
        type: 'longtask',
      });
      (window as unknown as { tasks: number[] }).tasks = all;
      location.hash = '#/documents';
    });
    const list = page.locator('.virtual');
    await list.waitFor();
    for (const part of [0.01, 0.1, 0.5, 1]) {
      await list.evaluate((box, share) => {
        box.scrollTop = box.scrollHeight * share;
      }, part);
    }
    await page.locator(`text=d${total - 1}`).waitFor();
    const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
    console.log(
      `100,000 documents: ${tasks.length} long tasks, the longest ${Math.max(0, ...tasks).toFixed(0)} ms`,
    );
    expect(await page.locator('.virtual-rows li').count()).toBeLessThan(100);
    await page.context().close();
  });
});
