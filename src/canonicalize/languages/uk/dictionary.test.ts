import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stemmer } from '../../stemmer.ts';
import { openUkrainianDictionary } from './dictionary.ts';

const AFF = `SET UTF-8
SFX A Y 3
SFX A 0 а [^аья]
SFX A 0 ом [^аья]
SFX A 0 ами [^аья]
SFX j Y 2
SFX j ий ого ий
SFX j ий і [^к]ий
SFX V Y 2
SFX V ти в [аи]ти
SFX V ти ла [аи]ти
SFX e Y 1
SFX e е ого е
`;
const DIC = `8
кіт/A
Харків/A
об'єкт/A po:noun
добрий/j
добре/e
писати/V
вчора
котом
`;

let folder: string;
let dictionary: Stemmer;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-dictionary-'));
  writeFileSync(join(folder, 'uk_UA.aff'), AFF);
  writeFileSync(join(folder, 'uk_UA.dic'), DIC);
  dictionary = openUkrainianDictionary(folder);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('the Ukrainian dictionary', () => {
  it('gives the base form of every form that its rules make', () => {
    expect(['обʼєкт', 'обʼєкта', 'обʼєктом', 'обʼєктами'].map(dictionary.stem)).toEqual(
      Array(4).fill('обʼєкт'),
    );
    expect(['писати', 'писав', 'писала'].map(dictionary.stem)).toEqual(Array(3).fill('писати'));
  });

  it('knows names in the lower case of canonical text', () => {
    expect(dictionary.stem('харківом')).toBe('харків');
  });

  it('takes off no suffix that the word does not take, or whose condition does not hold', () => {
    expect(dictionary.stem('кітого')).not.toBe('кітий');
    expect(dictionary.stem('вчорами')).not.toBe('вчора');
  });

  it('chooses the adjective if a form is of several words', () => {
    expect(dictionary.stem('доброго')).toBe('добрий');
  });

  it('leaves words it does not have to the rules', () => {
    expect(dictionary.stem('комп')).toBe('комп');
    expect(dictionary.stem('таблиці')).toBe(dictionary.stem('таблицею'));
  });

  it('a Ukrainian dictionary that is not installed is an error that says what to do', () => {
    expect(() => openUkrainianDictionary(join(folder, 'none'))).toThrow(
      expect.objectContaining({ code: 'NOT_INSTALLED', advice: expect.stringContaining('hunspell-uk') }),
    );
  });
});
