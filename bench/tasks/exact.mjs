// `--method exact` against brute force.
//
// `--method exact` against brute force on 2,000 documents of every labelled set: the same pairs, for resemblance and containment.
import { pairs } from '../../dist/index.js';
import { bruteForcePairs, distinctDocuments, pairKey, shingleSets } from '../data/brute-force.mjs';
import { labelledSet, SETS } from '../data/labelled.mjs';

const CASES = [
  ...[0.5, 0.7, 0.8, 0.9].map((threshold) => ({ threshold })),
  ...[0.5, 0.8, 0.95].map((containment) => ({ threshold: 1, containment })),
];

export async function run(emit, { quick, threads }) {
  for (const name of Object.keys(SETS)) {
    const set = await labelledSet(name, { most: quick ? 300 : 2000 });
    if (set === undefined) return;
    const all = set.documents.map(({ id, text }) => ({ id, text }));
    const { distinct: documents } = await distinctDocuments(all);
    const shingles = await shingleSets(documents);
    for (const options of CASES) {
      const truth = bruteForcePairs(shingles, options.threshold, options.containment);
      const found = await pairs(documents, { ...options, method: 'exact', threads }).toArray();
      const keys = new Set(found.map(({ a, b }) => pairKey(a, b)));
      const missed = [...truth].filter((key) => !keys.has(key)).length;
      const wrong = [...keys].filter((key) => !truth.has(key)).length;
      const what =
        options.containment === undefined ? `t = ${options.threshold}` : `containment ${options.containment}`;
      emit({
        ...{ case: `${name}, ${documents.length} texts, ${what}`, value: keys.size, unit: 'pairs' },
        ...{ reference: { 'brute force': truth.size }, missed, wrong, equal: missed === 0 && wrong === 0 },
      });
    }
  }
}
