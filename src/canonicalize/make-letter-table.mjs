// Makes src/canonicalize/letter-table-data.ts: what canonicalize does with every code point, as one compact string.
// Run `node src/canonicalize/make-letter-table.mjs` on the Node whose Unicode version the table shall have, and commit the result:
// the table, not the running Node, decides, so that every machine gives the same bits.
import { readFileSync, writeFileSync } from 'node:fs';
import hongKong from 'opencc-js/dict/HKVariants';
import simplified from 'opencc-js/dict/TSCharacters';
import taiwan from 'opencc-js/dict/TWVariants';
import { BRAILLE_BLANK } from '../../dist/canonicalize/braille-blanks.js';
import { ARABIC_AND_HEBREW_POINTS, THAI_AND_LAO_NIKHAHIT } from '../../dist/canonicalize/points.js';
import { hasUnspaced, UNSPACED_SCRIPTS } from '../../dist/unspaced.js';

const CLASS = { separator: 0, letter: 1, mark: 2, deleted: 3, unspaced: 4, apostrophe: 5, raised: 6 };
const RAISED = /[²³¹⁰⁴-⁹₀-₉]/u;
const UNSETTLED = 8;
const CYRILLIC = 16;
const APOSTROPHES = new Set([0x27, 0x2019, 0x2bc, 0x2018, 0x60, 0xb4, 0xff07]);
// docs/letters.md lists what is folded. Why: copies leave out vowel signs, points, hamza and madda; keyboards of Arabic, Persian, Urdu and Kurdish have
// other forms of yeh, kaf and heh; old PDF files and fonts have presentation forms; น้ำ can be typed in three ways; pages convert digits; mathematical
// and enclosed letters are disguises. Kept apart is what makes another word or sound: ه is a suffix (كتابة, كتابه), a nukta is another consonant, a
// ligature for a phrase (ﷺ) is one word. Blanks that lines have for spaces, dashes or ends must keep their words apart.
/** Characters that nobody sees. A hair space is as good as none; all wider spaces separate words. */
const INVISIBLE = /[\p{Cf}\p{DI}\u200a]/u;
/** Vowel signs and points of Arabic and Hebrew, tatweel, and the small letters of the Quran. */
const POINTS = new RegExp(`[${ARABIC_AND_HEBREW_POINTS}]`, 'u');
/** Scripts whose compatibility forms (ligatures, positional, mathematical and raised letters) are the letters that they stand for. */
const FORMS_OF = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Common}]/u;
/** Letters in circles and squares, by the first of each alphabet. */
const ENCLOSED = [0x24b6, 0x24d0, 0x1f130, 0x1f150, 0x1f170];
/** One letter for what keyboards and habits write in several ways. */
const SAME_LETTERS = new Map(
  ['ا أ إ آ ٱ ٲ ٳ', 'و ؤ', 'ي ئ ى ی', 'ك ک', 'ه ہ ە ۀ ۂ', 'ة ۃ', 'ے ۓ', 'וו װ', 'וי ױ', 'יי ײ'].flatMap(
    (line) => {
      const [to, ...from] = line.split(' ');
      return from.map((letter) => [letter, to]);
    },
  ),
);
const LAST = 0x10ffff;

const unspacedScripts = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');
const scriptVariants = representatives();
const unsettled = unsettledCodePoints();
const orders = orderOfMarks();

const kinds = [];
const folds = [];
for (let code = 0; code <= LAST; code++) {
  kinds.push(kindOf(code));
  const to = foldOf(code);
  if (to !== String.fromCodePoint(code)) folds.push([code, to]);
}
write(encodeKinds(kinds), encodeFolds(folds));

/** Class, flags and, for marks, the order in which NFC wants them: `class | UNSETTLED | CYRILLIC | order << 8`. */
function kindOf(code) {
  const char = String.fromCodePoint(code);
  let kind = classOf(code, char);
  if (unsettled.has(code)) kind |= UNSETTLED;
  if (kind === CLASS.letter && /\p{sc=Cyrillic}/u.test(char)) kind |= CYRILLIC;
  return kind | ((orders.get(char) ?? 0) << 8);
}

function classOf(code, char) {
  if (APOSTROPHES.has(code)) return CLASS.apostrophe;
  if (RAISED.test(char)) return CLASS.raised;
  if (/[\u0300-\u036f]/.test(char) || INVISIBLE.test(char) || isPoint(char)) return CLASS.deleted;
  if (enclosedLetter(code) !== undefined) return CLASS.letter;
  if (!/[\p{L}\p{M}\p{N}]/u.test(char)) return CLASS.separator;
  const folded = [...foldOf(code)][0];
  // 〇 and the Hangzhou numerals are letters of numbers (Nl) that stand among Han characters without spaces
  if (hasUnspaced(char) && unspacedScripts.test(folded)) return CLASS.unspaced;
  return /\p{M}/u.test(char) ? CLASS.mark : CLASS.letter;
}

/** Points, and the forms of them that stand alone. */
function isPoint(char) {
  return (
    POINTS.test(char) ||
    (/(?=\p{L})\p{sc=Arabic}/u.test(char) && withoutMarks(char.normalize('NFKC')).trim() === '')
  );
}

function withoutMarks(text) {
  return text.replace(new RegExp(POINTS, 'gu'), '').replace(/[\u0300-\u036f\u02bc]/g, '');
}

function enclosedLetter(code) {
  const first = ENCLOSED.find((letter) => code >= letter && code < letter + 26);
  return first === undefined ? undefined : String.fromCharCode(0x61 + code - first);
}

/** Digits of all scripts come in tens. */
function digit(code) {
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
}

/** Form, case, then script variant. Only letters change. */
function foldOf(code) {
  const char = String.fromCodePoint(code);
  const enclosed = enclosedLetter(code);
  if (enclosed !== undefined) return enclosed;
  if (/\p{Nd}/u.test(char)) return digit(code);
  if (APOSTROPHES.has(code) || !/[\p{L}\p{N}]/u.test(char)) return char;
  let to = isForm(code, char) ? char.normalize('NFKC') : char;
  // until nothing changes: ẞ needs two rounds (ẞ, ß, ss)
  for (let from = ''; from !== to; ) {
    from = to;
    // composed before it is lowered, so that ΐ becomes what its capital Ϊ́ becomes: ϊ
    const upper = from.toUpperCase();
    to = [...(upper === from ? from : upper.normalize('NFC'))].map((c) => c.toLowerCase()).join('');
    to = withoutMarks(to);
  }
  return [...to].map((c) => SAME_LETTERS.get(c) ?? scriptVariants.get(c) ?? c).join('');
}

/** Whether a character stands for the letters of its NFKC. A form of a whole phrase is a letter of its own. */
function isForm(code, char) {
  if ((code >= 0xff00 && code <= 0xffef) || RAISED.test(char)) return true;
  return (
    /[\p{L}\p{Nl}]/u.test(char) && FORMS_OF.test(char) && /^[\p{L}\p{M}]+$/u.test(char.normalize('NFKC'))
  );
}

/**
 * Traditional to simplified Chinese, by single characters. Where the simplified character takes more bytes (it lies
 * beyond the BMP), the traditional one stands for both: any representative makes them equal, and a short one keeps
 * the text short.
 */
function representatives() {
  const to = new Map();
  const pairs = simplified.split('|').map((entry) => entry.split(' '));
  for (const [from, into] of pairs) {
    if (from === into || to.has(from)) continue;
    const short = bytes(into) <= bytes(from);
    if (short) to.set(from, into);
    else if (!to.has(into)) to.set(into, from);
    else to.set(from, to.get(into));
  }
  addRegional(to);
  for (const from of to.keys()) {
    let into = to.get(from);
    for (let round = 0; to.has(into) && round < 4; round++) into = to.get(into);
    to.set(from, into);
  }
  return to;
}

/** What Taiwan and Hong Kong write in another way than OpenCC's traditional characters: 著 for 着, 衞 for 衛. */
function addRegional(to) {
  const targets = new Set(to.values());
  for (const entry of `${taiwan}|${hongKong}`.split('|')) {
    const [standard, variant] = entry.split(' ');
    // 么, Taiwan's form of 幺, is also the simplified form of 麼, and belongs there
    if (to.has(variant) || targets.has(variant) || variant === (to.get(standard) ?? standard)) continue;
    to.set(variant, standard);
  }
}

function bytes(text) {
  return Buffer.byteLength(text);
}

/** Code points with NFC_Quick_Check = No or Maybe, and half-width forms that become such. */
function unsettledCodePoints() {
  const found = new Set();
  for (let code = 0; code <= LAST; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const char = String.fromCodePoint(code);
    const composed = char.normalize('NFC');
    const marks = [...char.normalize('NFD')].slice(1);
    // points are deleted, and letters with points become letters without them, composed or not
    const parts = marks.filter((mark) => !POINTS.test(mark));
    if (composed === char) for (const part of parts) found.add(part.codePointAt(0));
    else if (marks.length === 0 || parts.length > 0) found.add(code);
  }
  for (const char of THAI_AND_LAO_NIKHAHIT + BRAILLE_BLANK) found.add(char.codePointAt(0));
  for (let code = 0xff00; code <= 0xffef; code++) {
    const wide = String.fromCodePoint(code).normalize('NFKC');
    if (found.has(wide.codePointAt(0))) found.add(code);
  }
  return found;
}

/** Canonical combining classes as 1, 2, 3 …, found by looking at who changes places with whom. */
function orderOfMarks() {
  const before = (a, b) => (b + a).normalize('NFD') === a + b && (a + b).normalize('NFD') === a + b;
  const marks = [];
  for (let code = 0; code <= LAST; code++) {
    const char = String.fromCodePoint(code);
    if (!/\p{M}/u.test(char) || POINTS.test(char) || char.normalize('NFD') !== char) continue;
    // U+0345 has the highest class of all, U+0334 the lowest
    if (char === '\u0345' || before(char, '\u0345')) marks.push(char);
  }
  marks.sort((a, b) => (before(a, b) ? -1 : before(b, a) ? 1 : 0));
  const order = new Map();
  let rank = 0;
  marks.forEach((mark, i) => {
    if (i === 0 || before(marks[i - 1], mark)) rank++;
    order.set(mark, rank);
  });
  return order;
}

/** The distinct kinds, then runs of (length, which kind) over all code points. */
function encodeKinds(list) {
  const distinct = [...new Set(list)];
  const stream = [distinct.length, ...distinct];
  for (let start = 0; start < list.length; ) {
    let end = start;
    while (end < list.length && list[end] === list[start]) end++;
    stream.push(end - start, distinct.indexOf(list[start]));
    start = end;
  }
  return stream;
}

/** How many, then for each: distance from the one before * 8 + code points it becomes, and these, relative to it. */
function encodeFolds(list) {
  const stream = [list.length];
  let last = 0;
  for (const [code, to] of list) {
    const points = [...to].map((c) => c.codePointAt(0));
    stream.push((code - last) * 8 + points.length);
    for (const point of points) stream.push(point >= code ? 2 * (point - code) : 2 * (code - point) - 1);
    last = code;
  }
  return stream;
}

function write(...streams) {
  const varints = [];
  for (let value of streams.flat()) {
    for (; value > 127; value >>>= 7) varints.push((value & 127) | 128);
    varints.push(value);
  }
  const lines = Buffer.from(varints)
    .toString('base64')
    .match(/.{1,100}/g);
  const { version } = JSON.parse(
    readFileSync(new URL('../../node_modules/opencc-js/package.json', import.meta.url)),
  );
  const text = `/**
 * Generated by src/canonicalize/make-letter-table.mjs; do not edit. \`letter-table.ts\` says how to read it.
 *
 * Origin: Unicode ${process.versions.unicode} (properties and case mappings, by way of ICU ${process.versions.icu}); the
 * Chinese script variants are TSCharacters, TWVariants and HKVariants of OpenCC (Apache License 2.0), by way of opencc-js ${version}.
 */
export const UNICODE_VERSION = '${process.versions.unicode}';

export const LETTER_DATA = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`;
  writeFileSync(new URL('./letter-table-data.ts', import.meta.url), text);
}
