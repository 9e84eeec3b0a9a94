import { describe, expect, it } from 'vitest';
import { openEngine } from '../engines/index.ts';
import { computeImage, resemblance } from '../fingerprint/index.ts';
import { imagePairs } from './image-pairs.ts';
import type { ImagePairsOptions } from './options.ts';

/** Texts of families: each differs from its family's first in some words. */
const DOCUMENTS = Array.from({ length: 60 }, (_, n) => ({
  id: `d${n}`,
  text: Array.from({ length: 300 }, (_, i) =>
    n % 10 > 0 && (i * 31) % (40 - 3 * (n % 10)) === n % 10 ? `x${n}y${i}` : `f${n % 6}w${i}`,
  ).join(' '),
}));

const run = (options: ImagePairsOptions) => imagePairs(DOCUMENTS, { threads: 1, ...options }).toArray();

/** Every two images, compared one by one. */
async function byHand(selection: Parameters<typeof computeImage>[3], threshold: number): Promise<string[]> {
  const engine = await openEngine({ threads: 1 });
  const images = [];
  for (const { text } of DOCUMENTS)
    images.push(await computeImage(engine, text, { width: 3, checksum: 'md5' }, selection));
  await engine.close();
  const found: string[] = [];
  for (let a = 0; a < images.length; a++)
    for (let b = a + 1; b < images.length; b++) {
      const { value } = resemblance(images[a], images[b]);
      if (value >= threshold) found.push(`d${a} d${b}`);
    }
  return found;
}

describe('imagePairs', () => {
  it.each([
    ['all', { keep: 'all' }],
    ['smallest:50', { keep: 'smallest', n: 50 }],
    ['divisible:10', { keep: 'divisible', m: 10 }],
  ] as const)('finds with `%s` what comparing every two images finds', async (image, selection) => {
    for (const threshold of [0.3, 0.6, 0.9]) {
      const expected = await byHand(selection, threshold);
      const found = await run({ image, checksum: 'md5', threshold });
      // of equal images each is paired with the first one only
      expect(found.map(({ a, b }) => `${a} ${b}`).filter((pair) => !expected.includes(pair))).toEqual([]);
      const isEqual = (pair: string) =>
        found.some(({ a, b, resemblance }) => resemblance === 1 && pair.includes(b) && a !== b);
      const missing = expected.filter((pair) => !found.some(({ a, b }) => `${a} ${b}` === pair));
      expect(missing.filter((pair) => !isEqual(pair))).toEqual([]);
      expect(found.length).toBeGreaterThan(0);
    }
  });

  it('a sample says how large its error is, and all shingles have none', async () => {
    const [sampled] = await run({ image: 'smallest:50', threshold: 0.3 });
    expect(sampled).toMatchObject({ verified: false, error: expect.any(Number) });
    expect(sampled).not.toHaveProperty('containment');
    const [exact] = await run({ image: 'all', threshold: 0.3 });
    expect(exact).toMatchObject({
      error: 0,
      containment: { aInB: expect.any(Number), bInA: expect.any(Number) },
    });
  });

  it('finds a short document inside a long one by containment', async () => {
    const [whole] = DOCUMENTS;
    const part = { id: 'part', text: whole.text.split(' ').slice(100, 200).join(' ') };
    const found = await imagePairs([whole, part], { containment: 0.9, threads: 1 }).toArray();
    expect(found).toMatchObject([{ a: 'd0', b: 'part', containment: { bInA: 1 } }]);
    expect(await imagePairs([whole, part], { threads: 1 }).toArray()).toEqual([]);
  });

  it('refuses containment of the n smallest, which they do not tell', () => {
    expect(() => imagePairs([], { image: 'smallest:200', containment: 0.9 })).toThrow(
      'give resemblance, but no containment',
    );
    expect(() => imagePairs([], { image: 'smallest' })).toThrow('`smallest:` with a number (`smallest:200`)');
  });
});
