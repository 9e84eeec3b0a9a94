/** Every format is read in a browser as in Node, from bytes; what is damaged is told, and the page goes on. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seeds } from '../../src/read/seeds.cases.ts';
import { hasChromium, launchChromium } from './chromium.ts';
import { LibraryPage, ROOT, type Site, serve } from './library-pages.ts';

const node: typeof import('../../src/index.ts') = await import(join(ROOT, 'dist/index.js'));

/** Brotli, in the bodies of crawled pages, is not read in browsers. */
const FILES = seeds().map(({ name, parts, pack }) => ({ name, content: [...pack(parts)] }));

type Texts = Pick<typeof import('../../src/browser.ts'), 'texts'>;

async function read({ texts }: Texts, { files, options }: { files: typeof FILES; options: object }) {
  const told: string[] = [];
  const onProblem = ({ source, reason }: { source: string; reason: string }) =>
    told.push(`${source}: ${reason}`);
  const given = files.map(({ name, content }) => new File([Uint8Array.from(content)], name));
  for await (const { id, text } of texts(given, { ...options, onProblem })) told.push(`${id}: ${text}`);
  return told;
}

describe.skipIf(!hasChromium('readers in browsers'))('readers in a browser', () => {
  let browser: Browser;
  let site: Site;
  let library: LibraryPage;
  beforeAll(async () => {
    browser = await launchChromium();
    site = await serve(ROOT, false);
    library = await LibraryPage.open(browser, site);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it('every format gives the text that it gives in Node', async () => {
    expect(FILES.length).toBeGreaterThan(20);
    const arg = { files: FILES, options: { threads: 2 } };
    expect(await library.run(read, arg)).toEqual(await read(node, arg));
  });

  it('documents come from a folder handle, an async iterable, and a Blob', async () => {
    const told = await library.run(async ({ texts }) => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('essays', { create: true });
      const inner = await folder.getDirectoryHandle('more', { create: true });
      for (const [place, name] of [
        [folder, 'b.txt'],
        [inner, 'a.md'],
        [folder, '.hidden'],
      ] as const) {
        const file = await (await place.getFileHandle(name, { create: true })).createWritable();
        await file.write(`The text of ${name}.`);
        await file.close();
      }
      async function* some() {
        yield { id: 'one', text: 'The first.' };
        yield { id: 'two', text: 'The second.' };
      }
      const told: string[] = [];
      for (const input of [folder, some(), new Blob(['The third.'])])
        for await (const { id, text } of texts(input)) told.push(`${id}: ${text}`);
      await root.removeEntry('essays', { recursive: true });
      return told;
    }, undefined);
    expect(told).toEqual([
      'essays/b.txt: The text of b.txt.',
      'essays/more/a.md: The text of a.md.',
      'one: The first.',
      'two: The second.',
      'document: The third.',
    ]);
  });

  it('what is dropped on a page is read: a folder, without its hidden files, and a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'neardup-drop-'));
    mkdirSync(join(folder, 'essays/more'), { recursive: true });
    for (const name of ['essays/b.txt', 'essays/more/a.txt', 'essays/.hidden', 'c.txt'])
      writeFileSync(join(folder, name), `The text of ${name}.`);
    const { page } = library;
    await page.evaluate(() => {
      const { neardup } = globalThis as unknown as { neardup: typeof import('../../src/browser.ts') };
      document.addEventListener('dragover', (event) => event.preventDefault());
      document.addEventListener('drop', (event) => {
        event.preventDefault();
        const read = neardup.texts(neardup.droppedFiles(event.dataTransfer!)).toArray();
        Object.assign(globalThis, { read });
      });
    });
    const session = await page.context().newCDPSession(page);
    const files = [join(folder, 'essays'), join(folder, 'c.txt')];
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      const data = { items: [], files, dragOperationsMask: 1 };
      await session.send('Input.dispatchDragEvent', { type, x: 100, y: 100, data });
    }
    const read = await page.evaluate(
      () => (globalThis as unknown as { read: Promise<{ id: string }[]> }).read,
    );
    expect(read.map(({ id }) => id)).toEqual(['essays/b.txt', 'essays/more/a.txt', 'c.txt']);
    rmSync(folder, { recursive: true });
  });

  it('a file that is damaged or too large is told by its name, and the others are read', async () => {
    const cut = (ending: string) => {
      const { content } = FILES.find(({ name }) => name.endsWith(ending))!;
      return { name: `cut${ending}`, content: content.slice(0, content.length / 2) };
    };
    const files = [
      cut('.pdf'),
      cut('.docx'),
      cut('.epub'),
      { name: 'a.txt', content: [...Buffer.from('A text.')] },
    ];
    const told = await library.run(read, { files, options: {} });
    expect(told).toHaveLength(4);
    for (const line of told.slice(0, 3)) expect(line).toMatch(/^cut\.\w+: Expected a whole/);
    expect(told[3]).toBe('a.txt: A text.');
  });

  it('a document above the limit is left out without being held: 2 GB', async () => {
    const told = await library.run(async ({ texts }) => {
      const part = new Blob([new Uint8Array(64 << 20).fill(97)]);
      const told: string[] = [];
      const large = new File(Array(32).fill(part), 'large.txt');
      const run = texts([large, new File(['small'], 'small.txt')], {
        onProblem: ({ reason }) => told.push(reason),
      });
      for await (const { text } of run) told.push(text);
      return { told, size: large.size };
    }, undefined);
    expect(told.size).toBe(2 ** 31);
    expect(told.told).toEqual([
      expect.stringContaining('Expected a document of at most 104857600 bytes'),
      'small',
    ]);
  });

  it('paths as inputs or outputs are refused with a clear message', async () => {
    const errors = await library.run(async ({ compareAll, dedup }) => {
      const message = (error: Error) => error.message;
      return [
        await compareAll([{ id: 'x', text: 'x' }], { html: 'class.html' }).catch(message),
        await dedup('corpus.jsonl').toArray().catch(message),
        await dedup([new File(['x'], 'x.txt')], { removed: 'x.csv' })
          .toArray()
          .catch(message),
      ];
    }, undefined);
    expect(errors).toEqual([
      expect.stringContaining('Expected `output` to be left out in a browser'),
      expect.stringContaining('Expected `input` to be documents like { id, text }, files, or a folder'),
      expect.stringContaining('Expected `output` to be left out in a browser'),
    ]);
  });
});
