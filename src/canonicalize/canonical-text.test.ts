import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText } from './canonical-text.ts';
import { foldText } from './fold-text.ts';

const canonical = (text: string, ngram = 2) => foldText(text, ngram);

describe('canonical text', () => {
  it('canonical text is made of lower-case words with one space between them and none at the ends', () => {
    expect(canonical('  Hello,   WORLD!\n(again)\t')).toBe('hello world again');
    expect(canonical('...')).toBe('');
    expect(canonical('')).toBe('');
  });

  it('separates words at NUL, controls and bytes that are not UTF-8', () => {
    expect(canonical('a\0b\u0007c\u0085d\ufffde')).toBe('a b c d e');
  });

  it('keeps digits and letters of one word together', () => {
    expect(canonical('MP3 3,5 x² 42')).toBe('mp3 3 5 x2 42');
  });

  it('keeps letters that differ by more than case apart', () => {
    expect(canonical('Ёлка йод їжа ґанок résumé')).toBe('ёлка йод їжа ґанок résumé');
  });

  it('folds case in every script', () => {
    expect(canonical('НАТО ЇЖАК ҐАНОК')).toBe('нато їжак ґанок');
    expect(canonical('ΣΟΦΟΣ σοφος σοφοσ')).toBe('σοφοσ σοφοσ σοφοσ');
    expect(canonical('STRASSE Straße STRAẞE')).toBe('strasse strasse strasse');
    expect(canonical('ﬁnd ﬃ İstanbul ĳ Ԁ 𐐀')).toBe('find ffi istanbul ij ԁ 𐐨');
    expect(canonical('ΰ Ϋ́')).toBe('ϋ ϋ');
  });

  it('folds full-width and half-width forms', () => {
    expect(canonical('ＡＢＣ１２３')).toBe('abc123');
    expect(canonical('ｶﾞｷﾞ')).toBe(canonical('ガギ'));
    expect(canonical('ﾊﾟｰﾄ')).toBe(canonical('パート'));
  });

  it('drops soft hyphens, joiners, direction marks, byte order marks and variation selectors', () => {
    expect(canonical('soft\u00adware zero\u200bwidth \ufeffbom right\u200fto z\u200dj 葛\u{e0100}')).toBe(
      'software zerowidth bom rightto zj 葛',
    );
  });

  it('drops all invisible characters inside words, and hair spaces between their letters', () => {
    const invisible =
      '\u3164\u115f\u1160\uffa0\u17b4\u17b5\u034f\u180b\u180f\ufe0f\u{e0100}\u{e0041}\u00ad\u061c';
    for (const char of `${invisible}\u200b\u200c\u200d\u200e\u200f\u2060\u2064\u202a\u202e\u2066\u2069\u200a`)
      expect(canonical(`d${char}i${char}${char}s\u200aguise it`)).toBe('disguise it');
  });

  it('drops a blank of Braille inside a word of up to 20 letters, and separates words at it where it stands for spaces', () => {
    expect(
      canonical('pay\u2800pal p\u2800\u2800а\u2800ssw\u2800o\u2800r\u2800d е\u0301\u200b\u2800лка'),
    ).toBe('paypal password елка');
    expect(canonical('ab\u2800cdefghijklmnopqrst')).toBe('abcdefghijklmnopqrst');
    expect(canonical('the\u2800quick\u2800brown\u2800fox\u2800jumps')).toBe('the quick brown fox jumps');
    expect(canonical('\u2800\u2800indented\u2800 , \u28002024\u280015\u2800年\u2800⠓⠑\u2800')).toBe(
      'indented 2024 15 年',
    );
  });

  it('separates words at blanks that have a width, as readers see them', () => {
    for (const blank of '\u2009\u202f\u00a0\u3000\u2003')
      expect(canonical(`two${blank}words`)).toBe('two words');
  });

  it('leaves two words that are written together, one of them Greek, each of three letters and more in its own script', () => {
    expect(canonical('τηςPython γιαCalc реасеful')).toBe('τησpython γιαcalc peaceful');
    expect(canonical('р\u0430ypal')).toBe('paypal');
  });

  it('gives mathematical, enclosed, raised and positional letters the text of plain ones', () => {
    expect(canonical('𝓗𝕖𝖑𝚕𝐨 𝟚𝟘 ⓗⓔⓛⓛⓞ 🄷🅸 ℍℓ Ⅷ 1ˢᵗ')).toBe('hello 20 hello hi hl viii 1st');
  });

  it('gives Arabic and Persian the same text with and without vowel signs, hamza and tatweel, in all forms of a letter', () => {
    expect(canonical('مُحَمَّدٌ')).toBe('محمد');
    expect(canonical('الســـلام عليكم')).toBe('السلام عليكم');
    expect(canonical('أحمد إلى آخر ٱلكتاب مسؤول')).toBe(canonical('احمد الى اخر الكتاب مسوول'));
    expect(canonical('ﻣﺤﻤﺪ ﷲ ﻻ')).toBe('محمد الله لا');
    expect(canonical('می‌خواهم کتاب ۱۴۰۳')).toBe(canonical('ميخواهم كتاب ١٤٠٣'));
    expect(canonical('كتابة كتابه')).toBe('كتابة كتابه');
  });

  it('gives Hebrew the same text with and without points and cantillation', () => {
    expect(canonical('בְּרֵאשִׁ֖ית בָּרָ֣א')).toBe('בראשית ברא');
    expect(canonical('\ufb2a\ufb2e\ufb4f')).toBe('שאאל');
  });

  it('gives Thai and Lao the same text however sara am is written, and Devanagari however nukta and joiners are', () => {
    for (const water of ['นํ้า', 'น้ํา', 'น้ำ']) expect(canonical(`${water}ไทย`)).toBe(canonical('น้ำไทย'));
    expect(canonical('\u0e99\u0ecd\u0ec9\u0eb2')).toBe(canonical('\u0e99\u0ec9\u0eb3'));
    expect(canonical('क\u093cलम क्\u200dष १२')).toBe(canonical('\u0958लम क्ष 12'));
  });

  it('gives stress-marked Ukrainian and Russian the text without stress marks', () => {
    expect(canonical('за́мок і замо́к')).toBe('замок і замок');
    expect(canonical('Украї́на, йо́д, её́')).toBe('україна йод её');
  });

  it('composes what NFC composes: decomposed й ї ё é are letters', () => {
    expect(canonical('и\u0306 і\u0308 е\u0308 e\u0301')).toBe('й ї ё é');
    expect(canonical('\u1112\u1161\u11ab')).toBe('한');
    expect(canonical('ש\u05c1\u05bc')).toBe(canonical('ש\u05bc\u05c1'));
  });

  it.each([..."'’ʼ‘`´＇"])('keeps м%sята one word', (apostrophe) => {
    expect(canonical(`Свіжа м${apostrophe}ята`)).toBe('свіжа мʼята');
    expect(canonical(`М\u0301${apostrophe}ЯТА`)).toBe('мʼята');
  });

  it('separates at an apostrophe that is not between two Cyrillic letters', () => {
    expect(canonical("don't O’Neil 'мова' д'Artagnan x'я сім''я об' 'єкт м'")).toBe(
      'don t o neil мова д artagnan x я сім я об єкт м',
    );
  });

  it('gives traditional and simplified Chinese the same text', () => {
    expect(canonical('後來臺灣學習漢語')).toBe(canonical('后来台湾学习汉语'));
    expect(canonical('勣 𪟝')).toBe('勣 勣');
    expect(canonical('看著 衞 敍')).toBe(canonical('看着 卫 叙'));
  });

  it('cuts scripts without spaces into overlapping n-grams', () => {
    expect(canonical('中文分词', 1)).toBe('中 文 分 词');
    expect(canonical('中文分词', 2)).toBe('中文 文分 分词');
    expect(canonical('中文分词', 3)).toBe('中文分 文分词');
    expect(canonical('中。文分', 3)).toBe('中 文分');
    expect(canonical('スーパー')).toBe('スー ーパ パー');
    expect(canonical('二〇二四')).toBe('二〇 〇二 二四');
    expect(canonical('ไทย')).toBe('ไท ทย');
  });

  it('keeps a mark with its character in n-grams', () => {
    expect(canonical('น้ำก็')).toBe('น้ำ ำก็');
    expect(canonical('กิ้ขุ', 1)).toBe('กิ้ ขุ');
  });

  it('ends a run of n-grams at letters and digits of other scripts, which start a word', () => {
    expect(canonical('用iPhone15拍照片')).toBe('用 iphone15 拍照 照片');
    expect(canonical('abc\u00ad中\u200d文')).toBe('abc 中文');
  });

  it('canonical text is the same for the NFD and the NFC of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(canonical(text.normalize('NFD'))).toBe(canonical(text.normalize('NFC')));
      }),
      { numRuns: 500 },
    );
  });

  it('the canonical text of a canonical text is that text, unless n-grams are involved', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 1 }), letters()) }),
        (text) => {
          const once = canonical(text, 1);
          expect(canonical(once, 1)).toBe(once);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('leaves out stop words of the language given or detected', async () => {
    expect(await canonicalText("The cat isn't on the mat", { stopWords: true, lang: 'en' })).toBe('cat mat');
    expect(await canonicalText('Але кіт не на килимі', { stopWords: true })).toBe('кіт килимі');
    expect(await canonicalText('Но кот не на ковре', { stopWords: true, lang: 'ru' })).toBe('кот ковре');
    expect(await canonicalText('我們 因為 貓', { stopWords: true })).toBe('猫');
  });

  it('replaces words by stems after removing stop words', async () => {
    expect(await canonicalText('The cats were running', { stems: true, stopWords: true, lang: 'en' })).toBe(
      'cat run',
    );
    expect(await canonicalText('Великі книги', { stems: true })).toBe(
      await canonicalText('великої книги', { stems: true }),
    );
    expect(await canonicalText('猫 cats', { stems: true, lang: 'en' })).toBe('猫 cat');
  });

  it('says which option is out of range', async () => {
    await expect(canonicalText('', { ngram: 4 })).rejects.toThrow(
      'Expected `ngram` to be an integer from 1 to 3, got `4`.',
    );
    await expect(canonicalText('', { stopWords: true, lang: 'xx' })).rejects.toThrow('Expected `lang` to be');
    await expect(canonicalText('', { stems: true, lang: 'pl' })).rejects.toThrow(
      'Expected `lang` to be `auto` or a language with stems, got `pl`.',
    );
  });
});

function letters() {
  return fc.constantFrom(..."aÉßİıſΐŉЙйм'’-. 1²ⅣǆꭰᲐﬀ한漢汉กิ", '\u0301', '\u0308', '\u3099', '\uff9e');
}
