/** The order of the input decides nothing but which document is first. */
import { expect, test } from 'vitest';
import { groups } from './index.ts';

let state = 1;
const random = () => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return state / 2 ** 32;
};

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((x, y) => x.at - y.at)
    .map(({ item }) => item);
}

/** Families in which each text is the last one with a few words changed: their ends do not resemble each other. */
function chains(count: number) {
  return Array.from({ length: count }, (_, family) => {
    let words = Array.from({ length: 200 }, (_, i) => `w${family}x${i}`);
    return Array.from({ length: 8 }, (_, k) => {
      const text = words.join(' ');
      words = words.map((word) => (random() < 0.025 ? `${word}e${k}` : word));
      return { id: `${family}-${k}`, text, family, rank: ((family * 8 + k) * 7919) % 1009 };
    });
  });
}

async function found(documents: Parameters<typeof groups>[0], keep: string): Promise<string[]> {
  const all: string[] = [];
  for await (const { kept, members } of groups(documents, { keep: keep as 'first', threads: 1 }))
    all.push([kept, ...members.map(({ id }) => id).sort()].join(' '));
  return all.sort();
}

test('a shuffled input gives the same groups with the same kept documents if the rule for what is kept decides between any two', async () => {
  const documents = chains(20).flat();
  for (const keep of ['max:rank', 'min:rank']) {
    const expected = await found(documents, keep);
    expect(expected.length).toBeGreaterThan(20);
    for (let i = 0; i < 3; i++) expect(await found(shuffled(documents), keep)).toEqual(expected);
  }
});

test('a shuffled input gives the same groups if all copies of a text resemble each other, also if the first is kept', async () => {
  const documents = chains(20).flatMap(([first]) => [
    first,
    ...['one', 'two'].map((word) => ({ ...first, id: `${first.id} ${word}`, text: `${first.text} ${word}` })),
  ]);
  const members = async (input: typeof documents) =>
    (await found(input, 'first')).map((group) => group.split(' ').sort().join(' ')).sort();
  const expected = await members(documents);
  expect(expected).toHaveLength(20);
  for (let i = 0; i < 3; i++) expect(await members(shuffled(documents))).toEqual(expected);
});
