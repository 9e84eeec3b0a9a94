import { describe, expect, it } from 'vitest';
import { SubjectCounts, SubjectExamples } from './subject-examples.ts';

/** Forty documents: all have `the of`, two have `cocoa`, every one has words of its own. */
function counted(): SubjectCounts {
  const counts = new SubjectCounts();
  for (let i = 0; i < 400; i++)
    counts.add(`the of a${i} b${i} ${i < 8 ? 'cocoa' : ''} ${i % 4 === 0 ? 'ship' : ''}`);
  return counts;
}

/** The cosine with the weights that the file describes, from plain vectors. */
function cosine(a: string, b: string, rarity: (word: string) => number): number {
  const vector = (text: string) => {
    const times = new Map<string, number>();
    for (const word of text.split(' ')) times.set(word, (times.get(word) ?? 0) + 1);
    return new Map([...times].map(([word, count]) => [word, (1 + Math.log2(count)) * rarity(word)]));
  };
  const [x, y] = [vector(a), vector(b)];
  const length = (v: Map<string, number>) => Math.sqrt([...v.values()].reduce((sum, w) => sum + w * w, 0));
  let product = 0;
  for (const [word, weight] of x) product += weight * (y.get(word) ?? 0);
  return product / length(x) / length(y);
}

describe('subject examples', () => {
  it('subject examples give the cosine of words weighed by how rare they are, and name the words that add most to it', () => {
    const counts = counted();
    const example = counts.example('the cocoa cocoa ship a1 of');
    const examples = new SubjectExamples(counts.common());
    examples.add(example);
    const text = 'the ship of the cocoa of the the sea';
    const { score, shared } = examples.find(text, [0.01]).get(0)!;
    const having: Record<string, number> = { the: 400, of: 400, cocoa: 8, ship: 100, a1: 1, sea: 1 };
    const expected = cosine(example.text, text, (word) => Math.log2(401 / (having[word] + 0.5)));
    expect(score).toBeCloseTo(expected, 1);
    expect(shared).toEqual(['cocoa', 'ship', 'the', 'of']);
  });

  it('subject examples give 1 for the example itself and nothing for a text without its words, whatever the words are', () => {
    const counts = counted();
    const examples = new SubjectExamples(counts.common());
    const texts = ['cocoa a7 a7 never-seen', '__proto__ constructor toString', 'the of'];
    for (const text of texts) examples.add(counts.example(text));
    const least = texts.map(() => 0.001);
    texts.forEach((text, i) => {
      expect(examples.find(text, least).get(i)?.score).toBe(1);
    });
    expect(examples.find('other words', least).size).toBe(0);
    expect(examples.find('', least).size).toBe(0);
  });

  it('subject examples find only examples that a text resembles as much as each asks for', () => {
    const counts = counted();
    const examples = new SubjectExamples(counts.common());
    for (const text of ['cocoa ship', 'cocoa ship']) examples.add(counts.example(text));
    expect([...examples.find('cocoa of b3 b4', [0.1, 0.99]).keys()]).toEqual([0]);
  });
});
