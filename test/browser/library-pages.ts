/** Pages of a small server with the browser bundle, in Chromium: isolated or not, on the page itself or in a worker. */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type * as Neardup from '../../src/browser.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
/** What makes a page cross-origin isolated. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
/** Runs in a worker what it is sent, with the library as its first argument. */
const WORKER = `
  import * as neardup from '/dist/browser/index.js';
  self.onmessage = async ({ data: { code, arg } }) => {
    try {
      postMessage({ value: await (0, eval)(code)(neardup, arg) });
    } catch (error) {
      postMessage({ error: String(error?.stack ?? error) });
    }
  };`;

const PAGE = `<!doctype html><title>test</title><link rel="icon" href="data:,">
  <script type="module">import * as neardup from '/dist/browser/index.js'; globalThis.neardup = neardup;</script>`;

export interface Site {
  readonly address: string;
  close(): Promise<void>;
}

/** Serves the files of a folder. */
export async function serve(folder = ROOT, isolated = true): Promise<Site> {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url!, 'http://localhost').pathname);
    const headers = isolated ? ISOLATION : {};
    try {
      const made = { '/': PAGE, '/host.js': WORKER }[path];
      const type = path === '/' ? 'text/html' : (TYPES[extname(path)] ?? 'application/octet-stream');
      const body = made ?? (await readFile(join(folder, path)));
      response.writeHead(200, { ...headers, 'Content-Type': type }).end(body);
    } catch {
      response.writeHead(404, headers).end();
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, close: () => new Promise((resolve) => void server.close(() => resolve())) };
}

export type Place = 'page' | 'worker';

/** A page that runs functions with the library. */
export class LibraryPage {
  private constructor(
    readonly page: Page,
    private readonly place: Place,
  ) {}

  static async open(
    browser: Pick<Browser | BrowserContext, 'newPage'>,
    site: Site,
    place: Place = 'page',
  ): Promise<LibraryPage> {
    const page = await browser.newPage();
    await page.goto(site.address);
    await page.waitForFunction(() => 'neardup' in globalThis);
    return new LibraryPage(page, place);
  }

  /** Runs a function in the page, or in a worker of it. It sees its arguments only. */
  run<A, R>(fn: (neardup: typeof Neardup, arg: A) => R | Promise<R>, arg: A): Promise<R> {
    const code = `(${fn.toString()})`;
    return this.page.evaluate(
      async ({ code, arg, place }) => {
        if (place === 'page')
          return new Function(`return ${code}`)()((globalThis as { neardup?: unknown }).neardup, arg);
        const worker = new Worker('/host.js', { type: 'module' });
        const answer = await new Promise<{ value?: unknown; error?: string }>((resolve) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => resolve({ error: `the worker failed: ${message}` });
          worker.postMessage({ code, arg });
        });
        worker.terminate();
        if (answer.error !== undefined) throw new Error(answer.error);
        return answer.value;
      },
      { code, arg, place: this.place },
    ) as Promise<R>;
  }

  close(): Promise<void> {
    return this.page.close();
  }
}
