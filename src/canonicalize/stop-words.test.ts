import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text.ts';
import { LANGUAGES, languageCode } from './stop-word-languages.ts';
import { foldList, openStopWords } from './stop-words.ts';

describe('stop words', () => {
  it('stop words exist for exactly the languages listed', () => {
    const lists = createRequire(import.meta.url)('stopwords-iso');
    expect(Object.keys(lists).sort()).toEqual([...LANGUAGES].sort());
  });

  it('stop words are met in texts as they are folded: in parts at apostrophes, never in phrases', () => {
    expect([...foldList(["Isn't", 'ÉTÉ', 'bấy giờ', 'об’єкт'], 2)]).toEqual(['isn', 't', 'été', 'обʼєкт']);
  });

  it('n-grams of longer words are never taken for stop words', () => {
    expect([...foldList(['的', '我們', '因此上'], 2)]).toEqual(['的', '我们']);
    expect([...foldList(['的', '我們', '因此上'], 1)]).toEqual(['的']);
    expect([...foldList(['的', '我們', '因此上'], 3)]).toEqual(['的', '我们', '因此上']);
  });

  it('stop words of Ukrainian come from both lists', () => {
    const table = openStopWords(2);
    expect(foldText('авжеж але кіт', 2, table('uk'))).toBe('кіт');
  });

  it('stop words make a table in every language', () => {
    const table = openStopWords(2);
    for (const lang of LANGUAGES) expect(table(lang).length).toBeGreaterThan(0);
  });
});

describe('a language code', () => {
  it('a language code is known by its first part, in any case', () => {
    expect(['en', 'EN-us', 'zh_Hant', 'uk'].map(languageCode)).toEqual(['en', 'en', 'zh', 'uk']);
    expect(languageCode('tlh')).toBeUndefined();
    expect(languageCode('')).toBeUndefined();
  });
});
