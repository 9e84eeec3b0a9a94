import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnTokens, displayWidth, wrap } from './columns.ts';
import { sampleComparison } from './sample-comparison.cases.ts';
import { formatComparison } from './terminal.ts';
import { chineseTexts, threeTexts, twoTexts, ukrainianTexts } from './texts.cases.ts';

describe('a comparison on the terminal', () => {
  it('shows shares of both sides, of each kind, and the passages with the words that differ', () => {
    expect(formatComparison(twoTexts(), { width: 100 })).toMatchInlineSnapshot(`
      "essay.txt ↔ article.html

        68.8%  of essay.txt     55 of 80 words
        56.3%  of article.html  54 of 96 words
        ██████████████▒▒▒▒▒▒▒░░░░░░░············  █ identical 35.0%  ▒ edited 16.3%  ░ synonyms 17.5%

        1. identical  12 words  100%  sentence 2 ↔ 1
           built in 1871 after two ships had run aground in one winter.

        2. edited  13 words  72.0%  sentence 3 ↔ 2
           [Every four hours the] keepers climbed         │ keepers climbed ninety-six steps [every]
           ninety-six steps to wind the clockwork.        │ [four hours] to wind the clockwork.

        3. synonyms  14 words  86.0%  sentence 4 ↔ 3
           On clear nights the [light] could be seen from │ On clear nights the [beam] could be seen from
           the [village], eleven miles away.              │ the [town], eleven miles away.

        4. identical  16 words  100%  sentence 6 ↔ 6
           “The sea does not care who lights the lamp,” the last keeper wrote in his log."
    `);
  });

  it('marks no word of another region as different', () => {
    const [a, b] = ['請用滑鼠，使用者。', '请用鼠标，用户。'];
    const lines = formatComparison(
      sampleComparison({ id: 'a', text: a }, [{ id: 'b', text: b }], [{ a, b }]),
    );
    expect(lines).not.toContain('[');
  });

  it('says which words are not what they look like, in letters that a terminal shows', () => {
    const [a, b] = ['Your p\u0430y\u200bpal account.', 'Your paypal account.'];
    const lines = formatComparison(sampleComparison({ id: 'a\u202e', text: a }, [{ id: 'b', text: b }], []));
    expect(lines).toContain(
      '  a\\u202e: 1 word has letters of another script, 1 invisible character inside words: p\\u0430y\\u200bpal (paypal)\n',
    );
    expect(lines).not.toContain('  b:');
  });

  it('shows one side above the other if the terminal is narrow', () => {
    expect(formatComparison(twoTexts(), { width: 60 })).toMatchInlineSnapshot(`
      "essay.txt ↔ article.html

        68.8%  of essay.txt     55 of 80 words
        56.3%  of article.html  54 of 96 words
        ███████▒▒▒░░░░······  █ identical 35.0%  ▒ edited 16.3%  ░ synonyms 17.5%

        1. identical  12 words  100%  sentence 2 ↔ 1
           built in 1871 after two ships had run aground in one
           winter.

        2. edited  13 words  72.0%  sentence 3 ↔ 2
           A  [Every four hours the] keepers climbed
              ninety-six steps to wind the clockwork.
           B  keepers climbed ninety-six steps [every four]
              [hours] to wind the clockwork.

        3. synonyms  14 words  86.0%  sentence 4 ↔ 3
           A  On clear nights the [light] could be seen from the
              [village], eleven miles away.
           B  On clear nights the [beam] could be seen from the
              [town], eleven miles away.

        4. identical  16 words  100%  sentence 6 ↔ 6
           “The sea does not care who lights the lamp,” the last
           keeper wrote in his log."
    `);
  });

  it('shows the best source of each passage, and the total with each word counted once', () => {
    expect(formatComparison(threeTexts(), { width: 100 })).toMatchInlineSnapshot(`
      "essay.txt compared with 2 sources

          1.  68.8%  article.html  56.3% of it, 4 passages
          2.  17.5%  guide.md  45.2% of it, 1 passage

        68.8%  of essay.txt  55 of 80 words, each counted once
        ██████████████▒▒▒▒▒▒▒░░░░░░░············  █ identical 35.0%  ▒ edited 16.3%  ░ synonyms 17.5%

        1. identical  12 words  100%  sentence 2 ↔ 1  article.html
           built in 1871 after two ships had run aground in one winter.

        2. edited  13 words  72.0%  sentence 3 ↔ 2  article.html
           [Every four hours the] keepers climbed         │ keepers climbed ninety-six steps [every]
           ninety-six steps to wind the clockwork.        │ [four hours] to wind the clockwork.

        3. synonyms  14 words  90.0%  sentence 4 ↔ 3  guide.md
           On clear nights the [light] could be seen from │ On clear nights the [beam] could be seen from
           the [village], eleven miles away.              │ the [town], eleven miles away.

        4. identical  16 words  100%  sentence 6 ↔ 6  article.html
           “The sea does not care who lights the lamp,” the last keeper wrote in his log."
    `);
  });

  it('keeps to the width in English, Ukrainian and Chinese, with colors and without', () => {
    for (const comparison of [twoTexts(), ukrainianTexts(), chineseTexts()]) {
      for (const width of [60, 80, 96, 120]) {
        for (const color of [true, false]) {
          const lines = formatComparison(comparison, { width, color, full: true }).split('\n');
          const passages = lines.slice(6).map(stripVTControlCharacters);
          for (const line of passages) expect(displayWidth(line), line).toBeLessThanOrEqual(width);
        }
      }
    }
  });

  it('says the same with colors as without, and marks words by brackets only without', () => {
    const plain = formatComparison(ukrainianTexts(), { width: 70 });
    const colored = formatComparison(ukrainianTexts(), { width: 70, color: true });
    expect(plain).not.toContain('\x1b');
    expect(plain).toContain('[було]');
    expect(colored).toContain('\x1b[4mбуло\x1b[24m');
    expect(stripVTControlCharacters(colored)).not.toContain('[');
  });

  it('shortens long passages and long lists, and says how to see all', () => {
    const long = Array.from({ length: 300 }, (_, i) => `word${i}`).join(' ');
    const parts = Array.from({ length: 30 }, (_, i) => `Sentence number ${i} of a list.`);
    const text = `${long}. ${parts.join(' ')}`;
    const comparison = sampleComparison(
      { id: 'a', text },
      [{ id: 'b', text }],
      [long, ...parts].map((a) => ({ a })),
    );
    const short = formatComparison(comparison, { allPassages: 'see the page' });
    expect(short).toMatch(/… [\d,]+ words …/);
    expect(short).toContain('… and 11 passages more: see the page');
    expect(short).not.toContain('word150');
    const full = formatComparison(comparison, { full: true });
    expect(full).toContain('word150');
    expect(full).toContain('Sentence number 29 of a list.');
    expect(full).not.toContain('…');
  });

  it('lets no document speak to the terminal', () => {
    const hostile = 'Quiet \x1b[2J\x1b]0;owned\x07 text \x9b31m with \u202egnp.exe\u202c and \x00 more.';
    const comparison = sampleComparison(
      { id: 'a\x1b[31m', text: hostile },
      [{ id: 'b\n\u2066', text: `${hostile} Or so.` }],
      [{ a: hostile, kind: 'edited', b: `${hostile} Or so.` }],
    );
    for (const color of [true, false]) {
      const shown = formatComparison(comparison, { color });
      const unpainted = shown.replaceAll(/\x1b\[\d+m/g, '');
      expect(unpainted).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
      expect(unpainted).toContain('\\u001b');
    }
  });

  it('shows no change if only the spelling differs', () => {
    const comparison = sampleComparison(
      { id: 'a', text: '议会开会讨论新桥。За́мок над Дністром ｏｐｅｎ.' },
      [{ id: 'b', text: '議會開會討論新橋。Замок над річкою open.' }],
      [
        { a: '议会开会讨论新桥。', b: '議會開會討論新橋。' },
        { a: 'За́мок над Дністром ｏｐｅｎ.', b: 'Замок над річкою open.', kind: 'edited' },
      ],
    );
    const shown = formatComparison(comparison);
    expect(shown.match(/\[.*?\]/g)).toEqual(['[Дністром]', '[річкою]']);
  });

  it('says so if nothing was found', () => {
    const none = sampleComparison({ id: 'a', text: 'One text.' }, [{ id: 'b', text: 'Another.' }], []);
    expect(formatComparison(none)).toContain('No passage of 4 words or more is in both.');
  });
});

describe('columns', () => {
  it('columns lose no word, whatever the width', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.integer({ min: 4, max: 50 }),
        (list, width) => {
          const tokens = columnTokens(
            list.filter((word) => word.trim() !== '').map((word) => `${word} `),
            false,
          );
          const shown = wrap(tokens, width).flat();
          expect(shown.map(({ text }) => text).join('')).toBe(tokens.map(({ text }) => text).join(''));
        },
      ),
    );
  });
});
