/** The tests of test/flow that need no files, in Chromium: with the built bundle for browsers, on isolated pages and others. */
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, launchChromium } from './chromium.ts';
import type { FlowTests } from './flow-page.ts';
import { LibraryPage, ROOT, serve } from './library-pages.ts';

const FILES = ['guarantees', 'same-result', 'short-texts', 'word-order'];

describe.skipIf(!hasChromium('the flow in browsers')).each([true, false])(
  'on a page, isolated: %s',
  (isolated) => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser?.close());

    it.each(FILES)('every test of test/flow/%s.test.ts passes', async (name) => {
      const site = await serve(ROOT, isolated);
      const library = await LibraryPage.open(browser, site);
      await library.page.evaluate(await bundle(`test/flow/${name}.test.ts`));
      const { count, failures } = await library.page.evaluate(() =>
        (globalThis as unknown as FlowTests).runTests(),
      );
      expect(failures).toEqual([]);
      expect(count).toBeGreaterThan(3);
      await library.close();
      await site.close();
    });
  },
);

/** A test file as a script: its tests are collected by `flow-page.ts`, and its library is that of the page. */
async function bundle(path: string): Promise<string> {
  const inPage: Plugin = {
    name: 'in a page',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^vitest$/ }, () => ({ path: join(ROOT, 'test/browser/flow-page.ts') }));
      onResolve({ filter: /src\/index\.ts$/ }, () => ({ path: 'neardup', namespace: 'page' }));
      onLoad({ filter: /./, namespace: 'page' }, () => ({ contents: 'module.exports = globalThis.neardup' }));
    },
  };
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, path)],
    plugins: [inPage],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  });
  return outputFiles[0].text;
}
