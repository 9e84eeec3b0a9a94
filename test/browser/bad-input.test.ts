/** What bad input, and browsers without something, get: a clear message, and a page that stays usable. */
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clusteredDocuments } from '../flow/clustered-documents.ts';
import { AppPage } from './app-page.ts';
import { hasChromium, launchChromium } from './chromium.ts';
import { LibraryPage, serve } from './library-pages.ts';

describe.skipIf(!hasChromium('bad input in a browser'))('in a browser', () => {
  let folder: string;
  let browser: Browser | undefined;
  let [one, other] = ['', ''];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'neardup-bad-'));
    [one, other] = ['one.txt', 'other.txt'].map((name) => join(folder, name));
    writeFileSync(one, someWords(1, 300));
    writeFileSync(other, `${someWords(1, 200)} ${someWords(2, 50)}`);
  });
  afterEach(async () => {
    await browser?.close();
    browser = undefined;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function openApp(...flags: string[]): Promise<AppPage> {
    browser = await launchChromium(['--disable-gpu', ...flags]);
    return AppPage.open(browser);
  }

  /** Two documents are compared: the page can be used. What is there already is given up first. */
  async function expectUsable(app: AppPage): Promise<void> {
    const anew = app.page.locator('#start-anew');
    if (await anew.isVisible()) await anew.click();
    await app.drop(one, other);
    await app.page.locator('#compared').waitFor();
    expect(await app.page.isVisible('#failure')).toBe(false);
    app.expectNoConnection();
  }

  it.each([
    ['big.pdf', '%PDF-1.7\n', 'it is too large.'],
    ['big.bin', '', 'it is not a document that can be read: a picture, a video or a program, perhaps.'],
  ])('%s of 2 GB is named with the reason, and what was dropped with it is compared', async (...file) => {
    const [name, start, reason] = file;
    const app = await openApp();
    const path = join(folder, name);
    writeFileSync(path, start);
    truncateSync(path, 2 ** 31);
    await app.drop(path, one, other);
    await app.page.locator('#compared').waitFor();
    expect(await app.page.textContent('#problem-list')).toBe(`${name}: ${reason}`);
    await expectUsable(app);
  });

  it('a folder of 10,000 files is read, and its copies are found', async () => {
    const many = join(folder, 'many');
    mkdirSync(many);
    // every thousandth is a copy of the one before it
    for (let i = 0; i < 10_000; i++)
      writeFileSync(join(many, `${i}.txt`), someWords(i % 1000 === 999 ? i - 1 : i, 40));
    const app = await openApp();
    await app.drop(many);
    await app.page.locator('#overview').waitFor();
    expect(await groupsOf(app)).toMatch(/Documents\s+10,000\s.*Removed\s+10\s.*Groups\s+10\s/s);
    expect(await app.page.textContent('#overview-note')).toContain('the first 5000 of 10000 documents');
    await expectUsable(app);
  });

  it('too little memory is told, and fewer documents are compared', async () => {
    const large = join(folder, 'large');
    mkdirSync(large);
    for (let i = 0; i < 3; i++) writeFileSync(join(large, `${i}.txt`), someWords(i, 1_000_000));
    const app = await openApp('--js-flags=--wasm-max-mem-pages=400');
    await app.drop(large);
    await app.page.locator('#failure').waitFor();
    expect(await app.page.textContent('#failure')).toMatch(
      /^The browser has too little memory for this: The heap cannot grow to \d+ MB.* Drop fewer documents\.$/,
    );
    await expectUsable(app);
  });

  it('a browser without WebAssembly SIMD finds with the scalar engine what wasm finds, and the page says so', async () => {
    const some = join(folder, 'some');
    mkdirSync(some);
    for (let i = 0; i < 12; i++) writeFileSync(join(some, `${i}.txt`), someWords(i % 8, 100));
    const app = await openApp('--js-flags=--no-enable-sse4-1');
    await app.drop(some);
    await app.page.locator('#overview').waitFor();
    expect(await app.page.textContent('#status')).toMatch(
      /^12 documents\. This browser computes slowly: it has no WebAssembly SIMD/,
    );
    expect(await groupsOf(app)).toMatch(/Documents\s+12\s.*Removed\s+4\s.*Groups\s+4\s/s);
    await expectUsable(app);
  });

  it('a browser without WebGPU finds the pairs of wasm with `engine: gpu`, and a note says so', async () => {
    browser = await launchChromium();
    const site = await serve();
    const library = await LibraryPage.open(browser, site);
    const { gpu, wasm, notes, engine } = await library.run(
      async ({ pairs }, documents) => {
        const notes: string[] = [];
        const run = pairs(documents, {
          engine: 'gpu',
          onProgress: ({ note }) => note !== undefined && notes.push(String(note)),
        });
        const gpu = await run.toArray();
        const wasm = await pairs(documents, { engine: 'wasm' }).toArray();
        return { gpu, wasm, notes, engine: (await run.summary).engine };
      },
      clusteredDocuments(100, 3),
    );
    await site.close();
    expect(gpu.length).toBeGreaterThan(0);
    expect(gpu).toEqual(wasm);
    expect(engine).toMatch(/^wasm, /);
    expect(notes).toEqual([expect.stringMatching(/^No GPU is used, wasm computes: /)]);
  });
});

/** What the page says of the groups. */
function groupsOf(app: AppPage): Promise<string> {
  return app.page.frameLocator('#groups-page iframe').locator('body').innerText();
}

/** Words that depend on the seed alone. */
function someWords(seed: number, count: number): string {
  let state = seed + 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
  return Array.from({ length: count }, () => `w${next() % 100_000}`).join(' ');
}
