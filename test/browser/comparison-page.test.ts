/** The page of a comparison in a real browser: filters, jumps, phone and paper; and nothing that documents contain runs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Comparison } from '../../src/comparison.ts';
import { compare } from '../../src/passages/compare.ts';
import { sampleComparison } from '../../src/report/comparison/sample-comparison.cases.ts';
import { chineseTexts, threeTexts, twoTexts } from '../../src/report/comparison/texts.cases.ts';
import { writeComparisonPage } from '../../src/report/pages/comparison/write-page.ts';
import { atomicFile } from '../../src/write/atomic-file.ts';
import { hasChromium, launchChromium } from './chromium.ts';
import { ATTACKS, openWatched } from './hostile.ts';

const available = hasChromium('the page of a comparison in a browser');

describe.skipIf(!available)('the page of a comparison in a browser', () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'neardup-compare-'));
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(
    comparison: Comparison,
    viewport = { width: 1200, height: 900 },
  ): Promise<{ page: Page; trouble: string[] }> {
    const path = join(folder, 'comparison.html');
    const file = await atomicFile(path);
    await writeComparisonPage(file, comparison);
    await file.commit();
    return openWatched(browser, path, viewport);
  }

  const share = (page: Page) => page.locator('#share').textContent();
  const isSeen = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((node) => {
        const box = node.closest('.text')!.getBoundingClientRect();
        const { top, bottom } = node.getBoundingClientRect();
        return top >= Math.max(0, box.top) && bottom <= Math.min(innerHeight, box.bottom);
      });

  it('runs nothing from a text or a name, requests nothing, leads nowhere', async () => {
    const attack = ATTACKS.join(' ');
    const parts = ATTACKS.map((each, i) => `Sentence ${i} has ${each} in it, no more.`);
    const text = parts.join('\n\n');
    const hostile = sampleComparison(
      { id: attack, text, lang: attack },
      [
        { id: attack, text: `${text} Edited.`, lang: '"><script>window.hacked=1</script>' },
        { id: ATTACKS[1], text: parts[3] },
      ],
      [...parts.map((a) => ({ a })), { source: 1, a: parts[3], kind: 'edited' as const }],
    );
    const { page, trouble } = await open(hostile);
    const passages = await page.locator('#text-a mark[role]').count();
    expect(passages).toBe(ATTACKS.length);
    await page.evaluate(() => {
      for (let i = 0; i < 25; i++) document.getElementById('next')!.click();
      for (const mark of document.querySelectorAll<HTMLElement>('.text mark')) mark.click();
    });
    await page.locator('#text-a mark[role]').nth(6).click();
    await page.locator('#text-b mark[role]').nth(7).click();
    await page.locator('[data-view="1"]').click();
    await page.locator('#charts > summary').click();
    await page.locator('#kind-0').uncheck();
    await page.locator('#source-in-1').uncheck();
    await page.locator('#reset').click();
    await page.locator('#map-picture').click();
    await page.emulateMedia({ media: 'print' });
    await page.waitForTimeout(200);

    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(trouble).toEqual([]);
    expect(await page.locator('img, iframe, a, base, object, embed, form, link').count()).toBe(0);
    expect(await page.locator('main').isVisible()).toBe(true);
    expect(await page.locator('#name-a').textContent()).toBe(attack);
    // everything is there, as text
    const shown = await page.locator('#text-a').evaluate((node) => {
      for (const sup of node.querySelectorAll('sup')) sup.remove();
      return node.textContent;
    });
    expect(shown).toBe(text.replaceAll('\n\n', '\n'));
    await page.close();
  });

  it('colors that mean sources in the texts mean nothing else in the bars, and kinds when they are chosen', async () => {
    const { page } = await open(threeTexts());
    await page.locator('#charts > summary').click();
    const colors = () =>
      page
        .locator('#bar rect:not(.all)')
        .evaluateAll((all) => new Set(all.map((each) => getComputedStyle(each).fill)).size);
    expect(await colors()).toBe(1);
    await page.locator('#color-by').selectOption('kind');
    expect(await colors()).toBe(3);
    await page.close();
  });

  it('the page shows real files that were read and compared in the same way', async () => {
    const markup = `<html lang='en" onload="window.hacked=1'><title></title><script>window.hacked=1</script>
      <body onload="window.hacked=1"><p onclick="window.hacked=1" style="background:url(http://example.com/z)">`;
    const attack = ATTACKS.join(' and ');
    const escaped = attack.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const name = (file: string) => join(folder, file);
    writeFileSync(
      name(`'"><img src=x onerror=alert(1)>.txt`),
      `This text has ${attack} in it, as it stands.`,
    );
    writeFileSync(name('b.html'), `${markup}This text has ${escaped} in it, as it stands, more or less.</p>`);
    const comparison = await compare(name(`'"><img src=x onerror=alert(1)>.txt`), name('b.html'), {
      threads: 1,
    });
    expect(comparison.similarity).toBeGreaterThan(0.5);
    const { page, trouble } = await open(comparison);
    await page.locator('#next').click();
    await page.evaluate(() => {
      for (const mark of document.querySelectorAll<HTMLElement>('.text mark, .text p')) mark.click();
    });
    await page.waitForTimeout(100);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(trouble).toEqual([]);
    expect(await page.locator('#text-a').textContent()).toContain('<script>window.hacked=1</script>');
    await page.close();
  });

  it('counts again when kinds, short passages, quotations or sources are left out', async () => {
    const quotation = '“It is very late.”';
    const ferry = 'The ferry leaves at nine from the pier.';
    const comparison = sampleComparison(
      { id: 'a', text: `${quotation} ${ferry} Nobody came.` },
      [
        { id: 'b', text: `${quotation} ${ferry}` },
        { id: 'c', text: 'The boat leaves at nine from the pier.' },
      ],
      [
        { a: quotation },
        { a: ferry, kind: 'edited', score: 0.95 },
        { source: 1, a: ferry, b: 'The boat leaves at nine from the pier.', kind: 'synonyms', best: false },
      ],
    );
    const { page, trouble } = await open(comparison);
    expect(await share(page)).toBe('85.7%'); // 12 of 14 words
    await page.locator('#charts > summary').click();
    await page.locator('#no-quotations').check();
    expect(await share(page)).toBe('57.1%');
    expect(await page.locator('#unfiltered').textContent()).toBe('85.7% without filters');
    await page.locator('#source-in-0').uncheck();
    // the second source has the ferry, too
    expect(await share(page)).toBe('57.1%');
    expect(await page.locator('#kind-share-2').textContent()).toBe('57.1%');
    await page.locator('#kind-2').uncheck();
    expect(await share(page)).toBe('0%');
    expect(await page.locator('#passage-says').textContent()).toBe('No passage counts with these filters.');
    await page.locator('#reset').click();
    expect(await share(page)).toBe('85.7%');
    await page.locator('#min-words').fill('5');
    expect(await share(page)).toBe('57.1%');
    expect(await page.locator('#text-a mark[role]').count()).toBe(1);
    await page.locator('#min-words').fill('9');
    expect(await share(page)).toBe('0%');
    expect(await page.locator('#source-text-1').textContent()).toBe('0%');
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('leads from each passage to its partner and back, and marks the words that differ', async () => {
    const filler = (name: string) =>
      Array.from({ length: 60 }, (_, i) => `Line ${i} of the ${name}.`).join('\n\n');
    const ferry = 'The ferry leaves at nine from the pier.';
    const boat = 'The ferry departs at nine from the pier.';
    const comparison = sampleComparison(
      { id: 'a', text: `${filler('first')}\n\n${ferry}\n\n${filler('second')}\n\nFresh bread is sold here.` },
      [{ id: 'b', text: `Fresh bread is sold here.\n\n${filler('third')}\n\n${boat}` }],
      [{ a: ferry, b: boat, kind: 'edited' }, { a: 'Fresh bread is sold here.' }],
    );
    const { page, trouble } = await open(comparison);
    await page.locator('#next').click();
    expect(await page.locator('#place').textContent()).toBe('1 of 2');
    expect(await page.locator('#passage-says').textContent()).toBe('Edited · 8 words · 80.0% alike');
    expect(await page.locator('mark.on b').allTextContents()).toEqual(['leaves', 'departs']);
    expect(await isSeen(page, '#text-a mark.on')).toBe(true);
    expect(await isSeen(page, '#text-b mark.on')).toBe(true);
    await page.locator('#next').click();
    expect(await page.locator('#text-a mark.on').textContent()).toBe('2Fresh bread is sold here.');
    expect(await isSeen(page, '#text-a mark.on')).toBe(true);
    expect(await isSeen(page, '#text-b mark.on')).toBe(true);
    await page.locator('#next').click();
    expect(await page.locator('#place').textContent()).toBe('1 of 2');

    // by keyboard: arrows go on, Enter crosses over
    await page.locator('#text-a mark.on').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('#place').textContent()).toBe('2 of 2');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.closest('.text')?.id)).toBe('text-b');
    await page.keyboard.press('Escape');
    expect(await page.locator('mark.on').count()).toBe(0);

    // by mouse, from the source to the text
    await page.locator('#text-b mark').last().click();
    expect(await page.locator('#place').textContent()).toBe('1 of 2');
    expect(await isSeen(page, '#text-a mark.on')).toBe(true);
    await page.locator('#charts > summary').click();
    await page.locator('#map-picture').click({ position: { x: 2, y: 200 } });
    expect(await page.locator('mark.on').count()).toBe(2);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('shows the best source of each passage, and one source alone when asked', async () => {
    const { page } = await open(threeTexts());
    const synonyms = page.locator('#text-a mark.k2');
    expect(await synonyms.getAttribute('class')).toContain('s1');
    await synonyms.click();
    expect(await page.locator('#name-b').textContent()).toBe('guide.md');
    expect(await page.locator('tr.shown .id').textContent()).toBe('guide.md');
    await page.locator('[data-view="0"]').click();
    expect(await page.locator('#name-b').textContent()).toBe('article.html');
    expect(await synonyms.getAttribute('class')).toContain('s0');
    await page.locator('[data-view="-1"]').click();
    await page.locator('#source-in-1').uncheck();
    expect(await synonyms.getAttribute('class')).toContain('s0');
    await page.close();
  });

  it('says so if no source was found', async () => {
    const { page, trouble } = await open(sampleComparison({ id: 'a', text: 'One text.' }, [], []));
    expect(await page.locator('.lead').textContent()).toContain('no source was found');
    expect(await page.locator('#text-a').textContent()).toBe('One text.');
    expect(await page.locator('#pane-b').isVisible()).toBe(false);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('shows one side at a time on a phone, and a tap turns to the other', async () => {
    const { page } = await open(twoTexts(), { width: 390, height: 844 });
    const widths = () =>
      page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    const [content, screen] = await widths();
    expect(content).toBeLessThanOrEqual(screen);
    expect(await page.locator('#pane-b').isVisible()).toBe(false);
    await page.locator('#text-a mark').nth(1).click();
    expect(await page.locator('#pane-a').isVisible()).toBe(false);
    expect(await isSeen(page, '#text-b mark.on')).toBe(true);
    await page.locator('#side-a').click();
    expect(await isSeen(page, '#text-a mark.on')).toBe(true);
    await page.close();
  });

  it('stays a few screens tall on a phone, however long the texts are', async () => {
    const sentences = Array.from({ length: 3_000 }, (_, i) => `Sentence ${i} tells of day ${i % 365}.`);
    const text = sentences.join('\n\n');
    const passages = sentences.filter((_, i) => i % 30 === 0).map((a) => ({ a }));
    const { page } = await open(sampleComparison({ id: 'a', text }, [{ id: 'b', text }], passages), {
      width: 390,
      height: 844,
    });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThan(5 * 844);
    await page.locator('#previous').click();
    expect(await page.locator('#place').textContent()).toBe('100 of 100');
    expect(await isSeen(page, '#text-a mark.on')).toBe(true);
    expect(await page.locator('#next').isVisible()).toBe(true);
    await page.close();
  });

  it('prints both sides, all of it, with kinds distinguished by their lines', async () => {
    const { page } = await open(twoTexts(), { width: 390, height: 844 });
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#pane-a').isVisible()).toBe(true);
    expect(await page.locator('#pane-b').isVisible()).toBe(true);
    expect(await page.locator('.toolbar').isVisible()).toBe(false);
    const lines = await page
      .locator('#text-a mark')
      .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).textDecorationStyle));
    expect(lines).toEqual(['solid', 'dashed', 'dotted', 'solid']);
    const cut = await page.locator('#text-a').evaluate((node) => node.scrollHeight > node.clientHeight + 1);
    expect(cut).toBe(false);
    await page.close();
  });

  it('prints the passages of every source, with the words left out between them', async () => {
    const { page, trouble } = await open(threeTexts());
    await page.locator('#next').click();
    const shown = await page.locator('#text-b').textContent();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#text-b h4').allTextContents()).toEqual(['article.html', 'guide.md']);
    expect(await page.locator('#name-b').textContent()).toBe('2 sources');
    const printed = await page.locator('#text-b').textContent();
    expect(printed).toContain('3On clear nights the beam could be seen from the town');
    expect(printed).toContain('built in 1871 after two ships');
    const numbers = await page.locator('#text-b sup').allTextContents();
    expect(numbers.sort()).toEqual(['1', '2', '3', '4']);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await page.locator('#text-b').textContent()).toBe(shown);
    expect(await page.locator('#name-b').textContent()).toBe('article.html');
    expect(await page.locator('#text-b mark.on').count()).toBe(1);

    // one source alone is printed whole
    await page.locator('[data-view="1"]').click();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await page.locator('#text-b').textContent()).toContain('Bring good shoes');
    expect(await page.locator('#text-b h4').count()).toBe(0);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('says on paper how many words of the sources are left out', async () => {
    const ferry = 'The ferry leaves at nine from the pier.';
    const bread = 'Fresh bread is sold here every day.';
    const filler = Array.from({ length: 5 }, (_, i) => `Paragraph ${i} of another story.`).join('\n\n');
    const comparison = sampleComparison(
      { id: 'a', text: `${ferry} ${bread}` },
      [
        { id: 'b', text: `${filler}\n\n${ferry}\n\n${filler}` },
        { id: 'c', text: `${bread} Indeed.` },
      ],
      [{ a: ferry }, { a: bread, source: 1 }],
    );
    const { page } = await open(comparison);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await page.locator('#text-b p').allTextContents()).toEqual([
      '25 words left out here',
      `1${ferry}\n`,
      '25 words left out here',
      `2${bread} Indeed.`,
    ]);
    await page.close();
  });

  it('gives every control a name and stays readable in dark', async () => {
    const { page } = await open(chineseTexts());
    await page.emulateMedia({ colorScheme: 'dark' });
    const unnamed = await page.evaluate(() =>
      [...document.querySelectorAll('button, input, select, [role=img]')]
        .filter(
          (node) =>
            !(
              node.getAttribute('aria-label') ||
              node.textContent?.trim() ||
              (node as HTMLInputElement).labels?.[0]?.textContent?.trim()
            ),
        )
        .map((node) => node.outerHTML),
    );
    expect(unnamed).toEqual([]);
    const [ink, paper] = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return [color, backgroundColor];
    });
    expect([ink, paper]).toEqual(['rgb(227, 230, 232)', 'rgb(20, 23, 26)']);
    expect(await page.locator('#text-a').getAttribute('lang')).toBe('zh');
    await page.close();
  });

  it('stays usable with texts of 100,000 words and thousands of passages', async () => {
    const sentences = Array.from(
      { length: 10_000 },
      (_, i) => `Sentence ${i} tells of day ${i % 365} in the year ${i % 97}.`,
    );
    const join = (list: string[]) => list.map((s, i) => (i % 8 === 7 ? `${s}\n\n` : `${s} `)).join('');
    const text = join(sentences);
    const passages = sentences.filter((_, i) => i % 4 === 0).map((a) => ({ a }));
    const { page, trouble } = await open(
      sampleComparison({ id: 'a', text }, [{ id: 'b', text: join([...sentences].reverse()) }], passages),
    );
    expect(await page.locator('#place').textContent()).toBe('2,500 passages');
    await page.locator('#previous').click();
    expect(await page.locator('#place').textContent()).toBe('2,500 of 2,500');
    expect(await isSeen(page, '#text-a mark.on')).toBe(true);
    expect(await isSeen(page, '#text-b mark.on')).toBe(true);
    await page.locator('#charts > summary').click();
    await page.locator('#kind-0').uncheck();
    expect(await share(page)).toBe('0%');
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('the texts are on the first screen, and keys lead from passage to passage wherever the focus is', async () => {
    const sentences = Array.from({ length: 40 }, (_, i) => `Sentence number ${i} stands for itself alone.`);
    const text = sentences.join(' ');
    const comparison = () =>
      sampleComparison({ id: 'a', text }, [{ id: 'b', text }], [{ a: sentences[3] }, { a: sentences[30] }]);
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      const { page, trouble } = await open(comparison(), viewport);
      const { y } = (await page.locator('#text-a p').first().boundingBox())!;
      expect(y).toBeLessThan(0.7 * viewport.height);
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('j');
      expect(await page.locator('#place').textContent()).toBe('2 of 2');
      await page.keyboard.press('k');
      expect(await page.locator('#place').textContent()).toBe('1 of 2');
      expect(trouble).toEqual([]);
      await page.close();
    }
  });

  it('the first passage is on the first screen, on both sides, however far down it is in the texts', async () => {
    const passage = 'The ferry leaves at nine from the second pier.';
    const cover = (name: string) =>
      Array.from({ length: 90 }, (_, i) => `Line ${i} of the cover of ${name}.`).join('\n\n');
    const comparison = sampleComparison(
      { id: 'a', text: `${cover('a')}\n\n${passage}` },
      [{ id: 'b', text: `${cover('b')}\n\n${passage}` }],
      [{ a: passage }],
    );
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      const { page, trouble } = await open(comparison, viewport);
      const inView = async (side: 'a' | 'b') => {
        const mark = (await page.locator(`#text-${side} mark`).first().boundingBox())!;
        const text = (await page.locator(`#text-${side}`).boundingBox())!;
        return mark.y > text.y && mark.y + mark.height < text.y + text.height;
      };
      await expect.poll(() => inView('a')).toBe(true);
      if (viewport.width < 500) await page.click('#side-b');
      await expect.poll(() => inView('b')).toBe(true);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      expect(await page.locator('#place').textContent()).toBe('1 passage');
      expect(trouble).toEqual([]);
      await page.close();
    }
  });
});
