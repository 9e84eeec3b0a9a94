/** The live feed in Chromium: after the service was killed and started again, it goes on without a gap and without a repetition. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { hasChromium, launchChromium } from '../browser/chromium.ts';
import { MAIN } from '../cli/run-neardup.ts';
import { C, FERRY } from '../service/run-service.ts';

let child: ChildProcess | undefined;
let data = '';
afterEach(async () => {
  await kill();
  await rm(data, { recursive: true, force: true });
});

async function kill(): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Starts the built command and waits until it tells its address. */
async function start(port: string): Promise<string> {
  const started = spawn(process.execPath, [MAIN, 'serve', '--data', data, '--port', port, '--no-open']);
  child = started;
  let out = '';
  return new Promise((resolve, reject) => {
    started.stdout.on('data', (chunk) => {
      out += chunk;
      const [found] = /http:\/\/[\d.:]+/.exec(out) ?? [];
      if (found !== undefined && out.includes('Its data')) resolve(found);
    });
    started.on('exit', () => reject(new Error(out)));
  });
}

const put = (address: string, path: string, body: unknown) =>
  fetch(`${address}${C}/${path}`, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

test.skipIf(!hasChromium('the feed of the page'))(
  'the live feed resumes after the service was killed',
  async () => {
    data = await mkdtemp(join(tmpdir(), 'neardup-feed-'));
    const address = await start('0');
    expect((await put(address, 'watches/ferry', { texts: [FERRY] })).ok).toBe(true);
    const browser = await launchChromium();
    try {
      const page = await (await browser.newContext({ locale: 'en' })).newPage();
      await page.goto(`${address}/#/watch`);
      await page.locator('.live').waitFor();
      await put(address, 'documents/one', { text: FERRY });
      await page.locator('.feed li').first().waitFor();
      await kill();
      await page.getByText('connecting …').waitFor();
      await start(new URL(address).port);
      await put(address, 'documents/two', { text: FERRY });
      await page.locator('.feed li').nth(1).waitFor();
      const positions = await page
        .locator('.feed li')
        .evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.position));
      expect(positions).toEqual(['2', '1']);
    } finally {
      await browser.close();
    }
  },
);
