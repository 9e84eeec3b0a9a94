import { describe, expect, it } from 'vitest';
import { STEMMED_LANGUAGES, Stemmers } from './stemmers.ts';
import { LANGUAGES } from './stop-word-languages.ts';

const stemmers = new Stemmers();

describe('stemmers', () => {
  it.each([
    ['en', 'connection connections connected connecting'],
    ['uk', 'документ документи документів документами'],
    ['ru', 'документ документы документов документами'],
    ['de', 'katze katzen'],
    ['fr', 'continuer continué continuait'],
    ['es', 'torear toreado toreando'],
    ['it', 'abbandonata abbandonate abbandonati'],
    ['nl', 'lichamelijk lichamelijke lichamelijkheden'],
    ['pt', 'quilométrica quilométricas quilométrico'],
    ['sv', 'jaktkarl jaktkarlar jaktkarlarne'],
    ['da', 'undersøgelse undersøgelser undersøgelsen'],
    ['no', 'havnedistrikt havnedistriktene havnedistriktet'],
    ['fi', 'kirja kirjat kirjan'],
    ['hu', 'babakocsi babakocsijáért babakocsit'],
    ['ro', 'abilitate abilitatea'],
    ['tr', 'adamlar adamları'],
    ['cs', 'hrad hradu hrady'],
  ])('stemmers of %s bring forms of a word together', (language, words) => {
    const stemmer = stemmers.of(language)!;
    expect(stemmer.language).toBe(language);
    expect(new Set(words.split(' ').map((word) => stemmer.stem(word))).size).toBe(1);
  });

  it('stemmers belong to languages that can be detected', () => {
    for (const language of STEMMED_LANGUAGES) {
      expect(LANGUAGES).toContain(language);
      expect(stemmers.of(language)?.stem('a')).toBe('a');
    }
  });

  it('stemmers do not exist for languages such as Polish and Chinese', () => {
    expect(stemmers.of('pl')).toBeUndefined();
    expect(stemmers.of('zh')).toBeUndefined();
  });
});
