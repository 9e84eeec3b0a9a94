import { expect, it } from 'vitest';
import { prepareStemmers, Stemmers } from '../canonicalize/index.ts';
import { stemsOf } from './compare-labeled.ts';

it.each(['en', 'uk', 'tr'])(
  'known stems are those of the language %s, however many words came before',
  async (lang) => {
    await prepareStemmers(lang);
    const stemmer = new Stemmers().of(lang)!;
    const words = ['running', 'runs', 'містами', 'міста', 'kitaplar', 'kitaplarda', 'a'.repeat(40)];
    const expected = words.map((word) => stemmer.stem(word));
    const stem = await stemsOf(lang);
    expect(words.map(stem)).toEqual(expected);
    for (let n = 0; n < 40_000; n++) stem(`w${n}`);
    expect(words.map(stem)).toEqual(expected);
    expect(words.map(await stemsOf(lang))).toEqual(expected);
  },
);

it('words of a language without stems stay as they are', async () => {
  expect((await stemsOf('zh'))('山')).toBe('山');
});
