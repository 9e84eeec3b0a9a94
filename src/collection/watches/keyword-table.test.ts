import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeywordTable } from './keyword-table.ts';

describe('keywords', () => {
  it('keywords are found as whole words and phrases, if enough of a bag are there', () => {
    const table = new KeywordTable([
      { name: 'any', keywords: ['ferry', 'pier'], least: 1 },
      { name: 'all', keywords: ['ferry', 'pier'], least: 2 },
      { name: 'phrase', keywords: ['north pier'], least: 1 },
    ]);
    expect([...table.find('the ferry leaves')]).toEqual([['any', [0]]]);
    expect([...table.find('the north pier and a ferry').keys()].sort()).toEqual(['all', 'any', 'phrase']);
    expect(table.find('ferryman of the north').size).toBe(0);
    expect(table.find('').size).toBe(0);
  });

  it('the table finds what looking for every keyword in every text finds', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd');
    const words = (maxLength: number) =>
      fc.array(word, { minLength: 1, maxLength }).map((all) => all.join(' '));
    const bags = fc.array(
      fc.tuple(fc.array(words(3), { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 4 })),
      {
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(bags, words(12), (given, text) => {
        const all = given.map(([keywords, least], i) => ({ name: `${i}`, keywords, least }));
        const expected = all.flatMap(({ name, keywords, least }) => {
          const found = keywords.flatMap((keyword, k) => (` ${text} `.includes(` ${keyword} `) ? [k] : []));
          return found.length >= least ? [[name, found] as const] : [];
        });
        expect(new Map(new KeywordTable(all).find(text))).toEqual(new Map(expected));
      }),
    );
  });
});
