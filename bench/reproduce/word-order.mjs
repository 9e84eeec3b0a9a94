// Table 1 and Figure 6: how many copies with words in another order are found. The paper's own pipeline (stop words out, base forms, CRC32
// of shingles, all checksums) with shingles in classic and in sorted order, beside free order, for all widths and thresholds. Texts are
// the examples of this project. Then the older way that the paper names: sums of word codes in place of sorting.
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { canonicalText } from '../../dist/canonicalize/index.js';
import { imageOf, resemblance, shinglesOf } from '../../dist/fingerprint/index.js';
import { canonicalTexts, pairs } from '../../dist/index.js';
import { short } from '../data/markdown.mjs';
import { permutedCopy, sentencesOf } from '../data/word-order.mjs';
import { generator } from '../data/words.mjs';

const SEED = 11;
const PAPER = { uk: { classic: 0.24, sorted: 0.82 }, en: { classic: 0.62, sorted: 0.92 } };
const NAMES = { uk: 'Ukrainian', en: 'English' };
const FILES = { uk: 'news-uk.jsonl', en: 'articles.jsonl' };
const WIDTHS = [2, 3, 4, 5, 6, 7, 8, 9, 10];
const THRESHOLDS = [0.75, 0.8, 0.85, 0.9, 0.95];
const ORDERS = ['classic', 'sorted', 'free'];
/** The printed experiment names neither width nor threshold. */
const [WIDTH, THRESHOLD] = [3, 0.75];

/** Grammatical: an adverb or object at the end moves to the front, clauses change places, two neighbors do. Random: any word anywhere. */
const KINDS = {
  'neighbors swapped': 'few swaps',
  'adjuncts moved': (sentence, next) =>
    sentence.length > 5 && next() % 2 === 0
      ? [...sentence.slice(-2), ...sentence.slice(0, -2)]
      : [...sentence],
  'clauses moved': 'clauses moved',
  'words shuffled': 'sentences shuffled',
};

/** The paper changed the order of words as its language allows. */
const GRAMMATICAL = Object.keys(KINDS).slice(0, 3);

export async function run({ size }) {
  const [table1, byWidth, byThreshold, points] = [[], [], [], []];
  let [wrong, compared] = [0, 0];
  for (const lang of ['uk', 'en']) {
    const originals = await unrelated(lang, size);
    images.clear();
    const cases = await casesOf(originals, lang);
    for (const order of ORDERS) {
      const found = (kinds, width, threshold) => sensitivity(cases, kinds, order, width, threshold);
      const each = Object.keys(KINDS).map((kind) => found([kind], WIDTH, THRESHOLD).toFixed(2));
      wrong += falsePairs(cases, order, WIDTH, THRESHOLD);
      compared += cases.length ** 2 - cases.length;
      table1.push([
        `${NAMES[lang]}, ${order}`,
        PAPER[lang][order] ?? '',
        found(GRAMMATICAL, WIDTH, THRESHOLD).toFixed(2),
        ...each,
      ]);
      byWidth.push([
        `${NAMES[lang]}, ${order}`,
        ...WIDTHS.map((w) => found(GRAMMATICAL, w, THRESHOLD).toFixed(2)),
      ]);
      byThreshold.push([
        `${NAMES[lang]}, ${order}`,
        ...THRESHOLDS.map((t) => found(GRAMMATICAL, WIDTH, t).toFixed(2)),
      ]);
      for (const width of WIDTHS)
        points.push({ language: NAMES[lang], order, width, found: found(GRAMMATICAL, width, THRESHOLD) });
    }
  }
  return {
    ...{ seed: SEED, points },
    tables: [
      {
        caption: `Table 1: share of the copies found by kind of permutation, shingles of ${WIDTH} words, threshold ${THRESHOLD}`,
        head: ['order', 'paper', 'ours', ...Object.keys(KINDS)],
        rows: table1,
      },
      {
        caption: `The first three kinds, which are grammatical, by width, threshold ${THRESHOLD}`,
        head: ['order', ...WIDTHS],
        rows: byWidth,
      },
      {
        caption: `The same by threshold, ${WIDTH} words`,
        head: ['order', ...THRESHOLDS],
        rows: byThreshold,
      },
      await sums(size),
    ],
    notes: [
      '"Ours" is the share of the first three kinds together. Every text of the examples that is like no other, one copy for each kind, one word in a hundred changed. Base forms are the stems of neardup. The paper made its permutations by hand.',
      `Of ${short(compared)} pairs of one text and a copy of another, over all rows, ${short(wrong)} were taken for duplicates.`,
    ],
  };
}

/** Texts of a language, no two of which have much in common. */
const knownTexts = new Map();

async function unrelated(lang, count) {
  if (!knownTexts.has(lang)) knownTexts.set(lang, await findUnrelated(lang));
  return knownTexts.get(lang).slice(0, count);
}

async function findUnrelated(lang) {
  const path = new URL(`../../examples/${FILES[lang]}`, import.meta.url);
  const documents = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line, i) => ({ id: String(i), text: JSON.parse(line).text }));
  const related = new Set();
  for (const order of ['classic', 'free']) {
    const options = { method: 'exact', order, threshold: 0.2, containment: 0.3 };
    for (const { b } of await pairs(documents, options).toArray()) related.add(b);
  }
  return documents.filter(({ id }) => !related.has(id)).map(({ text }) => text);
}

/** The canonical forms of texts and of their copies, with a mark between sentences. */
async function casesOf(originals, lang) {
  const texts = originals.flatMap((text, i) => [
    text,
    ...Object.values(KINDS).map((kind) => permutedCopy(text, kind, SEED + i)),
  ]);
  const sentences = texts.flatMap((text, of) =>
    sentencesOf(text).map((words, s) => ({ id: `${of} ${s}`, text: words.join(' '), lang })),
  );
  const canonical = texts.map(() => []);
  for await (const { id, text } of canonicalTexts(sentences, { stopWords: true, stems: true }))
    if (text !== '') canonical[Number(id.split(' ')[0])].push(text);
  const kinds = Object.keys(KINDS);
  return originals.map((_, i) => {
    const [original, ...copies] = canonical
      .slice(i * (kinds.length + 1), (i + 1) * (kinds.length + 1))
      .map((all) => all.join('\x1e'));
    return { original, copies: Object.fromEntries(kinds.map((kind, k) => [kind, copies[k]])) };
  });
}

function sensitivity(cases, kinds, order, width, threshold) {
  const tried = cases.flatMap(({ original, copies }) => kinds.map((kind) => [original, copies[kind]]));
  return tried.filter(([a, b]) => alike(a, b, order, width) >= threshold).length / tried.length;
}

function falsePairs(cases, order, width, threshold) {
  let wrong = 0;
  for (const [i, { original }] of cases.entries()) {
    for (const [j, { copies }] of cases.entries())
      if (i !== j && alike(original, copies['neighbors swapped'], order, width) >= threshold) wrong++;
  }
  return wrong;
}

function alike(a, b, order, width) {
  return resemblance(imageIn(a, order, width), imageIn(b, order, width)).value;
}

const images = new Map();

function imageIn(text, order, width) {
  const key = `${order} ${width} ${text}`;
  if (!images.has(key))
    images.set(key, imageOf(shinglesOf(text, { width, order, checksum: 'crc32' }), { keep: 'all' }));
  return images.get(key);
}

/**
 * Different sets of words that get one value. Kuznetsov adds the numbers of words in a dictionary of base forms; a word that is not in it
 * has its letters' codes to the fourth power. All sums are modulo 2^32, which is the room of a CRC32 too.
 */
async function sums(size) {
  const all = [];
  for (const lang of ['uk', 'en'])
    for (const text of await unrelated(lang, size))
      all.push(...(await canonicalText(text, { lang, stopWords: true, stems: true })).split(' '));
  const vocabulary = [...new Set(all)].sort();
  const next = generator(SEED);
  const sets = new Set();
  while (sets.size < 2000 * size)
    sets.add(
      Array.from({ length: WIDTH }, () => vocabulary[next() % vocabulary.length])
        .sort()
        .join(' '),
    );
  const numbers = new Map(vocabulary.map((word, i) => [word, i + 1]));
  const fourthPowers = (word) => [...word].reduce((sum, char) => sum + char.codePointAt(0) ** 4, 0) % 2 ** 32;
  const rows = [
    ['sum of numbers in a dictionary', (word) => numbers.get(word)],
    ['sum of fourth powers of letters', fourthPowers],
    ['sum of CRC32 of words', (word) => crc32(word)],
  ].map(([name, codeOf]) => {
    const sums = [...sets].map((set) => set.split(' ').reduce((sum, word) => (sum + codeOf(word)) >>> 0, 0));
    return [name, short(sets.size), short(sets.size - new Set(sums).size)];
  });
  const sorted = [...sets].map(
    (set) => shinglesOf(set, { width: WIDTH, order: 'sorted', checksum: 'crc32' })[0],
  );
  rows.push(['sorted words, CRC32', short(sets.size), short(sets.size - new Set(sorted).size)]);
  return {
    caption: `Sums of word codes (Kuznetsov's way): different sets of ${WIDTH} words, of ${short(vocabulary.length)}, that get the value of another set`,
    head: ['value of a shingle', 'sets', 'lost to collisions'],
    rows,
  };
}
