import { describe, expect, it } from 'vitest';
import { canonicalText } from './canonical-text.ts';
import { findDisguises } from './disguises.ts';

describe('disguises of a text', () => {
  it('words with look-alikes of another script are disguises, told with their place and the word that is compared', async () => {
    const text = 'Log in to p\u0430ypal, чи то cил\u0430 є.';
    const found = findDisguises(text)!;
    expect(found).toEqual({
      mixedWords: 2,
      invisible: 0,
      examples: [
        { start: 10, end: 16, text: 'p\\u0430ypal', readAs: 'paypal' },
        { start: 24, end: 28, text: '\\u0063ила', readAs: 'сила' },
      ],
    });
    for (const { start, end, readAs } of found.examples)
      expect(await canonicalText(text.slice(start, end))).toBe(readAs);
  });

  it('characters inside words that nobody sees are disguises, told escaped', () => {
    const text = 'fr\u200bee m\u2060\u{e0041}oney, гро\ufeffші';
    expect(findDisguises(text)).toEqual({
      mixedWords: 0,
      invisible: 4,
      examples: [
        { start: 0, end: 5, text: 'fr\\u200bee', readAs: 'free' },
        { start: 6, end: 14, text: 'm\\u2060\\udb40\\udc41oney', readAs: 'money' },
        { start: 16, end: 22, text: 'гро\\ufeffші', readAs: 'гроші' },
      ],
    });
  });

  it('disguises are counted everywhere in a long text, and shown for the first three words', () => {
    const words = Array.from({ length: 1800 }, (_, i) => (i % 2 === 0 ? 'p\u0430ypal' : 'plain'));
    const found = findDisguises(words.join(' '))!;
    expect([found.mixedWords, found.examples.length]).toEqual([900, 3]);
    const long = findDisguises(`${'слово '.repeat(900)}c${'\u0430'.repeat(60)}`)!;
    expect(long.examples[0].text).toBe(`\\u0063${'\u0430'.repeat(34)}…`);
  });

  it('only the beginning of a text full of disguises is counted, and the finding says so', () => {
    const found = findDisguises('p\u0430ypal '.repeat(100_000))!;
    expect(found).toMatchObject({ mixedWords: 1000, atLeast: true });
    expect(JSON.stringify(found).length).toBeLessThan(500);
    // places that are none count, too: they cost as much
    expect(findDisguises(`${'SMSка '.repeat(100_000)} p\u0430ypal`)).toBeUndefined();
  });

  it('blanks of Braille, control characters and overrides of direction are disguises, although some may separate words', () => {
    expect(findDisguises('pay\u2800pal, fr\x01ee \u202etxt.exe, one\u2800two\u2800three')).toEqual({
      mixedWords: 0,
      invisible: 5,
      examples: [
        { start: 0, end: 7, text: 'pay\\u2800pal', readAs: 'paypal' },
        { start: 9, end: 14, text: 'fr\\u0001ee', readAs: 'fr ee' },
        { start: 15, end: 19, text: '\\u202etxt', readAs: 'txt' },
      ],
    });
  });

  it.each([
    [
      'brands, units and compounds',
      'Купив iPhone 15 і SMSка про IPадреса, поDOOM, кВт, 5 µm, 10 μm; Wi‑Fi-роутер з USB-C.',
    ],
    ['formulas', 'The α-particle, Cα, αx, ωmax, tanδ, Δt, ΔG°, β2, πr², Ωcm, 𝑥𝑦, H₂O, 𝑎𝑟𝑔'],
    ['words of one script that look like others', 'сор cop рот pot Ηρα Нас АВЕКМНОРСТХ'],
    [
      'joiners, tatweel, soft hyphens',
      'می\u200cخواهم كـــتاب क्\u200dष soft\u00adware Donau\u00addampf ไทย\u200bไทย 中\u200b文',
    ],
    ['emoji and byte order marks', '\ufeffStart 👩\u200d💻 ❤\ufe0f end\u200e (עברית)\u200f.'],
    ['ends of lines and pages, tables of Braille', 'a\fb\vc\x1ed\x85e ⠓⠑⠇⠇⠕\u2800⠺⠕⠗⠇⠙ \u2800 end'],
    ['accents as marks', 'Ελλα\u0301δα е\u0301то cafe\u0301'],
    ['', ''],
  ])('disguises are not found in ordinary text: %s', (_, text) => {
    expect(findDisguises(text)).toBeUndefined();
  });
});
