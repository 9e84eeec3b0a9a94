/** What axe-core finds in the pages of reports. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Group } from '../../src/answers/copies.ts';
import type { Comparison } from '../../src/comparison.ts';
import { sampleComparison } from '../../src/report/comparison/sample-comparison.cases.ts';
import { threeTexts, twoTexts } from '../../src/report/comparison/texts.cases.ts';
import { writeComparisonPage } from '../../src/report/pages/comparison/write-page.ts';
import { sampleTexts } from '../../src/report/pages/groups/sample-texts.cases.ts';
import { writeHtmlReport } from '../../src/report/pages/groups/write-page.ts';
import { violationsIn, WIDE } from './axe.ts';
import { hasChromium, launchChromium } from './chromium.ts';
import { openWatched } from './hostile.ts';

const available = hasChromium('accessibility of the pages');

describe.skipIf(!available)('axe-core finds no violation', () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'neardup-axe-'));
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('axe-core finds no violation in the report of groups', async () => {
    const page = await open(await reportPage());
    await page.locator('.open').first().click();
    await page.locator('.run summary').click();
    expect(await violationsIn(page)).toEqual([]);
    await page.close();
  });

  it.each([
    ['two texts', twoTexts],
    ['several sources', threeTexts],
    ['long texts with hundreds of passages', longTexts],
  ])(
    'axe-core finds no violation in the page of a comparison: %s',
    async (_, comparison) => {
      const page = await open(await comparisonPage(comparison()));
      await page.locator('#next').click();
      await page.locator('#next').click();
      expect(await violationsIn(page)).toEqual([]);
      await page.close();
    },
    SLOW,
  );

  async function open(html: string): Promise<Page> {
    const path = join(folder, 'page.html');
    writeFileSync(path, html);
    const { page } = await openWatched(browser, path, WIDE);
    return page;
  }
});

/** axe looks at every word of a long page; a busy machine takes minutes. */
const SLOW = 240_000;
async function textOf(write: (target: { write(chunk: string): void }) => Promise<void>): Promise<string> {
  const chunks: string[] = [];
  await write({ write: (chunk) => void chunks.push(chunk) });
  return chunks.join('');
}

function comparisonPage(comparison: Comparison): Promise<string> {
  return textOf((target) => writeComparisonPage(target, comparison));
}

function longTexts(): Comparison {
  const sentences = Array.from({ length: 1_860 }, (_, i) => `Sentence ${i} tells of day ${i % 365}.`);
  const join = (list: string[]) => list.map((s, i) => (i % 6 === 5 ? `${s}\n\n` : `${s} `)).join('');
  // white space between two quotations becomes a segment of its own
  const quotations = '“It is very late.”     “We go now.”';
  const passages = [quotations, ...sentences.filter((_, i) => i % 10 === 0)].map((a) => ({ a }));
  const source = { id: 'b', text: `${join([...sentences].reverse())} ${quotations}` };
  return sampleComparison({ id: 'a', text: `${quotations} ${join(sentences)}` }, [source], passages);
}

function reportPage(): Promise<string> {
  const groups: Group[] = Array.from({ length: 60 }, (_, i) => ({
    group: i + 1,
    size: 3,
    kept: `kept/${i}`,
    members: [`copy/${i}`, `mirror/${i}`].map((id) => ({
      id,
      keptId: `kept/${i}`,
      resemblance: 0.8 + (i % 20) / 100,
      containment: { inKept: 0.95, ofKept: 0.9 },
      distance: 2,
      identical: false,
      group: i + 1,
    })),
  }));
  const text = (id: string) => ({
    text: `The text of ${id}. ${'It goes on and on. '.repeat(99)}`,
    lang: 'en',
  });
  const summary = { documents: 200, kept: 80, removed: 120, groups: 60, empty: 0, unreadable: 1 };
  return textOf((target) =>
    writeHtmlReport(target, {
      inputs: ['corpus.jsonl'],
      summary: { ...summary, seconds: 1, engine: 'scalar' },
      options: { threshold: '0.8' },
      groups,
      texts: sampleTexts(groups, text),
      problems: [{ source: 'bad.jsonl', line: 7, reason: 'Expected a JSON object.' }],
    }),
  );
}
