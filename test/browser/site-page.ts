/** The built site, opened from its folder with the network off; whatever a page asks for, says or does that it should not is collected. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { ROOT } from './library-pages.ts';

/** Builds the whole site into a folder of its own. */
export function buildSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-site-'));
  execFileSync(process.execPath, [join(ROOT, 'site/build.mjs'), '--out', folder], { cwd: ROOT });
  return folder;
}

/** A page of the site; `trouble` is empty as long as it only loads files of the site and says nothing. */
export async function openSite(
  browser: Browser,
  folder: string,
  name = 'index',
): Promise<{ page: Page; trouble: string[] }> {
  const context = await browser.newContext({ offline: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  // a busy machine takes its time
  page.setDefaultTimeout(30_000);
  const own = pathToFileURL(`${folder}/`).href;
  const trouble: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(own) && !/^(?:blob|data):/.test(request.url()))
      trouble.push(`request ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    // a worker that was starting when its page was left
    if (!request.url().startsWith('blob:')) trouble.push(`failed ${request.url()}`);
  });
  page.on('console', (message) => trouble.push(`console ${message.text()}`));
  page.on('pageerror', (error) => trouble.push(`error ${error.message}`));
  page.on('dialog', (dialog) => {
    trouble.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', () => trouble.push('popup'));
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(own)) trouble.push(`navigated ${frame.url()}`);
  });
  await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
  return { page, trouble };
}
