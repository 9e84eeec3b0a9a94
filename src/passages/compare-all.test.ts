/** Essays of a class, made by the test: some copied from each other. */
import { describe, expect, test } from 'vitest';
import { compare } from './compare.ts';
import { compareAll } from './compare-all.ts';

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');

/** Sentences of words that no other text has in the same order. */
function essay(seed: number, count = 20): string[] {
  let state = seed * 7919;
  const syllable = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return SYLLABLES[(state >>> 16) % SYLLABLES.length];
  };
  const word = () => syllable() + syllable() + syllable();
  return Array.from({ length: count }, () => `${Array.from({ length: 10 }, word).join(' ')}.`);
}

const TEMPLATE =
  'Answer all of the questions in complete sentences and say where you found each fact. Write your name at the top of the first page and number the pages.';

function classOf(count: number) {
  const texts = Array.from({ length: count }, (_, seed) => essay(seed + 1));
  // three sentences of essay 2 are in essay 5, and half of essay 1 is in essay 3
  texts[5].splice(5, 3, ...texts[2].slice(10, 13));
  texts[3].splice(0, 10, ...texts[1].slice(0, 10));
  return texts.map((sentences, i) => ({ id: `essay ${i}`, text: sentences.join(' ') }));
}

describe('compareAll', () => {
  test('ranks pairs that share a few sentences above all others, as compare sees them', async () => {
    const essays = classOf(15);
    const { pairs, documents } = await compareAll(essays);
    expect(documents).toBe(15);
    expect(pairs.slice(0, 2).map(({ a, b }) => [a, b])).toEqual([
      ['essay 1', 'essay 3'],
      ['essay 2', 'essay 5'],
    ]);
    const { sources } = await compare(essays[2], [essays[5]]);
    expect(pairs[1].similarity.a).toBeCloseTo(sources[0].similarity.a, 3);
    expect(pairs.length).toBe(2);
  });

  test('ranks two whole copies before a copy with more text around it', async () => {
    const [whole, longer] = [essay(1), [...essay(1), ...essay(2, 2)]].map((text) => text.join(' '));
    const { pairs } = await compareAll([
      { id: 'longer', text: longer },
      { id: 'whole', text: whole },
      { id: 'copy', text: whole },
    ]);
    expect(pairs.map(({ similarity: { a, b } }) => Math.max(a, b))).toEqual([1, 1, 1]);
    expect(pairs[0]).toMatchObject({ a: 'whole', b: 'copy', identical: true });
  });

  test('tells how far it is, up to the last pair', async () => {
    const stages = new Map<string, number[]>();
    const done: string[] = [];
    const { pairs } = await compareAll(classOf(8), {
      onProgress: ({ stage, documents, bytes, pairs, totalPairs }) => {
        stages.set(stage, [...(stages.get(stage) ?? []), bytes ?? documents]);
        if (totalPairs !== undefined) done.push(`${pairs} of ${totalPairs}`);
      },
    });
    expect(done).toEqual(done.map((_, i) => `${i} of ${done.length}`));
    expect(done.length).toBeGreaterThanOrEqual(pairs.length);
    expect(stages.get('match')).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(stages.get('verify')!.length).toBeGreaterThanOrEqual(pairs.length);
    expect(stages.get('verify')).toEqual(stages.get('verify')!.toSorted((x, y) => x - y));
  });

  test('an excluded text counts neither as shared nor as written', async () => {
    const essays = classOf(8);
    const filled = essays.map(({ id, text }) => ({ id, text: `${TEMPLATE} ${text}` }));
    const plain = await compareAll(essays);
    const all = await compareAll(filled, { countCommon: true });
    expect(all.pairs.length).toBe(28);
    const without = await compareAll(filled, { exclude: [{ id: 'form', text: TEMPLATE }] });
    const facts = ({ pairs }: typeof plain) =>
      pairs.map(({ a, b, similarity, words }) => ({ a, b, similarity, words }));
    expect(facts(without)).toEqual(facts(plain));
  });

  test('compareAll finds pairs with documents of a given collection too, but no document with itself', async () => {
    const essays = classOf(6);
    const library = [essays[0], { id: 'old thesis', text: essay(5).slice(0, 10).join(' ') }];
    const { pairs } = await compareAll(essays, { in: library });
    expect(pairs.map(({ a, b, inCollection }) => [a, b, inCollection])).toEqual([
      ['essay 4', 'old thesis', true],
      ['essay 1', 'essay 3', undefined],
      ['essay 2', 'essay 5', undefined],
    ]);
  });

  test('a document of the collection that only has the name of a text is one of its sources', async () => {
    const essays = classOf(6);
    const library = [{ id: 'essay 0', text: `${essays[0].text} ${essay(9)[0]}` }];
    const { pairs } = await compareAll(essays, { in: library, onlyIn: true });
    expect(pairs.map(({ a, b, inCollection }) => [a, b, inCollection])).toEqual([
      ['essay 0', 'essay 0', true],
    ]);
    await expect(async () => compareAll(essays, { onlyIn: true })).rejects.toThrow('onlyIn');
  });

  test('says in how many documents there are quotations and bibliographies, whether they count or not', async () => {
    const essays = classOf(6).map(({ id, text }, i) => ({
      id,
      text: `${i < 2 ? 'She wrote: “The ferry leaves at nine.” ' : ''}${text}${i < 3 ? '\n\nReferences\n\nMarsh, T. (1998). Rivers. London: Arch.' : ''}`,
    }));
    for (const options of [{}, { excludeQuotations: true, excludeBibliography: true }]) {
      const { withQuotations, withBibliography } = await compareAll(essays, options);
      expect([withQuotations, withBibliography]).toEqual([2, 3]);
    }
  });

  test('says how many of the listed pairs remain without quotations, and leaving them out leaves as many', async () => {
    const quotation =
      'As the keeper puts it: “The lamp is lit at dusk and no ship that passes may be left without its light for one hour” (Keeper 1961, p. 50).';
    const essays = classOf(6).map(({ id, text }, i) => ({ id, text: i < 3 ? `${text} ${quotation}` : text }));
    const isListed = (pair: { similarity: { a: number; b: number } }) =>
      Math.max(pair.similarity.a, pair.similarity.b) >= 0.05;
    const { pairs, withoutQuotations, withoutBibliography } = await compareAll(essays);
    const left = await compareAll(essays, { excludeQuotations: true });
    expect(pairs.filter(isListed).length).toBeGreaterThan(withoutQuotations!);
    // neither the words before a quotation nor where it is from make a pair
    expect([withoutQuotations, withoutBibliography]).toEqual([left.pairs.length, undefined]);
    expect(left.withoutQuotations).toBeUndefined();
  });

  test('compares each text with the most similar others only, and says how many pairs were left', async () => {
    const essays = classOf(8).map(({ id, text }) => ({ id, text: `${TEMPLATE} ${text}` }));
    const { pairs, notCompared } = await compareAll(essays, { partners: 1, countCommon: true });
    expect(pairs.length + notCompared).toBe(28);
    expect(pairs[0]).toMatchObject({ a: 'essay 1', b: 'essay 3' });
  });
});
