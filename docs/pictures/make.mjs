#!/usr/bin/env node
// The pictures of README: `npm run build && node docs/pictures/make.mjs`. Two pages of the bundled examples in Chromium, light and dark,
// and the terminal as an SVG with the output of a real run.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { TERMINAL, terminalSvg } from './terminal.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SIZE = { width: 1000, height: 560 };
const work = mkdtempSync(join(tmpdir(), 'neardup-pictures-'));

/** The pages: the command that writes one, and what to do before the picture is taken. */
const PAGES = {
  comparison: {
    args: 'compare examples/compare/essay.txt examples/compare/guide.md --thesaurus built-in --html',
    async prepare(page) {
      for (let passage = 0; passage < 2; passage++) await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(1000);
    },
  },
  report: { args: 'dedup examples/articles.jsonl --report', async prepare() {} },
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  for (const [name, { args, prepare }] of Object.entries(PAGES)) {
    const file = join(work, `${name}.html`);
    neardup([...args.split(' '), file]);
    for (const colorScheme of ['light', 'dark']) {
      const page = await browser.newPage({ viewport: SIZE, colorScheme, reducedMotion: 'reduce' });
      await page.goto(pathToFileURL(file).href);
      await prepare(page);
      await page.screenshot({ path: picture(`${name}-${colorScheme}.png`) });
      await page.close();
    }
  }
} finally {
  await browser.close();
  rmSync(work, { recursive: true });
}
writeFileSync(picture('terminal.svg'), terminalSvg(TERMINAL, neardup(TERMINAL.split(' ').slice(1))));

function neardup(args) {
  return execFileSync(process.execPath, [join(ROOT, 'dist/apps/cli/main.cjs'), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
}

function picture(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}
