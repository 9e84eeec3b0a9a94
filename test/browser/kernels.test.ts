/** The same wasm in a browser: the kernels of dist/ give in Chromium the bits they give here. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Heap } from '../../src/engines/index.ts';
import { loadKernels } from '../../src/engines/load.ts';
import { ROOT } from '../cli/run-neardup.ts';
import { hasChromium, launchChromium } from './chromium.ts';

const DOCUMENTS = readFileSync(join(ROOT, 'examples/articles.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line).text.toLowerCase());

describe.skipIf(!hasChromium('the kernels in a browser'))('kernels in Chromium', () => {
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    // shared memory needs a page that is isolated from others
    const headers = {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    };
    server = createServer((request, response) => {
      const isWasm = request.url === '/kernels.wasm';
      response.writeHead(200, { ...headers, 'Content-Type': isWasm ? 'application/wasm' : 'text/html' });
      response.end(
        isWasm ? readFileSync(join(ROOT, 'dist/kernels.wasm')) : '<!doctype html><title>kernels</title>',
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    server.close();
  });

  test.each([0, 1, 2, 3])('simhash in mode %i is what Node computes', async (mode) => {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const found = await page.evaluate(inPage, { documents: DOCUMENTS, mode });
    expect(found).toEqual(await here(mode));
    await page.close();
  });

  async function here(mode: number): Promise<string[]> {
    const heap = new Heap();
    const kernels = await loadKernels('scalar', heap);
    const bytes = Buffer.from(`${DOCUMENTS.join('\0')}\0`);
    const ends = [0];
    for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1)) ends.push(at + 1);
    const out = heap.allocate(8 * DOCUMENTS.length);
    kernels.simhash(heap.place(bytes), heap.place(Uint32Array.from(ends)), DOCUMENTS.length, mode, out);
    return Array.from(heap.u64.subarray(out / 8, out / 8 + DOCUMENTS.length), String);
  }
});

/** Runs in the page: no module of ours, only the wasm file. */
async function inPage({ documents, mode }: { documents: string[]; mode: number }): Promise<string[]> {
  const memory = new WebAssembly.Memory({ initial: 256, maximum: 65_536, shared: true });
  const { instance } = await WebAssembly.instantiateStreaming(fetch('/kernels.wasm'), { env: { memory } });
  const kernels = instance.exports as Record<string, (...args: number[]) => number>;
  const [scratch, text, offsets, out] = [1 << 20, 8 << 20, 10 << 20, 11 << 20];
  kernels.init(scratch);
  const bytes = new Uint8Array(memory.buffer);
  const ends = new Uint32Array(memory.buffer, offsets, documents.length + 1);
  let at = 0;
  documents.forEach((document, i) => {
    at += new TextEncoder().encode(document).reduce((n, byte, j) => {
      bytes[text + at + j] = byte;
      return n + 1;
    }, 0);
    bytes[text + at++] = 0;
    ends[i + 1] = at;
  });
  kernels.simhash(text, offsets, documents.length, mode, out);
  return Array.from(new BigUint64Array(memory.buffer, out, documents.length), String);
}
