// Every method on the labeled sets, against brute force and against labels.
//
// The tables of docs/quality.md: every method on the labelled sets. For each: the share of the pairs that brute force finds (resemblance of
// 0.8 and more over classic shingles of three words), pairs found beyond them, and precision, recall and F1 against labels where there are any.
//   npm run bench -- quality            all sets; NEARDUP_SETS=licences,newswire takes some of them
import { imageOf, resemblance } from '../../dist/fingerprint/index.js';
import { pairs } from '../../dist/index.js';
import {
  bruteForcePairs,
  countCommon,
  distinctDocuments,
  pairKey,
  shingleSets,
} from '../data/brute-force.mjs';
import { labelledSet, SETS } from '../data/labelled.mjs';

const THRESHOLD = 0.8;

/** Options of the program … */
const RUNS = {
  'simhash mixed': { method: 'simhash' },
  'simhash sdbm': { method: 'simhash', hash: 'sdbm', features: 'counts', maxDistance: 3 },
  'classic shingles': { method: 'exact' },
  'sorted shingles': { method: 'exact', order: 'sorted' },
  'free order': { method: 'exact', order: 'free' },
  'free order, 1 word': { method: 'exact', shingle: 1 },
  bands: { method: 'bands' },
  auto: { method: 'auto' },
  'auto, stop words out': { method: 'auto', stopWords: true },
  'auto, stems': { method: 'auto', stems: true },
  'auto, t = 0.7': { method: 'auto', threshold: 0.7 },
  'auto, t = 0.6': { method: 'auto', threshold: 0.6 },
  'auto, t = 0.5': { method: 'auto', threshold: 0.5 },
};
/** … and images, of which all pairs that share anything are compared. */
const IMAGES = {
  '128 smallest': { keep: 'smallest', n: 128 },
  'divisible by 10': { keep: 'divisible', m: 10 },
};

export async function run(emit, { quick, threads }) {
  const names = process.env.NEARDUP_SETS?.split(',') ?? Object.keys(SETS);
  for (const name of names) {
    const set = await labelledSet(name, { most: quick ? 500 : undefined });
    if (set === undefined) return;
    const { distinct, standsFor } = await distinctDocuments(
      set.documents.map(({ id, text }) => ({ id, text })),
    );
    const shingles = await shingleSets(distinct);
    const truth = bruteForcePairs(shingles, THRESHOLD);
    const judge = (keys) => ({
      ...{
        'of brute force': shareOf(truth, keys),
        beyond: [...keys].filter((key) => !truth.has(key)).length,
      },
      ...labelsMet(set, standsFor, keys),
    });
    emit({
      case: `${name}, brute force`,
      value: truth.size,
      unit: 'pairs',
      texts: distinct.length,
      ...judge(truth),
    });
    for (const [method, options] of Object.entries(RUNS)) {
      const before = process.cpuUsage();
      const found = await pairs(distinct, { ...options, threads }).toArray();
      const { user, system } = process.cpuUsage(before);
      const keys = new Set(found.map(({ a, b }) => pairKey(a, b)));
      emit({
        ...{ case: `${name}, ${method}`, value: keys.size, unit: 'pairs', threads, ...judge(keys) },
        ...{ 'CPU s': (user + system) / 1e6 },
      });
    }
    for (const [image, selection] of Object.entries(IMAGES)) {
      const keys = imagePairs(shingles, selection);
      emit({ case: `${name}, ${image}`, value: keys.size, unit: 'pairs', ...judge(keys) });
    }
  }
}

function imagePairs({ ids, sets }, selection) {
  const images = sets.map((set) => imageOf(set, selection));
  const found = new Set();
  countCommon(
    images.map(({ values }) => values),
    (a, b, common) => {
      // what shares less than half of the smaller image is far from the threshold
      if (2 * common < Math.min(images[a].values.length, images[b].values.length)) return;
      if (resemblance(images[a], images[b]).value >= THRESHOLD) found.add(pairKey(ids[a], ids[b]));
    },
  );
  return found;
}

function shareOf(truth, keys) {
  if (truth.size === 0) return 1;
  return [...truth].filter((key) => keys.has(key)).length / truth.size;
}

/** Recall of the known pairs, and which of the pairs found are known or of one family. Equal texts count as found. */
function labelsMet({ name, pairs: known }, standsFor, keys) {
  if (known === undefined) return {};
  const labels = new Set();
  let hits = 0;
  for (const [a, b] of known) {
    const key = pairKey(standsFor.get(a), standsFor.get(b));
    labels.add(key);
    if (standsFor.get(a) === standsFor.get(b) || keys.has(key)) hits++;
  }
  const family = FAMILY[name.split('/')[0]] ?? ((id) => id);
  const right = [...keys].filter((key) => {
    const [a, b] = key.split('\t');
    return labels.has(key) || family(a) === family(b);
  }).length;
  const recall = hits / known.length;
  const precision = keys.size === 0 ? 1 : right / keys.size;
  return { precision, recall, f1: recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** What documents of one origin have in common in their ids. */
const FAMILY = {
  'uk-corrections': (id) => /\d{4}/.exec(id)[0],
  'doc-revisions': (id) => id.split('@')[0],
  'zh-scripts': (id) => id.split('/')[0],
};
