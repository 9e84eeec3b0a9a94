import { expect, test } from 'vitest';
import { generator } from '../../engines/wasm/simhash.cases.ts';
import { Sketches } from './sketch.ts';

/** Of random pairs of sets with this resemblance, the share whose sketches may resemble each other at the threshold. */
function passing(resemblance: number, threshold: number, size: number): number {
  const random = generator(Math.round(1000 * resemblance) + size);
  const values = (count: number) => Uint32Array.from({ length: count }, () => random(2 ** 32));
  const pairs = size > 1000 ? 50 : 500;
  let passed = 0;
  for (let pair = 0; pair < pairs; pair++) {
    // two sets of one size share `common`: common / (2 size - common) is their resemblance
    const common = values(Math.ceil((2 * size * resemblance) / (1 + resemblance)));
    const sketches = new Sketches(3, 0);
    const others = [0, 1].map(() => values(size - common.length));
    // one that has all shingles came first, so that the 256 bits alone decide
    sketches.take(2, Uint32Array.from([...common, ...others[0], ...others[1]]));
    for (const text of [0, 1]) sketches.take(text, Uint32Array.from([...common, ...others[text]]));
    passed += sketches.likely(0, threshold)(1) ? 1 : 0;
  }
  return passed / pairs;
}

test.each([
  ...[5, 20, 100, 350, 2000].map((size) => [size, 0.8]),
  ...[20, 350].map((size) => [size, 0.5]),
  [350, 0.95],
])('no pair of sets of %i shingles at the threshold %d is lost', (size, threshold) => {
  expect(passing(threshold, threshold, size)).toBe(1);
});

test('nearly all sets of half the resemblance fail', () => {
  expect(passing(0.4, 0.8, 350)).toBeLessThan(0.02);
  expect(passing(0.4, 0.8, 2000)).toBe(0);
});

test('equal sets have equal sketches, whatever their order', () => {
  const random = generator(1);
  const values = Uint32Array.from({ length: 200 }, () => random(2 ** 32));
  const sketches = new Sketches(2, 0);
  sketches.take(0, values);
  sketches.take(
    1,
    Uint32Array.from({ length: 200 }, (_, i) => values[(i + 100) % 200]),
  );
  expect(sketches.likely(0, 1)(1)).toBe(true);
});

test('sets with three quarters in common do not pass if the other quarters are in no set before, and a copy does, whatever came first', () => {
  const random = generator(2);
  const values = (count: number) => Array.from({ length: count }, () => random(2 ** 32));
  const common = values(300);
  const sketches = new Sketches(1002, 2000 * 1002);
  const own = Array.from({ length: 1000 }, () => values(50));
  for (const [text, rest] of own.entries()) sketches.take(text, Uint32Array.from([...common, ...rest]));
  // copies of 7 and of 900, with less than a fifth of all shingles changed
  for (const [text, of] of [
    [1000, 7],
    [1001, 900],
  ])
    sketches.take(text, Uint32Array.from([...common, ...own[of].slice(0, 20), ...values(30)]));
  const likely = (text: number) => {
    const isLikely = sketches.likely(text, 0.8);
    return [...Array(1002).keys()].filter((other) => other !== text && isLikely(other));
  };
  expect(likely(500).filter((other) => other < 1000)).toEqual([]);
  expect(likely(1000)).toContain(7);
  expect(likely(7)).toContain(1000);
  expect(likely(900)).toContain(1001);
});
