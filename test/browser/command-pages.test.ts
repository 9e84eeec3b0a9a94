/** The pages that the command itself writes, as it is built and bundled: their scripts must survive that. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, launchChromium } from './chromium.ts';
import { openWatched } from './hostile.ts';

const available = hasChromium('the pages of the command in a browser');
const root = fileURLToPath(new URL('../../', import.meta.url));

describe.skipIf(!available)('the pages of the command in a browser', () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'neardup-pages-'));
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function neardup(...args: string[]): void {
    execFileSync(process.execPath, [join(root, 'dist/apps/cli/main.cjs'), ...args, '--quiet'], { cwd: root });
  }

  it('dedup --report: groups open, and both texts are compared', async () => {
    const path = join(folder, 'dedup.html');
    neardup('dedup', 'examples/articles.jsonl', '--report', path);
    const { page, trouble } = await openWatched(browser, path, { width: 1100, height: 900 });
    await page.locator('.open').first().click();
    expect(await page.locator('.comparison').count()).toBe(1);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('compare --html: passages are marked and lead to each other', async () => {
    const path = join(folder, 'compare.html');
    neardup('compare', 'examples/compare/essay.txt', 'examples/compare/guide.md', '--html', path);
    const { page, trouble } = await openWatched(browser, path, { width: 1100, height: 900 });
    const marks = page.locator('#text-a mark[role]');
    expect(await marks.count()).toBeGreaterThan(0);
    await marks.first().click();
    expect(trouble).toEqual([]);
    await page.close();
  });
});
