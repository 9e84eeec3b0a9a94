import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stemmers } from '../canonicalize/stemmers.ts';
import { WordNumbers } from '../canonicalize/word-finder.ts';
import type { Thesaurus } from '../passages.ts';
import { readMyThes } from './thesaurus/mythes.ts';
import { openThesauri, readLines } from './thesaurus/open.ts';
import { readWordNet } from './thesaurus/wordnet.ts';
import { Synonyms } from './thesaurus.ts';

const MYTHES =
  'UTF-8\nglad|2\n(adj)|happy|sad (antonym)|cheerful (similar term)\n(noun)|flower (generic term)\nship|1\n(noun)|vessel|run away\n';
const WORDNET =
  '  1 This line is of the license\n00001740 03 n 01 entity 0 003 ~ 00001930 n 0000 | that which exists\n' +
  '00002000 05 a 03 galore(ip) 0 plentiful 0 in_abundance 1 000 | existing in abundance\n';

/** Asks for pairs of words. */
function synonyms(words: string, thesauri: readonly Thesaurus[], lang?: string) {
  const numbers = new WordNumbers();
  for (const word of words.split(' ')) numbers.numberOf(word);
  const stemmer = lang === undefined ? undefined : new Stemmers().of(lang);
  const table = new Synonyms(numbers, (word) => stemmer?.stem(word) ?? word, thesauri);
  return (a: string, b: string) => table.are(numbers.numberOf(a), numbers.numberOf(b));
}

function groups(
  read: (wanted: (word: string) => boolean) => Iterable<{ words: readonly string[]; star?: boolean }>,
): Thesaurus {
  return { name: 'test', groups: read };
}

describe('synonyms', () => {
  it('synonyms are words of one group, in both directions, and nothing else', () => {
    const are = synonyms('big large tiny', [groups(() => [{ words: ['big', 'large', 'huge'] }])]);
    expect([are('big', 'large'), are('large', 'big'), are('big', 'tiny')]).toEqual([true, true, false]);
  });

  it('synonyms of a star are its first word and each of the others, but not those among each other', () => {
    const are = synonyms('bank shore money', [
      groups(() => [{ words: ['bank', 'shore', 'money'], star: true }]),
    ]);
    expect([are('bank', 'shore'), are('money', 'bank'), are('shore', 'money')]).toEqual([true, true, false]);
  });

  it('synonyms are looked up on stems, in English and Ukrainian', async () => {
    const english = synonyms(
      'bought purchases purchasing buying',
      await openThesauri('built-in', ['en']),
      'en',
    );
    expect([english('buying', 'purchases'), english('purchasing', 'purchases')]).toEqual([true, true]);
    const ukrainian = synonyms(
      'великого величезним країни держави',
      await openThesauri('built-in', ['uk']),
      'uk',
    );
    expect([ukrainian('великого', 'величезним'), ukrainian('держави', 'країни')]).toEqual([true, true]);
  });

  it('synonyms of several Chinese characters relate the characters in their places', () => {
    const thesaurus = groups(() => readLines('高兴\t快乐\n', 'zh.txt'));
    const are = synonyms('高 兴 快 乐', [thesaurus]);
    expect([are('高', '快'), are('兴', '乐'), are('高', '乐')]).toEqual([true, true, false]);
  });
});

describe('thesaurus files', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'neardup-thesaurus-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('thesaurus files of MyThes give synonyms and similar terms, no antonyms, generic or related terms', () => {
    expect([...readMyThes(Buffer.from(MYTHES), () => true)]).toEqual([
      { words: ['glad', 'happy', 'cheerful'], star: true },
      { words: ['ship', 'vessel', 'run away'], star: true },
    ]);
  });

  it('thesaurus files of MyThes are read in the charset that they name', () => {
    const file = Buffer.from('ISO8859-1\ncaf\xe9|1\n(n)|bar\n', 'latin1');
    expect([...readMyThes(file, () => true)][0].words).toEqual(['café', 'bar']);
  });

  it('thesaurus files of MyThes give the same by index, and only what is wanted', async () => {
    const path = join(folder, 'th_xx_XX_v2.dat');
    writeFileSync(path, MYTHES);
    writeFileSync(path.replace('.dat', '.idx'), `UTF-8\n2\nglad|6\nship|${MYTHES.indexOf('ship')}\n`);
    const [, thesaurus] = await openThesauri(path, ['en']);
    expect([...thesaurus.groups(() => true)]).toEqual([...readMyThes(Buffer.from(MYTHES), () => true)]);
    expect([...thesaurus.groups((word) => word === 'ship')]).toHaveLength(1);
  });

  it('thesaurus files of WordNet give its sets of synonyms', async () => {
    expect([...readWordNet(WORDNET)]).toEqual([{ words: ['galore', 'plentiful', 'in abundance'] }]);
    for (const part of ['noun', 'verb', 'adj', 'adv']) writeFileSync(join(folder, `data.${part}`), WORDNET);
    expect((await openThesauri(folder, ['en']))[1].name).toBe(folder);
  });

  it('thesaurus files of a user have lines of word, tab, synonyms, and a line that has not is named', () => {
    expect([...readLines('# mine\ncar\tautomobile, motor\n\n', 'x')]).toEqual([
      { words: ['car', 'automobile', 'motor'], star: true },
    ]);
    expect(() => [...readLines('car\tauto\ncar auto', 'mine.txt')]).toThrow(
      'mine.txt:2: expected `word<TAB>synonym, synonym`, got `car auto`.',
    );
  });

  it('thesaurus files that are missing are an error', async () => {
    await expect(openThesauri('/nowhere/x.txt', ['en'])).rejects.toThrow(
      '/nowhere/x.txt: there is no such file or folder.',
    );
    expect(await openThesauri('none', ['en'])).toEqual([]);
    const builtIn = await openThesauri('built-in', ['en', 'uk', 'en', 'zh']);
    expect(builtIn.map(({ name }) => name)).toEqual(['built-in (en)', 'built-in (uk)']);
  });
});
