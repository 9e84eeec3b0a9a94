import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SENTENCE_WORDS, splitSentences } from './sentences.ts';

function cut(text: string, lang?: string): string[] {
  return splitSentences(text, lang).map(({ start, end }) => text.slice(start, end));
}

/** Texts given sentence by sentence: joined by spaces they are cut there again, and nowhere else. */
const WHOLE: Record<string, { lang?: string; texts: string[][] }> = {
  English: {
    texts: [
      ['The gate was open.', 'Who had left it so?', 'Nobody knew!', 'We went in…', 'It was dark.'],
      ['Mr. and Mrs. Harlow met Dr. Finch at St. Anne’s.', 'He was late.'],
      ['J. R. R. Tolkien and C. S. Lewis taught in Oxford.', 'They met on Tuesdays.'],
      ['Pi is 3.14159, not 22/7.', 'Version 2.0.1 says so.'],
      ['See example.com/a.html or write to me@mail.example.org.', 'The file is notes.v2.txt.'],
      ['Fruit, e.g. apples, i.e. nothing exotic, was sold vs. plums.', 'See Fig. 3 and No. 5 on p. 12.'],
      ['The U.S. Treasury agreed.', 'It moved to the U.S.', 'The rest stayed.'],
      ['He worked for Brown Inc.', 'The pay was poor.'],
      ['“Stop!” she cried.', '(Nobody did.)', '“Why?”', '“Because.”'],
      ['He came at 5 p.m. and left.', 'It was Jan. 12, 1999.', 'The year 1999.', 'Then 2000.'],
      ['It was late … too late.', 'Wait... what?', 'Really?!', 'Yes.'],
      ['It is known.[12]', 'It is proven.²', 'Both hold.'],
    ],
  },
  Ukrainian: {
    lang: 'uk',
    texts: [
      ['Ранок був холодний.', 'Хто ж це прийшов?', 'Ніхто не знав!', 'Тиша…', 'Потім задзвонив телефон.'],
      ['Вона живе на вул. Садовій, буд. 5, кв. 12.', 'Ми бували там.'],
      ['Т. Г. Шевченко народився в с. Моринці.', 'Це на Черкащині.'],
      ['Купили яблука, груші і т. д. і повезли до м. Львова.', 'Дорога довга.'],
      ['Довжина мосту 5 м.', 'Потім його подовжили.'],
      ['Це було у 1999 р.', 'Будинок уже стояв.'],
      ['«Стій!» — гукнув сторож.', 'Ми стали.'],
      ['Так сказав я.', 'Я прийду, і В. І. Кравець теж.'],
      ['Ціна зросла на 3,5 тис. 200 грн.', 'Проф. Коваль це підтвердив.'],
    ],
  },
  German: {
    lang: 'de',
    texts: [
      ['Am 3. Oktober feiern wir.', 'Er las z. B. Zeitung.', '»Komm her!« rief er.', 'Sie kam.'],
      ['Das war im 19. Jahrhundert.', 'Vgl. Kapitel 2 bzw. Abb. 7 dort.', 'Ende.'],
    ],
  },
};

describe('splitSentences', () => {
  for (const [language, { lang, texts }] of Object.entries(WHOLE)) {
    it(`ends ${language} sentences at full stops and not at abbreviations, initials, numbers and names`, () => {
      for (const sentences of texts) expect(cut(sentences.join(' '), lang)).toEqual(sentences);
    });
  }

  it('ends Chinese and Japanese sentences at 。！？；, closing quotes included, without spaces', () => {
    expect(cut('天气很好。我们去公园吧！你去吗？不去；我留在家里。')).toEqual([
      '天气很好。',
      '我们去公园吧！',
      '你去吗？',
      '不去；',
      '我留在家里。',
    ]);
    expect(cut('他说：“明天下雨。”我不信。圆周率是3.14左右……也许吧。')).toEqual([
      '他说：“明天下雨。”',
      '我不信。',
      '圆周率是3.14左右……也许吧。',
    ]);
    expect(cut('「行こう。」と彼は言った。はい!行きます.')).toEqual([
      '「行こう。」',
      'と彼は言った。',
      'はい!',
      '行きます.',
    ]);
    expect(cut('这是第一句;这是第二句')).toEqual(['这是第一句;', '这是第二句']);
  });

  it('ends sentences of other scripts at their own marks', () => {
    expect(cut('यह पहला है। यह दूसरा है॥')).toHaveLength(2);
    expect(cut('هل وصلت؟ نعم۔ شكرا.')).toHaveLength(3);
    expect(cut('Τι είναι; Είναι καλό.')).toHaveLength(2);
  });

  it('ends a sentence with its paragraph, and numbers the paragraphs', () => {
    const found = splitSentences('A heading\n\nThe text begins\nand goes on. It ends\n\n\nAnother one');
    expect(found.map(({ paragraph }) => paragraph)).toEqual([0, 1, 1, 2]);
  });

  it('takes a line end for white space, but not before list items, indents, rules and quoted blocks', () => {
    expect(cut('Lines that were cut\nby page width.')).toHaveLength(1);
    expect(cut('We need:\n- apples\n- pears that are\n  ripe\n2. nuts\n* tea')).toEqual([
      'We need:',
      '- apples',
      '- pears that are\n  ripe',
      '2. nuts',
      '* tea',
    ]);
    expect(cut('1. Scope\n2. Terms. The terms are these.')).toEqual([
      '1. Scope',
      '2. Terms.',
      'The terms are these.',
    ]);
    expect(cut('no full stop here\n    A new paragraph by indent\nand its second line')).toHaveLength(2);
    expect(cut('# Title\nText follows\n=====\nMore')).toEqual(['# Title', 'Text follows', 'More']);
    expect(cut('name\tprice\napples\t3\npears\t4')).toHaveLength(3);
    expect(cut('name      price\napples        3\npears         4')).toHaveLength(3);
    expect(cut('— Ти йдеш?\n— Так, уже йду\n— сказав він')).toEqual([
      '— Ти йдеш?',
      '— Так, уже йду\n— сказав він',
    ]);
  });

  it('continues a sentence before a small letter only if the text has capitals', () => {
    expect(cut('it was late. they left. nobody minded.')).toHaveLength(3);
    expect(cut('It was ca. ten. they left.')).toHaveLength(1);
  });

  it('calls a sentence quoted only if all of it is', () => {
    const quoted = (text: string) =>
      splitSentences(text)
        .map((sentence) => (sentence.quoted ? 1 : 0))
        .join('');
    expect(quoted('“All of this is quoted. And this.” This is not.')).toBe('110');
    expect(quoted('“Go,” he said. «Добре. Іду.» Він пішов. „Ja. Gut.“ Nein.')).toBe('01101' + '10');
    expect(quoted('"Straight ones. Work too." A 5" pipe. "Never closed. At all.')).toBe('110' + '00');
    expect(quoted('「行こう。」彼は言った。')).toBe('10');
    expect(quoted('‘Don’t go. It’s late.’ She didn’t.')).toBe('110');
    expect(quoted('He wrote:\n> I agree. And I\n> will come.\nGood news.')).toBe('0110');
  });

  it('cuts sentences of more than a hundred words: after a comma of the second half, or after the last word', () => {
    const words = Array.from({ length: 250 }, (_, i) => `w${i}`);
    expect(cut(words.join(' ')).map((piece) => piece.split(' ').length)).toEqual([100, 100, 50]);
    words[70] += ',';
    expect(cut(words.join(' ')).map((piece) => piece.split(' ').length)).toEqual([71, 100, 79]);
    expect(cut('字'.repeat(230)).map((piece) => piece.length)).toEqual([100, 100, 30]);
  });

  it('ends clauses at commas and semicolons on request, but not those in numbers and names', () => {
    const clauses = (text: string) =>
      splitSentences(text, undefined, true).map(({ start, end }) => text.slice(start, end));
    expect(clauses('When it rained, we stayed; the 1,200 guests of “Hill, Son” left.')).toEqual([
      'When it rained,',
      'we stayed;',
      'the 1,200 guests of “Hill,',
      'Son” left.',
    ]);
    expect(clauses('“Go,” he said. A,b.')).toEqual(['“Go,”', 'he said.', 'A,b.']);
    expect(clauses('下雨了，我們留下、他們走了。')).toEqual(['下雨了，', '我們留下、', '他們走了。']);
  });

  it('covers every letter and digit once, with ascending spans of bounded length, whatever the text', () => {
    const pieces = fc.constantFrom(
      ...[
        'a',
        'B',
        'Mr',
        'т',
        '.',
        '...',
        '!',
        '…',
        ' ',
        '\n',
        '\n\n',
        '\t',
        '"',
        '“',
        '”',
        '«',
        '»',
        '„',
        '‘',
        '’',
        ')',
        '[1]',
      ],
      ...[
        '。',
        '；',
        ';',
        '汉',
        '𠀀',
        '😀',
        '3',
        '-',
        '—',
        ',',
        '>',
        '\n> ',
        '\n- ',
        '\n  ',
        'é',
        'e\u0301',
        '\u0301',
        '\ud800',
        'ก',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 300 }), (parts) => {
        const text = parts.join('');
        const found = splitSentences(text);
        let last = 0;
        let rest = '';
        for (const { start, end } of found) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          const sentence = text.slice(start, end);
          expect(sentence).toBe(sentence.trim());
          expect(
            sentence.match(/\p{Script=Han}|\p{Script=Thai}|[\p{L}\p{N}]+/gu)?.length ?? 0,
          ).toBeLessThanOrEqual(SENTENCE_WORDS);
          rest += text.slice(last, start);
          last = end;
        }
        expect(rest + text.slice(last)).not.toMatch(/[\p{L}\p{N}]/u);
        const paragraphs = found.map(({ paragraph }) => paragraph);
        expect(paragraphs).toEqual(paragraphs.slice().sort((a, b) => a - b));
      }),
      { numRuns: 400 },
    );
  });

  it('takes time linear in the text, whatever is repeated in it', () => {
    for (const unit of [
      '.',
      '"',
      '. ',
      'a.',
      '“',
      '«»',
      '\n',
      'a\n',
      '\n\n',
      '>',
      '1. ',
      '(',
      ' ',
      'A. ',
      ',',
      'ab',
      '字',
      '"a" ',
    ]) {
      const text = unit.repeat((1 << 17) / unit.length);
      const found = splitSentences(text);
      expect(found.length).toBeLessThanOrEqual(text.length);
    }
  });
});
