/** The HTML report in a real browser: it shows what was found, and nothing that documents contain runs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Group } from '../../src/answers/copies.ts';
import type { ReportText } from '../../src/report/pages/groups/page-texts.ts';
import { sampleTexts } from '../../src/report/pages/groups/sample-texts.cases.ts';
import { type HtmlReportData, writeHtmlReport } from '../../src/report/pages/groups/write-page.ts';
import { atomicFile } from '../../src/write/atomic-file.ts';
import { hasChromium, launchChromium } from './chromium.ts';
import { ATTACKS, openWatched } from './hostile.ts';

const available = hasChromium('the HTML report in a browser');

describe.skipIf(!available)('the HTML report in a browser', () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'neardup-html-'));
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open({ text, ...data }: Sample): Promise<{ page: Page; trouble: string[] }> {
    const path = join(folder, 'report.html');
    const file = await atomicFile(path);
    const texts = sampleTexts(data.groups, text, data.limits);
    await writeHtmlReport(file, { ...data, texts });
    await file.commit();
    return openWatched(browser, path, { width: 1100, height: 900 });
  }

  it('runs nothing from a text, id, title, option or reason', async () => {
    const attack = ATTACKS.join(' ');
    const groups = ATTACKS.map((id, i) => group(i + 1, id, [`${id} again`, `${i} ${attack}`]));
    const { page, trouble } = await open({
      ...report(groups),
      inputs: [attack],
      options: { [attack]: attack },
      text: (id: string) => ({ text: `${attack} in ${id}`, lang: attack }),
      problems: ATTACKS.map((reason) => ({ source: reason, line: 3, reason })),
    });
    await page.evaluate(() => {
      for (const button of document.querySelectorAll<HTMLElement>('.open')) button.click();
    });
    expect(await page.locator('.comparison').count()).toBe(2 * ATTACKS.length);
    await page.locator('.run summary').click();
    await page.locator('#bars button').last().click();
    await page.locator('#search').fill('<script>');
    await page.locator('#search').press('Enter');
    await page.waitForTimeout(300);

    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(trouble).toEqual([]);
    // everything is there, as text
    expect(await page.title()).toBe(`Near-duplicates in ${attack}`);
    expect(await page.locator('h1').textContent()).toBe(`Near-duplicates in ${attack}`);
    expect(await page.locator('.problems li').count()).toBe(ATTACKS.length);
    expect(await page.locator('img, iframe, a, base, object, embed').count()).toBe(0);
    expect(await page.locator('main').isVisible()).toBe(true);
    await page.close();
  });

  it('shows the figures, every group, and what could not be read', async () => {
    const groups = [group(1, 'kept/1', ['copy/1', 'copy/2']), group(2, 'kept/2', ['copy/3'])];
    const { page, trouble } = await open({
      ...report(groups),
      problems: [{ source: 'bad.jsonl', line: 7, reason: 'Expected a JSON object.' }],
    });
    expect(await page.locator('.figures').textContent()).toMatch(/Documents1,003\s+Kept1,000\s+Removed3/);
    expect(await page.locator('.group h3 .id').allTextContents()).toEqual(['kept/1', 'kept/2']);
    expect(await page.locator('.member .name').allTextContents()).toEqual(['copy/1', 'copy/2', 'copy/3']);
    expect(await page.locator('.member').first().textContent()).toMatch(/90\.0%95\.0%>99\.9%2 bits/);
    expect(await page.locator('.problems').textContent()).toContain('bad.jsonl:7 Expected a JSON object.');
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('shows both texts side by side with the differing words marked, by mouse and by keyboard', async () => {
    const { page } = await open({
      ...report([group(1, 'kept', ['copy', 'same'])]),
      text: (id: string) => ({
        text: id === 'copy' ? 'The slow red fox.' : 'The quick red fox.',
        lang: 'en',
      }),
    });
    await page.locator('.member').first().locator('.resemblance').click();
    expect(await page.locator('.pane .text').allTextContents()).toEqual([
      'The quick red fox.',
      'The slow red fox.',
    ]);
    expect(await page.locator('.text mark').allTextContents()).toEqual(['quick', 'slow']);
    expect(await page.locator('.text').first().getAttribute('lang')).toBe('en');

    await page.locator('.open').nth(1).focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('.tally').last().textContent()).toBe(
      'The texts are the same, letter for letter.',
    );
    await page.locator('.open').first().click();
    expect(await page.locator('.comparison').count()).toBe(1);
    await page.close();
  });

  it('counts only the words it shows if a text is longer than the page holds, and says so', async () => {
    const long = 'word '.repeat(100);
    const { page } = await open({
      ...report([group(1, 'kept', ['same start', 'other start'])]),
      text: (id) => ({ text: `${id === 'other start' ? 'Another' : 'One'} ${long}${id}` }),
      limits: { text: 24 },
    });
    for (const button of await page.locator('.open').all()) await button.click();
    expect(await page.locator('.tally').allTextContents()).toEqual([
      'The parts shown are the same, letter for letter.',
      'In the parts shown: 3 words in both, 2 only in the kept document, 2 only in the removed one',
    ]);
    expect(await page.locator('.pane .note').first().textContent()).toBe('The first 24 of 508 characters.');
    await page.close();
  });

  it('folds long equal stretches, and opens them on both sides at once', async () => {
    const filler = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ');
    const { page } = await open({
      ...report([group(1, 'kept', ['copy'])]),
      text: (id: string) => ({ text: `${id} ${filler} ${id}` }),
    });
    await page.locator('.open').click();
    expect(await page.locator('.fold').allTextContents()).toEqual([
      '320 words the same',
      '320 words the same',
    ]);
    await page.locator('.fold').first().click();
    expect(await page.locator('.fold').count()).toBe(0);
    expect(await page.locator('.text').allTextContents()).toEqual([
      `kept ${filler} kept`,
      `copy ${filler} copy`,
    ]);
    await page.close();
  });

  it('stays usable with 10,000 groups: pages, search in ids and texts, order, range', async () => {
    const groups = Array.from({ length: 10_000 }, (_, i) =>
      group(i + 1, `kept/${i}`, i === 77 ? ['a', 'b', 'c', 'd'] : [`copy/${i}`]),
    );
    const { page, trouble } = await open({
      ...report(groups),
      text: (id: string) => ({ text: id === 'copy/4321' ? 'a rare Word' : `text of ${id}` }),
    });
    const first = () => page.locator('.group h3 .id').first().textContent();
    const found = async (text: string) => page.locator('#found', { hasText: text }).waitFor();
    await found('Groups 1–25 of 10,000');
    await page.locator('#next').click();
    expect(await first()).toBe('kept/25');
    await page.locator('#search').fill('rare word');
    await found('Groups 1–1 of 1, 10,000 in all');
    expect(await first()).toBe('kept/4321');
    await page.locator('#search').fill('');
    await found('Groups 1–25 of 10,000');
    await page.locator('#order').selectOption('largest');
    expect(await first()).toBe('kept/77');
    await page.locator('#bars button').last().click();
    await found('No group found, 10,000 in all');
    await page.locator('#bars button').last().click();
    await found('Groups 1–25 of 10,000');
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('prints all groups that were found, and says how many if they are too many for paper', async () => {
    const groups = Array.from({ length: 1_200 }, (_, i) => group(i + 1, `kept/${i}`, [`copy/${i}`]));
    const printed = async (count: number) => {
      const { page } = await open(report(groups.slice(0, count)));
      await page.locator('#next').click();
      await page.locator('.open').first().click();
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      await page.emulateMedia({ media: 'print' });
      const first = await page.locator('.group .number').first().textContent();
      const shown = await page.locator('.group').count();
      const note = page.locator('#printed');
      const said = (await note.isVisible()) ? await note.textContent() : '';
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      expect(await page.locator('.group').count()).toBe(25);
      expect(await page.locator('.comparison').count()).toBe(1);
      await page.emulateMedia({ media: 'screen' });
      expect(await note.isVisible()).toBe(false);
      await page.close();
      return [first, shown, said];
    };
    expect(await printed(60)).toEqual(['1', 60, '']);
    expect(await printed(1_200)).toEqual([
      '26',
      500,
      'Groups 26–525 of 1,200 are printed. Search or choose a range of resemblance to print others.',
    ]);
  });

  it('shows and prints the least alike members of a large group first', async () => {
    const large = group(
      1,
      'kept',
      Array.from({ length: 45 }, (_, i) => `copy/${i}`),
    );
    const members = large.members.map((member, i) => ({ ...member, resemblance: 0.99 - i / 1000 }));
    const { page } = await open(report([{ ...large, members }]));
    const names = await page.locator('.member .name').allTextContents();
    expect(names).toEqual(Array.from({ length: 20 }, (_, i) => `copy/${44 - i}`));
    await page.close();
  });

  it('prints as many members of a group as it shows, and says how many it does not', async () => {
    const ids = Array.from({ length: 45 }, (_, i) => `copy/${i}`);
    const { page } = await open(report([group(1, 'kept', ids)]));
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.more').isVisible()).toBe(false);
    expect(await page.locator('.unprinted').textContent()).toBe('25 more removed documents are not printed.');
    expect(await page.locator('.unprinted').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    expect(await page.locator('.unprinted').isVisible()).toBe(false);
    await page.locator('.more').click();
    await page.locator('.more').click();
    expect(await page.locator('.unprinted').count()).toBe(0);
    await page.close();
  });

  it('says so if nothing was found', async () => {
    const { page, trouble } = await open(report([]));
    expect(await page.locator('.nothing').textContent()).toBe(
      'No near-duplicates were found among 1,000 documents.',
    );
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('fits a phone: nothing is wider than the screen', async () => {
    const { page } = await open(report([group(1, 'a'.repeat(300), ['b'.repeat(300)])]));
    await page.setViewportSize({ width: 360, height: 640 });
    await page.locator('.open').click();
    const { scrollWidth, clientWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    await page.close();
  });
});

function group(number: number, kept: string, members: string[]): Group {
  return {
    group: number,
    size: members.length + 1,
    kept,
    members: members.map((id) => ({
      id,
      keptId: kept,
      resemblance: 0.9,
      containment: { inKept: 0.95, ofKept: 0.99999 },
      distance: 2,
      identical: false,
      group: number,
    })),
  };
}

interface Sample extends Omit<HtmlReportData, 'texts' | 'groups'> {
  readonly groups: readonly Group[];
  readonly text: (id: string) => ReportText;
}

function report(groups: Group[]): Sample {
  const removed = groups.reduce((sum, { members }) => sum + members.length, 0);
  return {
    inputs: ['corpus.jsonl'],
    summary: {
      documents: 1_000 + removed,
      kept: 1_000,
      removed,
      groups: groups.length,
      empty: 0,
      unreadable: 0,
      seconds: 1,
      engine: 'scalar',
    },
    options: { threshold: '0.8' },
    groups,
    text: (id: string) => ({ text: `text of ${id}` }),
    problems: [],
  };
}
