/** The pages that the command itself writes, as it is built and bundled: their scripts must survive that. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN } from '../cli/run-neardup.ts';
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
    execFileSync(process.execPath, [MAIN, ...args], { cwd: root });
  }

  it('dedup --report: groups open, and both texts are compared', async () => {
    const path = join(folder, 'dedup.html');
    neardup('dedup', 'examples/articles.jsonl', '--report', path, '--quiet');
    const { page, trouble } = await openWatched(browser, path, { width: 1100, height: 900 });
    await page.locator('.open').first().click();
    expect(await page.locator('.comparison').count()).toBe(1);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('the pages of the command in a browser compare --html: passages are marked and lead to each other', async () => {
    const path = join(folder, 'compare.html');
    neardup('compare', 'examples/compare/essay.txt', 'examples/compare/guide.md', '--html', path, '--quiet');
    const { page, trouble } = await openWatched(browser, path, { width: 1100, height: 900 });
    const marks = page.locator('#text-a mark[role]');
    expect(await marks.count()).toBeGreaterThan(0);
    await marks.first().click();
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('app: the page without a server opens and waits for documents', async () => {
    const path = join(folder, 'neardup.html');
    neardup('app', '-o', path);
    const { page, trouble } = await openWatched(browser, path, { width: 1100, height: 900 });
    expect(await page.locator('#drop').isVisible()).toBe(true);
    expect(readFileSync(path)).toEqual(readFileSync(join(root, 'dist/neardup.html')));
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('the command loads nothing of the browser', () => {
    const coverage = join(folder, 'coverage');
    const env = { ...process.env, NODE_V8_COVERAGE: coverage };
    execFileSync(process.execPath, [MAIN, 'dedup', 'examples/compare', '--quiet'], { cwd: root, env });
    const loaded = readdirSync(coverage).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(coverage, name), 'utf8'));
      return result.map(({ url }: { url: string }) => url);
    });
    expect(loaded).toContain(pathToFileURL(MAIN).href);
    expect(loaded.filter((url) => /dist\/browser|\.browser\.|neardup\.html/.test(url))).toEqual([]);
    const ofBrowser = /^\/\/#region src\/(?:.*\.browser\.ts|browser\.ts|apps\/page\/.*)$/m;
    const scripts = loaded.filter((url) => url.startsWith(pathToFileURL(join(root, 'dist')).href));
    expect(scripts.length).toBeGreaterThan(2);
    for (const script of scripts) expect(readFileSync(new URL(script), 'utf8')).not.toMatch(ofBrowser);
  });
});
