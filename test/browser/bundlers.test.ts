/** The example project is bundled by Vite, esbuild and webpack without any setting for neardup, and runs. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as esbuild } from 'esbuild';
import type { Browser } from 'playwright-core';
import { build as vite } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { hasChromium, launchChromium } from './chromium.ts';
import { ROOT, serve } from './library-pages.ts';

const PAGE = '<!doctype html><title>test</title><body><script type="module" src="./main.js"></script></body>';

/** What every bundler makes of the project in `folder`, in `folder/out`. */
const BUNDLERS: Record<string, (folder: string) => Promise<unknown>> = {
  Vite: (folder) => vite({ root: folder, build: { outDir: 'out' }, logLevel: 'error', configFile: false }),
  async esbuild(folder) {
    const entryPoints = [`${folder}/src/main.js`];
    await esbuild({
      entryPoints,
      bundle: true,
      format: 'esm',
      splitting: true,
      outdir: `${folder}/out`,
      logLevel: 'error',
    });
    writeFileSync(`${folder}/out/index.html`, PAGE);
  },
  async webpack(folder) {
    const compiler = webpack({
      context: folder,
      entry: './src/main.js',
      mode: 'production',
      // what neardup has is minified already, and minifying it again takes a minute
      optimization: { minimize: false },
      output: { path: `${folder}/out` },
    });
    await new Promise<void>((resolve, reject) =>
      compiler.run((error, stats) =>
        error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString())) : resolve(),
      ),
    );
    writeFileSync(`${folder}/out/index.html`, PAGE);
  },
};

describe.skipIf(!hasChromium('bundled projects'))('the example project', () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    browser = await launchChromium();
    folder = mkdtempSync(join(tmpdir(), 'neardup-bundlers-'));
    // as npm installs it
    mkdirSync(`${folder}/node_modules`);
    symlinkSync(ROOT, `${folder}/node_modules/neardup`, 'junction');
    cpSync(join(ROOT, 'examples/browser'), folder, { recursive: true });
    writeFileSync(`${folder}/package.json`, '{ "type": "module" }');
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(Object.keys(BUNDLERS))(
    'the example project is bundled by %s and finds the copy in Chromium',
    async (name) => {
      rmSync(`${folder}/out`, { recursive: true, force: true });
      await BUNDLERS[name](folder);
      const site = await serve(`${folder}/out`, false);
      const page = await browser.newPage();
      try {
        await page.goto(`${site.address}/index.html`);
        await page.waitForFunction(() => document.body.textContent?.includes('copy'));
        expect(await page.textContent('body')).toContain('b is a copy of a');
      } finally {
        await page.close();
        await site.close();
      }
    },
  );
});

describe('the bundle for browsers', () => {
  const folder = join(ROOT, 'dist/browser');
  const files = readdirSync(folder);
  const code = (name: string) => readFileSync(join(folder, name), 'utf8');

  it('the bundle for browsers has no module of Node and no use of its globals that is not asked for first', () => {
    for (const name of files) {
      expect(code(name)).not.toMatch(/(?:from|import\()\s*["'`]node:/);
      expect(code(name)).not.toMatch(/\bprocess\.(?:env|cwd|pid)\b|\bcreateRequire\b/);
    }
  });

  it('the bundle for browsers is less than 320 KB, compressed, with kernels and worker; readers and language data come when they are needed', () => {
    const core = new Set<string>();
    const add = (name: string) => {
      if (core.has(name)) return;
      core.add(name);
      for (const [, file] of code(name).matchAll(/(?:from|import)\s*"\.\/([\w.-]+)"/g)) add(file);
    };
    for (const name of ['index.js', 'embedded_kernels.js', 'embedded_worker.js']) add(name);
    const bytes = [...core].reduce((sum, name) => sum + gzipSync(code(name)).length, 0);
    expect([...core]).not.toContain('embedded_pdfium.js');
    expect(bytes).toBeLessThan(320_000);
    // so that the size in docs/browser.md is true
    const stated = /(\d+) KB compressed/.exec(readFileSync(join(ROOT, 'docs/browser.md'), 'utf8'))!;
    expect(Math.abs(Number(stated[1]) - bytes / 1000)).toBeLessThan(10);
  });
});
