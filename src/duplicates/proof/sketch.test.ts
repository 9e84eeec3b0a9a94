import { expect, test } from 'vitest';
import { generator } from '../../engines/wasm/simhash.cases.ts';
import { Sketches } from './sketch.ts';

/** Of random pairs of sets with this resemblance, the share whose sketches may resemble each other at the threshold. */
function passing(resemblance: number, threshold: number, size: number): number {
  const random = generator(Math.round(1000 * resemblance) + size);
  const values = (count: number) => Uint32Array.from({ length: 2 * count }, () => random(2 ** 32));
  const pairs = size > 1000 ? 50 : 500;
  let passed = 0;
  for (let pair = 0; pair < pairs; pair++) {
    // two sets of one size share `common`: common / (2 size - common) is their resemblance
    const common = values(Math.ceil((2 * size * resemblance) / (1 + resemblance)));
    const sketches = new Sketches(2);
    for (const text of [0, 1]) {
      sketches.take(text, Uint32Array.from([...common, ...values(size - common.length / 2)]));
    }
    passed += sketches.isWithin(sketches.limitOf(0, threshold), 0, 1) ? 1 : 0;
  }
  return passed / pairs;
}

test.each([
  ...[5, 20, 100, 350, 2000].map((size) => [size, 0.8]),
  ...[20, 350].map((size) => [size, 0.5]),
  [350, 0.95],
])('of sets of %i shingles at the threshold %d none is lost', (size, threshold) => {
  expect(passing(threshold, threshold, size)).toBe(1);
});

test('nearly all sets of half the resemblance fail', () => {
  expect(passing(0.4, 0.8, 350)).toBeLessThan(0.02);
  expect(passing(0.4, 0.8, 2000)).toBe(0);
});

test('equal sets have equal sketches, whatever their order', () => {
  const random = generator(1);
  const values = Uint32Array.from({ length: 200 }, () => random(2 ** 32));
  const sketches = new Sketches(2);
  sketches.take(0, values);
  sketches.take(
    1,
    Uint32Array.from({ length: 200 }, (_, i) => values[(i + 100) % 200]),
  );
  expect(sketches.isWithin(0, 0, 1)).toBe(true);
});
