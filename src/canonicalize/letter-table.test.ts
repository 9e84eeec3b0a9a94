import { describe, expect, it } from 'vitest';
import {
  CLASS_MASK,
  CYRILLIC,
  LENGTH_SHIFT,
  LetterClass,
  LONG_FOLDS_AT,
  PAYLOAD_SHIFT,
  UNSETTLED,
} from '../engines/layouts/letter-table.ts';
import { CANONICAL_GROWTH } from '../engines/layouts/modes.ts';
import { letterEntry } from '../engines/scalar/letters.ts';
import { hasUnspaced, UNSPACED_SCRIPTS } from '../unspaced.ts';
import { letterTable } from './letter-table.ts';
import { UNICODE_VERSION } from './letter-table-data.ts';
import { ARABIC_AND_HEBREW_POINTS } from './points.ts';

const table = letterTable();
const u32 = new Uint32Array(table.buffer);
const points = new RegExp(`[${ARABIC_AND_HEBREW_POINTS}]`, 'u');
const sameUnicode = process.versions.unicode === UNICODE_VERSION;

describe('the letter table', () => {
  it('folds to letters of the same class that stay as they are', () => {
    const wrong = [...letters()].filter((code) =>
      [...foldOf(code)].some((char) => {
        const to = char.codePointAt(0)!;
        return kindOf(to) !== kindOf(code) || foldOf(to) !== char;
      }),
    );
    // half-width sound marks, which NFC puts on the letter before where there is one
    expect(wrong).toEqual([0xff9e, 0xff9f]);
  });

  it('the letter table never lets a text grow by more than CANONICAL_GROWTH', () => {
    // a mark may stand in three words; an apostrophe of one byte becomes one of two
    let growth = 3;
    for (const code of letters()) {
      const own = Buffer.byteLength(String.fromCodePoint(code));
      const folded = Buffer.byteLength(foldOf(code));
      // an unspaced letter stands in up to three words and ends one of them
      growth = Math.max(growth, (classOf(code) === LetterClass.unspaced ? 3 * folded + 1 : folded) / own);
    }
    expect(growth).toBeLessThanOrEqual(CANONICAL_GROWTH);
  });

  it('folds ASCII as everybody would', () => {
    for (let code = 0; code < 128; code++) {
      const char = String.fromCharCode(code);
      const letter = /[A-Za-z0-9]/.test(char);
      const expected = letter
        ? LetterClass.letter
        : /['`]/.test(char)
          ? LetterClass.apostrophe
          : LetterClass.separator;
      expect([char, classOf(code)]).toEqual([char, expected]);
      if (letter) expect(foldOf(code)).toBe(char.toLowerCase());
    }
  });

  it.runIf(sameUnicode)('gives classes by the Unicode properties of this Node', () => {
    const scripts = new RegExp(`^[${UNSPACED_SCRIPTS}]`, 'u');
    const wrong = [...codePoints()].filter((code) => {
      const char = String.fromCodePoint(code);
      const found = classOf(code);
      if (/['\u2019\u02bc\u2018`\u00b4\uff07]/.test(char)) return found !== LetterClass.apostrophe;
      if (/[²³¹⁰⁴-⁹₀-₉]/.test(char))
        return found !== LetterClass.raised || foldOf(code) !== char.normalize('NFKC');
      if (/[\p{Cf}\p{DI}\u200a\u0300-\u036f]/u.test(char) || points.test(char))
        return found !== LetterClass.deleted;
      // forms of Arabic marks that stand alone
      if (/[\ufc5e-\ufc63\ufcf2-\ufcf4\ufe70-\ufe72\ufe74\ufe76-\ufe7f]/.test(char))
        return found !== LetterClass.deleted;
      if (/[Ⓐ-ⓩ\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/u.test(char))
        return found !== LetterClass.letter;
      if (hasUnspaced(char) && scripts.test(foldOf(code))) return found !== LetterClass.unspaced;
      if (/\p{M}/u.test(char)) return found !== LetterClass.mark;
      if (!/[\p{L}\p{N}]/u.test(char)) return found !== LetterClass.separator;
      return found !== LetterClass.letter;
    });
    expect(wrong).toEqual([]);
    const cyrillic = /(?=\p{L})\p{sc=Cyrl}/u;
    const flagged = (code: number) => (entryOf(code) & CYRILLIC) !== 0;
    expect(
      [...codePoints()].filter((code) => flagged(code) !== cyrillic.test(String.fromCodePoint(code))),
    ).toEqual([]);
  });

  it.runIf(sameUnicode)('folds case like lower(upper(letter)) of this Node', () => {
    const wrong = [...letters()].filter((code) => {
      const char = String.fromCodePoint(code);
      const upper = char.toUpperCase();
      // tested by example: digits, forms, Arabic, Hebrew, Chinese, letters in circles and those whose capital needs a mark; what is not NFC never comes
      if (
        /[ẞ\p{Nd}\p{So}\p{sc=Han}\p{sc=Arab}\u05f0-\u05f2]/u.test(char) ||
        /[\u0300-\u036f\u02bc]/.test(upper)
      )
        return false;
      if (char.normalize('NFKC') !== char) return false;
      return foldOf(code) !== upper.toLowerCase().replace(/[\u0300-\u036f]/g, '');
    });
    expect(wrong).toEqual([]);
  });

  it.runIf(sameUnicode)('flags every code point that NFC might change, or folds all its forms to one', () => {
    const unsettled = (code: number) => (entryOf(code) & UNSETTLED) !== 0;
    const wrong = [...codePoints()].filter((code) => {
      const char = String.fromCodePoint(code);
      const parts = [...char.normalize('NFD')];
      const isFlagged =
        char.normalize('NFC') === char
          ? parts.slice(1).every((part) => unsettled(part.codePointAt(0)!))
          : unsettled(code);
      if (isFlagged) return false;
      return (
        foldOf(code) !== foldOf(parts[0].codePointAt(0)!) || parts.slice(1).some((part) => !points.test(part))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('folds forms, digits and the letters that are written in several ways to one', () => {
    const same = ['اأإآٱﺍﺂ', 'وؤﻭ', 'يئىیﻱﯽ', 'كکﻙﮎ', 'هہۀﻩﮦ', '5٥۵५๕𝟝５', 'a𝐀𝓪Ａªⓐ🅰', 'אℵﬡ', 'ωΩ𝛀'];
    for (const [first, ...others] of same.map((letters) => [...letters]))
      expect(others.map((letter) => foldOf(letter.codePointAt(0)!))).toEqual(others.map(() => first));
    expect([...'ﷲﻻﭏײⅣ'].map((letter) => foldOf(letter.codePointAt(0)!))).toEqual([
      'الله',
      'لا',
      'אל',
      'יי',
      'iv',
    ]);
    expect([...'ةۃءگڪёґñ'].map((letter) => foldOf(letter.codePointAt(0)!)).join('')).toBe('ةةءگڪёґñ');
  });

  it.runIf(sameUnicode)('orders marks as NFC does', () => {
    const marks = [...codePoints()].filter((code) => orderOf(code) > 0);
    const wrong = marks
      .filter((_, i) => i % 17 === 0)
      .flatMap((a) => marks.map((b) => [a, b]))
      .filter(([a, b]) => {
        const text = String.fromCodePoint(a, b);
        return (text.normalize('NFD') === text) !== orderOf(a) <= orderOf(b);
      });
    expect(wrong).toEqual([]);
  });
});

function* codePoints(): Generator<number> {
  for (let code = 0; code <= 0x10ffff; code++) if (code < 0xd800 || code > 0xdfff) yield code;
}

function* letters(): Generator<number> {
  for (const code of codePoints()) {
    if (classOf(code) === LetterClass.letter || classOf(code) === LetterClass.unspaced) yield code;
  }
}

function entryOf(code: number): number {
  return letterEntry(table, u32, 0, code);
}

function classOf(code: number): number {
  return entryOf(code) & CLASS_MASK;
}

function kindOf(code: number): number {
  return entryOf(code) & (CLASS_MASK | CYRILLIC);
}

function orderOf(code: number): number {
  const marked = classOf(code) === LetterClass.mark || classOf(code) === LetterClass.deleted;
  return marked ? entryOf(code) >>> PAYLOAD_SHIFT : 0;
}

function foldOf(code: number): string {
  const entry = entryOf(code);
  const length = (entry >>> LENGTH_SHIFT) & 3;
  const payload = entry >>> PAYLOAD_SHIFT;
  if (length > 0) return Buffer.from([payload, payload >>> 8, payload >>> 16].slice(0, length)).toString();
  if (payload === 0) return String.fromCodePoint(code);
  const at = LONG_FOLDS_AT + 16 * payload;
  return Buffer.from(table.subarray(at + 1, at + 1 + table[at])).toString();
}
