/** The page without a server, opened from a file with the network forbidden. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ROOT } from './library-pages.ts';

export class AppPage {
  /** Everything that the page asked the network, or a file, for. */
  private readonly requests: string[] = [];
  private readonly complaints: string[] = [];

  private constructor(readonly page: Page) {
    // a busy machine takes its time
    page.setDefaultTimeout(500_000);
    page.on('request', (request) => this.requests.push(request.url()));
    page.on('console', (message) => this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  static async open(browser: Browser, options: BrowserContextOptions = {}): Promise<AppPage> {
    const app = new AppPage(await browser.newPage({ ...options, bypassCSP: false, offline: true }));
    await app.page.goto(pathToFileURL(join(ROOT, 'dist/neardup.html')).href);
    return app;
  }

  /** Drops files or folders on the page, as a user does. */
  async drop(...files: string[]): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  }

  async ended(): Promise<void> {
    await this.page.waitForFunction(() => document.getElementById('stopping')!.hidden);
  }

  /** The page itself and what is in it are all that is ever loaded. */
  expectNoConnection(): void {
    expect(this.requests.filter((url) => !url.startsWith('blob:'))).toEqual([
      expect.stringMatching(/^file:.*neardup\.html$/),
    ]);
    expect(this.complaints).toEqual([]);
  }
}
