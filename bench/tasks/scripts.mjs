// One text in two scripts: Chinese; Ukrainian with and without stress marks.
//
// One text in two scripts, at the default settings: Chinese manual pages in simplified and traditional characters (zh-scripts), Bible
// chapters in both, and Ukrainian with and without stress marks. Beside what is found: pairs of different pages or chapters.
import { pairs } from '../../dist/index.js';
import { distinctDocuments, pairKey } from '../data/brute-force.mjs';
import { labelledSet } from '../data/labelled.mjs';

const CASES = {
  default: {},
  '2 characters': { ngram: 1, shingle: 2 },
  '1 character': { ngram: 1, shingle: 1 },
};

export async function run(emit, { threads }) {
  const [pages, bible] = [await labelledSet('zh-scripts'), await labelledSet('bible')];
  if (pages === undefined || bible === undefined) return;
  const chapters = (...versions) => bible.documents.filter(({ version }) => versions.includes(version));
  const ogienko = chapters('UkrOgienko');
  const bare = ogienko.map(({ id, text, ...more }) => ({
    ...{
      id: `bare:${id}`,
      ...more,
      text: text
        .normalize('NFD')
        .replace(/\u0301/g, '')
        .normalize('NFC'),
    },
  }));
  const sets = [
    ['zh-scripts', pages.documents, (id) => id.split('/')[0]],
    ['bible, ChiUns and ChiUn', chapters('ChiUns', 'ChiUn'), (id) => id.split(':').at(-1)],
    ['bible, stress marks', [...ogienko, ...bare], (id) => id.split(':').at(-1)],
  ];
  for (const [name, documents, pageOf] of sets) {
    if (documents.length === 0) {
      console.error(`${name}: skipped, the set has no such documents.`);
      continue;
    }
    const known = [...grouped(documents, pageOf).values()].filter((list) => list.length === 2);
    for (const [how, options] of Object.entries(CASES)) {
      const all = documents.map(({ id, text }) => ({ id, text }));
      // pages with the same text are listed with the first of them only
      const { distinct, standsFor } = await distinctDocuments(all, options);
      const found = await pairs(distinct, { ...options, threads }).toArray();
      const keys = new Set(found.map(({ a, b }) => pairKey(a, b)));
      const right = known.filter(([a, b]) => {
        const [left, right] = [standsFor.get(a.id), standsFor.get(b.id)];
        return left === right || keys.has(pairKey(left, right));
      });
      emit({
        ...{ case: `${name}, ${how}`, value: right.length / known.length, unit: 'found', of: known.length },
        ...{ 'of different pages': found.filter(({ a, b }) => pageOf(a) !== pageOf(b)).length },
      });
    }
  }
}

function grouped(list, keyOf) {
  const groups = new Map();
  for (const item of list) groups.set(keyOf(item.id), [...(groups.get(keyOf(item.id)) ?? []), item]);
  return groups;
}
