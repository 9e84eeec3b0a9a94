// Paper C's test: words permuted inside sentences.
//
// The test of paper C: copies of Ukrainian and English texts with words permuted inside sentences and one word in a hundred changed (then
// three in a hundred).
// Sensitivity = copies found / copies made, at the default threshold; false pairs among texts that have nothing to do with each other.
import { pairs } from '../../dist/index.js';
import { labelledSet } from '../data/labelled.mjs';
import { KINDS, permutedCopy } from '../data/word-order.mjs';

/** Table 1 of the paper, for its own pipeline. */
const PAPER = {
  uk: { 'classic, as printed': 0.24, 'sorted, as printed': 0.82 },
  en: { 'classic, as printed': 0.62, 'sorted, as printed': 0.92 },
};
const SOURCES = {
  uk: ['uk-corrections', 'doc-revisions/uk'],
  en: ['newswire', 'articles-1000', 'doc-revisions/en'],
};
const METHODS = {
  classic: {},
  sorted: { order: 'sorted' },
  // as the paper has it: stop words out, words in their base form
  'classic, as printed': { stopWords: true, stems: true },
  'sorted, as printed': { order: 'sorted', stopWords: true, stems: true },
  'sentence, sorted': { unit: 'sentence', order: 'free', shingle: 1 },
  'free, 1 word': { shingle: 1 },
  free: { order: 'free' },
  'free, 3 words': { order: 'free', shingle: 3 },
};

const FEW = 0.01;
const CASES = [
  ...Object.keys(METHODS).map((name) => [FEW, name]),
  ...['classic', 'free', 'free, 3 words'].map((name) => [3 * FEW, name]),
];

export async function run(emit, { quick, threads }) {
  for (const lang of ['uk', 'en']) {
    const originals = await originalTexts(lang, quick ? 100 : 400);
    if (originals === undefined) return;
    for (const [edits, name] of CASES) {
      const copies = copiesOf(originals, edits);
      const documents = [...originals, ...copies].map(({ id, text }) => ({ id, text }));
      const found = await pairs(documents, { ...METHODS[name], threads }).toArray();
      const counts = tally(found, copies);
      const value = counts.found / copies.length;
      const paper = edits === FEW ? PAPER[lang][name] : undefined;
      const reference = paper && { 'paper C': paper };
      const kinds = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, share(counts, kind, copies)]));
      emit({
        ...{ case: `${lang}, ${name}, ${100 * edits} % edited`, value, unit: 'found', reference },
        ...{ copies: copies.length, false: counts.false, ...kinds },
      });
    }
  }
}

/** Texts of 30 words and more, no two of which have much in common. */
async function originalTexts(lang, count) {
  const texts = [];
  for (const name of SOURCES[lang]) {
    const set = await labelledSet(name);
    if (set === undefined) return undefined;
    // one of every family: a text before correction, a revision
    const families = new Map();
    for (const { id, text } of set.documents) {
      const family = /\d{4}(?=\.src)/.exec(id)?.[0] ?? id.split('@')[0];
      if (!/\.a\d$/.test(id) && !families.has(family)) families.set(family, { id: `${name}:${id}`, text });
    }
    const long = [...families.values()].filter(({ text }) => text.split(/\s+/).length >= 30);
    texts.push(...long.slice(0, Math.ceil((1.5 * count) / SOURCES[lang].length)));
  }
  const related = new Set();
  for (const order of ['classic', 'free']) {
    const options = { method: 'exact', order, threshold: 0.2, containment: 0.3 };
    for (const { a, b } of await pairs(texts, options).toArray()) related.add(a).add(b);
  }
  return texts.filter(({ id }) => !related.has(id)).slice(0, count);
}

function copiesOf(originals, edits) {
  const kinds = Object.keys(KINDS);
  return originals.flatMap(({ id, text }, i) =>
    kinds.map((kind, k) => ({
      ...{ id: `${id}#${kind}`, of: id, kind },
      text: permutedCopy(text, kind, kinds.length * i + k + 1, edits),
    })),
  );
}

/** Originals and their copies that were found, by kind; and pairs of texts of different origin. */
function tally(found, copies) {
  const kindOf = new Map(copies.map(({ id, kind }) => [id, kind]));
  const counts = { found: 0, false: 0 };
  for (const { a, b } of found) {
    const [left, right] = [a, b].map((id) => id.split('#')[0]);
    if (left !== right) counts.false++;
    else if (a.includes('#') !== b.includes('#')) {
      const kind = kindOf.get(a.includes('#') ? a : b);
      counts.found++;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }
  return counts;
}

function share(counts, kind, copies) {
  return (counts[kind] ?? 0) / copies.filter((copy) => copy.kind === kind).length;
}
