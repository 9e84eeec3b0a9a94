/** What `order` promises: how far words may move before two texts are no longer the same. */
import { describe, expect, test } from 'vitest';
import { pairs } from '../../src/index.ts';

const SENTENCES = [
  'The night ferry to the islands was late again because of thick fog over the harbour',
  'Nobody on the pier complained, since the baker had opened early and gave away warm rolls',
  'Two fishermen argued quietly about the price of nets while their dog slept on the ropes',
  'Around five in the morning the first lights could be seen far out on the water',
];
const TEXT = `${SENTENCES.join('. ')}.`;

type Order = 'classic' | 'sorted' | 'free';

/** The resemblance of two texts, 0 where they are no pair. */
async function alike(a: string, b: string, order: Order): Promise<number> {
  const input = [a, b].map((text, i) => ({ id: String(i), text }));
  const [pair] = await pairs(input, { order, threshold: 0.01, method: 'exact', threads: 1 }).toArray();
  return pair?.resemblance ?? 0;
}

function changed(move: (words: string[]) => string[]): string {
  return `${SENTENCES.map((sentence) => move(sentence.split(' ')).join(' ')).join('. ')}.`;
}

describe('order', () => {
  test('strict order notices neighbors that changed places', async () => {
    const swapped = changed(([a, b, c, d, ...words]) => [a, c, b, d, ...words]);
    expect(await alike(TEXT, swapped, 'classic')).toBeLessThan(0.8);
  });

  test('sorted order takes shingles whose words changed places for the same', async () => {
    const words = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
    const swapped = words.map((_, i) => words[i % 6 === 0 ? i + 1 : i % 6 === 1 ? i - 1 : i]);
    expect(await alike(words.join(' '), swapped.join(' '), 'classic')).toBeLessThan(0.4);
    expect(await alike(words.join(' '), swapped.join(' '), 'sorted')).toBeGreaterThan(0.4);
  });

  test('free order lets words be anywhere in their sentence', async () => {
    const reversed = changed((words) => words.reverse());
    expect(await alike(TEXT, reversed, 'sorted')).toBeGreaterThan(await alike(TEXT, reversed, 'classic'));
    expect(await alike(TEXT, reversed, 'free')).toBe(1);
  });

  test('free order does not let words be in another sentence', async () => {
    const words = SENTENCES.map((sentence) => sentence.split(' '));
    const moved = words.map((_, s) => words.flatMap((list) => list.filter((_, i) => i % 4 === s)));
    const text = `${moved.map((list) => list.join(' ')).join('. ')}.`;
    expect(await alike(TEXT, text, 'free')).toBeLessThan(0.5);
  });

  test('a word replaced in every sentence leaves a near-duplicate in free order', async () => {
    const edited = changed(([a, b, ...words]) => [...words.reverse(), b, a].with(3, 'suddenly'));
    expect(await alike(TEXT, edited, 'free')).toBeGreaterThan(0.6);
  });
});
