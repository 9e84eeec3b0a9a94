/** A page of another origin that a user visits, in a real Chromium: it must not reach a service without keys. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium } from '../browser/chromium.ts';
import { C, runService, type TestService } from '../service/run-service.ts';

describe.runIf(hasChromium('the test of pages of other origins'))('a page of another origin', () => {
  let service: TestService;
  let browser: Browser;
  let other: Server;
  let origin: string;
  beforeAll(async () => {
    service = await runService();
    await service.send('PUT', `${C}/documents/private`, { text: 'A private text.' });
    other = createServer((_, answer) => {
      answer.setHeader('content-type', 'text/html');
      answer.end('<!doctype html><title>evil</title>');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    other.close();
    await service.stop();
  });

  test('a page of another origin can neither read, nor write, nor upload, with any kind of request', async () => {
    const page = await browser.newPage();
    await page.goto(origin);
    const results = await page.evaluate(
      async ([address, path]) => {
        const attempt = async (url: string, init: RequestInit) => {
          try {
            const answer = await fetch(url, init);
            return `${answer.type} ${answer.status} ${await answer.text()}`;
          } catch {
            return 'refused';
          }
        };
        const form = new FormData();
        form.append('file', new Blob(['Evil.']), 'evil.txt');
        const json = { 'content-type': 'application/json' };
        const documents = `${address}${path}/documents`;
        return Promise.all([
          attempt(documents, {}),
          attempt(documents, { mode: 'no-cors' }),
          attempt(documents, { method: 'POST', body: form, mode: 'no-cors' }),
          attempt(documents, { method: 'POST', body: '{"id":"evil","text":"x"}', mode: 'no-cors' }),
          attempt(documents, { method: 'POST', body: new URLSearchParams({ id: 'evil' }), mode: 'no-cors' }),
          attempt(`${documents}/evil`, { method: 'PUT', body: '{"text":"x"}', headers: json }),
          attempt(`${documents}/private`, { method: 'DELETE' }),
        ]);
      },
      [service.address, C] as const,
    );
    for (const result of results) expect(['refused', 'opaque 0 ']).toContain(result);
    const { documents } = await service.json('GET', `${C}/documents`);
    expect(documents.map(({ id }: { id: string }) => id)).toEqual(['private']);
    await page.close();
  });

  test('a page of another origin cannot submit a form to it, put it in a frame, or load its answers as scripts and pictures', async () => {
    const page = await browser.newPage();
    await page.goto(origin);
    await page.evaluate(
      ([address, path]) => {
        const frame = document.createElement('iframe');
        frame.name = 'frame';
        frame.src = `${address}/`;
        const form = document.createElement('form');
        Object.assign(form, {
          method: 'post',
          action: `${address}${path}/documents`,
          enctype: 'text/plain',
          target: 'frame',
        });
        const field = document.createElement('input');
        Object.assign(field, { name: '{"id":"evil","text":"', value: '"}' });
        form.append(field);
        document.body.append(frame, form);
        form.submit();
        return new Promise((resolve) => {
          const script = document.createElement('script');
          script.src = `${address}${path}/documents`;
          script.onerror = script.onload = resolve;
          document.body.append(script);
        });
      },
      [service.address, C] as const,
    );
    const framed = page.frames().find((frame) => frame.name() === 'frame');
    expect((await framed?.content()) ?? '').not.toContain('The service runs');
    expect((await service.json('GET', `${C}/documents`)).total).toBe(1);
    await page.close();
  });

  test('the page of the service itself reaches it, also to upload', async () => {
    const page = await browser.newPage();
    await page.goto(`${service.address}/`);
    const status = await page.evaluate(async (path) => {
      const form = new FormData();
      form.append('file', new Blob(['A text of my own.']), 'own.txt');
      return (await fetch(`${path}/documents`, { method: 'POST', body: form })).status;
    }, C);
    expect(status).toBe(200);
    await page.close();
  });
});
