import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { english } from './stemmer.ts';

/** From the sample vocabulary that the author publishes with the algorithm. */
const SAMPLE = `
  consign consign  consigned consign  consigning consign  consignment consign  consist consist  consisted consist
  consistency consist  consistent consist  consistently consist  consisting consist  consolation consol
  consolations consol  consolatory consolatori  console consol  consoled consol  consolidate consolid
  consolidating consolid  consolingly consol  consonant conson  conspicuous conspicu  conspiracy conspiraci
  conspirators conspir  constable constabl  constance constanc  constancy constanc  constant constant
  knack knack  knackeries knackeri  knaves knave  knavish knavish  kneaded knead  knee knee  kneeling kneel
  knelt knelt  knick knick  knif knif  knife knife  knightly knight  knitted knit  knitting knit  knives knive
  knobs knob  knocked knock  knockers knocker  knopp knopp  knots knot
`;

describe('the English stemmer', () => {
  it('gives the published stems of the published sample', () => {
    const words = SAMPLE.trim().split(/\s+/);
    const stems = words.filter((_, i) => i % 2 === 0).map((word) => english.stem(word));
    expect(stems).toEqual(words.filter((_, i) => i % 2 === 1));
  });

  it.each([
    ['skies', 'sky'],
    ['dying', 'die'],
    ['news', 'news'],
    ['innings', 'inning'],
    ['generously', 'generous'],
    ['communication', 'communic'],
    ['relational', 'relat'],
    ['hopping', 'hop'],
    ['hoped', 'hope'],
    ['ties', 'tie'],
    ['cries', 'cri'],
    ['gaps', 'gap'],
    ['gas', 'gas'],
    ['kiwis', 'kiwi'],
    ['say', 'say'],
    ['by', 'by'],
    ['agreed', 'agre'],
    ['feed', 'feed'],
    ['youth', 'youth'],
    ['boyish', 'boyish'],
    ['analogies', 'analog'],
    ['controlling', 'control'],
  ])('stems %s to %s', (word, stem) => {
    expect(english.stem(word)).toBe(stem);
  });

  it('agrees with the Snowball package on all combinations of roots and suffixes', () => {
    const snowball = createRequire(import.meta.url)('snowball-stemmers').newStemmer('english');
    const roots =
      'act bat cry hop rate general nation yell play arsen gener commun fly succeed organ pull'.split(' ');
    const suffixes =
      's es ed edly ing ingly eed eedly ied ies y er ly li able ably ation ational ization izer ousness iveness biliti ologi fulness lessly icate alize ment ement ance ism ion sion iti ness e l ll';
    for (const root of roots) {
      for (const a of ['', ...suffixes.split(' ')]) {
        for (const b of ['', ...suffixes.split(' ')]) {
          expect(english.stem(root + a + b)).toBe(snowball.stem(root + a + b));
        }
      }
    }
  });

  it('leaves words with digits and letters of other alphabets as they are', () => {
    for (const word of ['mp3', 'naïves', 'cafés', '汉字', 'книги']) expect(english.stem(word)).toBe(word);
  });
});
