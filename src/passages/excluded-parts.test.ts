/** Quotations and bibliographies, in English and Ukrainian. */
import { describe, expect, test } from 'vitest';
import { compare } from './compare.ts';
import { bibliographySpans, blankSpans, joinSpans, quotationSpans } from './excluded-parts.ts';

const cut = (text: string, spans: readonly { start: number; end: number }[]) =>
  spans.map(({ start, end }) => text.slice(start, end));

describe('quotationSpans', () => {
  test.each([
    ['He said “all of it is true” twice.', ['“all of it is true']],
    ['Автор пише: «усе це правда», і має рацію.', ['«усе це правда']],
    ['Як сказано: „усе це правда“.', ['„усе це правда']],
    ["The dog's bone isn't 5\" long.", []],
    ['> a quoted line\nmy own line', ['> a quoted line\n']],
    [
      'As Jacobs puts it: “streets are alive” (Jacobs 1961, p. 50). My words.',
      ['“streets are alive” (Jacobs 1961, p. 50)'],
    ],
    ['Автор пише: «усе це правда» [12, с. 5], і має рацію.', ['«усе це правда» [12, с. 5]']],
    ['She said “yes” (and meant it).', ['“yes']],
  ])('finds what is inside quotation marks: %s', (text, expected) => {
    expect(cut(text, quotationSpans(text))).toEqual(expected);
  });
});

const ENGLISH = `The text itself ends here.

References

Rivest, R. (1992). The MD5 message-digest algorithm.

Manber, U. Finding similar files in a large file system. USENIX, 1994.

Appendix

The words of the appendix count again, because nothing in this paragraph looks like an entry of a list at all.`;
const UKRAINIAN = `Тут закінчується сам текст.

СПИСОК ВИКОРИСТАНИХ ДЖЕРЕЛ

1. Шевченко Т. Г. Кобзар. Київ: Дніпро, 1987. 320 с.
2. Франко І. Я. Твори: у 50 т. Київ, 1976. URL: https://example.org/franko`;

describe('bibliographySpans', () => {
  test('ends where the entries end', () => {
    const [found, ...others] = cut(ENGLISH, bibliographySpans(ENGLISH));
    expect(others).toEqual([]);
    expect(found).toMatch(/^References\n[\s\S]*1994\.$/);
  });

  test('knows Ukrainian headings, in capitals too', () => {
    expect(cut(UKRAINIAN, bibliographySpans(UKRAINIAN))[0]).toMatch(/^СПИСОК[\s\S]*franko$/);
  });

  test.each([
    'References\n\nAll of this is prose that somebody wrote below a heading so that it should not count, and there is no year in it.',
    'The references are in the text, not below a heading.\n\nSmith, 1999.',
    'Література є мистецтвом слова.\n\nВона виникла давно, у 1840 році.',
  ])('takes no prose for a bibliography: %s', (text) => {
    expect(bibliographySpans(text)).toEqual([]);
  });

  test('stays linear on hostile texts', () => {
    const text = `${'References\n\n'.repeat(20_000)}${' '.repeat(200_000)}[${' ['.repeat(100_000)}`;
    expect(bibliographySpans(text)).toEqual([]);
  });
});

test('blanked parts leave everything else in its place', () => {
  const spans = joinSpans([
    { start: 6, end: 8 },
    { start: 2, end: 4 },
    { start: 3, end: 5 },
  ]);
  expect(spans).toEqual([
    { start: 2, end: 5 },
    { start: 6, end: 8 },
  ]);
  expect(blankSpans('abcdefgh', spans)).toBe('ab   f  ');
});

describe('compare with exclusions', () => {
  const quotation = 'every ship that leaves the harbor has to carry a lamp at its highest mast';
  const own =
    'The students counted lamps for a week and wrote the numbers into a table that hangs in the hall.';
  const a = { id: 'a', text: `“${quotation}.” ${own}` };
  const b = { id: 'b', text: `The rule says that ${quotation}, whatever the weather.` };

  test('quotations count neither as shared nor as written', async () => {
    const [counted, excluded] = [await compare(a, b), await compare(a, b, { excludeQuotations: true })];
    expect(counted.similarity).toBeGreaterThan(0.3);
    expect(excluded.similarity).toBe(0);
    expect(excluded.text.words).toBe(counted.text.words - quotation.split(' ').length);
    expect(excluded.text.text).toBe(a.text);
  });

  test('what an excluded text has gives the percentages of texts without it', async () => {
    const form = 'Write your name at the top of the first page, and answer each question in full sentences.';
    const texts = [`${own} ${quotation}.`, `${quotation}. Nothing else is the same in here.`];
    const filled = texts.map((text, i) => ({ id: `t${i}`, text: `${form}\n\n${text}` }));
    const plain = await compare({ id: 't0', text: texts[0] }, { id: 't1', text: texts[1] });
    const without = await compare(filled[0], filled[1], { exclude: [{ id: 'form', text: form }] });
    expect(without.similarity).toBe(plain.similarity);
    expect(without.sources[0].similarity).toEqual(plain.sources[0].similarity);
    expect(without.text.excluded).toEqual([{ start: 0, end: form.length }]);
  });

  test('bibliographies of Ukrainian texts do not count', async () => {
    const source = { id: 'b', text: UKRAINIAN.slice(UKRAINIAN.indexOf('1. ')) };
    const text = { id: 'a', text: UKRAINIAN };
    expect((await compare(text, source)).similarity).toBeGreaterThan(0.5);
    expect((await compare(text, source, { excludeBibliography: true })).similarity).toBe(0);
  });
});

// with expressions that take quadratic time, it would take minutes
test('many spaces after a heading and in an entry take no more time than other text', {
  timeout: 20_000,
}, () => {
  const spaces = ' '.repeat(200_000);
  expect(bibliographySpans(`References${spaces}x\n\n[1] One.`)).toEqual([]);
  const entry = `References :\n\n  [1] One.${spaces}[x] Two.`;
  expect(bibliographySpans(entry)).toEqual([{ start: 0, end: entry.length }]);
});
