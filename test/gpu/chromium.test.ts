/** The GPU kernels in a page of Chromium, on SwiftShader: the cases that Node runs. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { singleFile } from '../../scripts/bundle-browser.mjs';
import { bandKeyCases } from '../../src/engines/bands.cases.ts';
import { distinctShingles } from '../../src/engines/scalar/shingles.ts';
import { shingleShape } from '../../src/engines/shingle-shape.ts';
import { type ImageOf, imageCases, shingleCases } from '../../src/engines/shingles.cases.ts';
import { hasChromium, launchChromium } from '../browser/chromium.ts';
import { fourMegabytes } from './four-megabytes.ts';
import type { GpuPage } from './page.ts';
import { SWIFTSHADER } from './swiftshader.ts';

declare const gpuPage: GpuPage;

describe.skipIf(!hasChromium('the GPU engine in Chromium'))('in Chromium', () => {
  let browser: Browser;
  let page: Page;
  const trouble: string[] = [];
  beforeAll(async () => {
    browser = await launchChromium(['--enable-unsafe-webgpu']);
    page = await browser.newPage();
    page.on('console', (message) => trouble.push(message.text()));
    const script = await singleFile('test/gpu/page.ts');
    await page.route('**', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<title>gpu</title><script>${script}</script>` }),
    );
    await page.goto('http://localhost/');
    expect(await page.evaluate((name) => gpuPage.open(name), SWIFTSHADER)).toBe('opened');
  });
  afterAll(() => browser?.close());

  bandKeyCases(
    'gpu in Chromium',
    async (documents, ...how) => {
      const text = Buffer.concat(documents.flatMap((document) => [document, Buffer.of(0)]));
      const ends = [0];
      for (const document of documents) ends.push(ends.at(-1)! + document.length + 1);
      const batch = [text.toString('base64'), ends, ...how] as const;
      const keys = await page.evaluate((args) => gpuPage.bandKeys(...args), batch);
      return keys === undefined ? undefined : numbers(keys);
    },
    25,
  );

  const imageOf: ImageOf = async (text, form, { least, divisor }) => {
    const asked = [
      Buffer.from(text).toString('base64'),
      shingleShape(form),
      Number.isFinite(least) ? least : null,
      divisor,
    ] as const;
    const image = await page.evaluate((args) => gpuPage.image(...args), asked);
    return image && { values: numbers(image.values), isWhole: image.isWhole };
  };

  shingleCases('gpu in Chromium', async (text, form) => {
    const bytes = new TextEncoder().encode(text);
    const image = await imageOf(bytes, form, { least: Number.POSITIVE_INFINITY, divisor: 1 });
    return [...(image?.values ?? distinctShingles(bytes, shingleShape(form)))];
  });

  imageCases('gpu in Chromium', imageOf, 40);

  test('a document of 4 MB has the image of the CPU', async () => {
    await fourMegabytes(async (text, form) => {
      return (await imageOf(text, form, { least: Number.POSITIVE_INFINITY, divisor: 1 }))!.values;
    });
  });

  test('nothing failed, and nothing was noted', () => expect(trouble).toEqual([]));
});

/** The page's script, for browsers. */

function numbers(base64: string): BigUint64Array {
  // a copy, aligned
  return new BigUint64Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);
}
