/** Where the texts of a run are in a browser: in memory, in a private file, and gone afterwards. */
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { singleFile } from '../../scripts/bundle-browser.mjs';
import { hasChromium, launchChromium } from './chromium.ts';
import { LibraryPage, type Place, ROOT, type Site, serve } from './library-pages.ts';

describe.skipIf(!hasChromium('the texts of a run in a browser')).each([true, false])(
  'the texts of a run, isolated: %s',
  (isolated) => {
    let browser: Browser;
    let context: BrowserContext;
    let site: Site;
    beforeAll(async () => {
      browser = await launchChromium();
      context = await browser.newContext();
      site = await serve(ROOT, isolated);
    });
    afterAll(async () => {
      await browser?.close();
      await site?.close();
    });

    it.each([
      ['worker', 0],
      ['worker', 200_000],
      ['worker', 1e9],
      ['page', 0],
    ] as [Place, number][])(
      'the texts of a run are as they were written, in a %s with %i bytes of memory before the file is used',
      async (place, inMemory) => {
        const library = await LibraryPage.open(context, site, place);
        const script = await singleFile('test/browser/spool-page.ts');
        const wrong = await library.run(
          (_, { script, inMemory }) => {
            new Function(script)();
            return (globalThis as unknown as { wrongTexts(n: number): Promise<number> }).wrongTexts(inMemory);
          },
          { script, inMemory },
        );
        expect(wrong).toBe(0);
        await library.close();
      },
    );

    it('the texts of a run leave no file when a tab is closed in the middle: the next run removes it', async () => {
      const closed = await LibraryPage.open(context, site, 'worker');
      // the input never ends, and neither does the run
      void closed
        .run(async ({ dedup }) => {
          const endless = async function* () {
            for (let i = 0; ; i++) {
              yield { id: String(i), text: `one two three four ${i}` };
              await new Promise((resolve) => setTimeout(resolve, 10));
            }
          };
          await dedup(endless()).toArray();
        }, null)
        .catch(() => {});
      const next = await LibraryPage.open(context, site, 'worker');
      await expect.poll(() => filesOf(next), { timeout: 60_000 }).toHaveLength(1);
      const [left] = await filesOf(next);
      await closed.close();
      // the browser may still be closing the tab
      const afterRun = async () => {
        await next.run(async ({ dedup }) => {
          await dedup([{ id: 'a', text: 'one two three' }]).toArray();
        }, null);
        return filesOf(next);
      };
      await expect.poll(afterRun, { timeout: 60_000 }).not.toContain(left);
      await next.close();
    });
  },
);

/** The names in neardup's folder of the private file system. */
function filesOf(library: LibraryPage): Promise<string[]> {
  return library.page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('neardup', { create: true });
    const names: string[] = [];
    for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys())
      names.push(name);
    return names;
  });
}
