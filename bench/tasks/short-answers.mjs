// Plagiarized or not, by containment and one threshold.
//
// Answers of students beside the text they may have copied from (Clough & Stevenson 2011), labelled by people: plagiarized or not, by
// containment of the answer in the original, one threshold. Accuracy at the best threshold, and the share of each kind above it.

import { shingleSets } from '../data/brute-force.mjs';
import { labelledSet } from '../data/labelled.mjs';

/** Labelled "cut", but copied from elsewhere (README of the set). */
const MISLABELLED = new Set(['g2pE_taskc', 'g4pD_taskb']);

export async function run(emit) {
  const set = await labelledSet('short-answers');
  if (set === undefined) return;
  const known = set.pairs.filter(([answer]) => !MISLABELLED.has(answer));
  for (const shingle of [1, 2, 3]) {
    // one word has no order
    for (const order of shingle === 1 ? ['classic'] : ['classic', 'sorted', 'free']) {
      for (const treatment of [{}, { stopWords: true }, { stems: true }, { stopWords: true, stems: true }]) {
        // a language is refused if nothing depends on it
        const lang = Object.keys(treatment).length > 0 ? { lang: 'en' } : {};
        const scores = await containments(set.documents, known, { shingle, order, ...lang, ...treatment });
        const { threshold, accuracy, margin } = bestThreshold(scores);
        const recall = (label) => {
          const of = scores.filter((score) => score.label === label);
          return of.filter(({ value }) => value >= threshold).length / of.length;
        };
        emit({
          ...{ case: [`${shingle} words`, order, ...Object.keys(treatment)].join(', '), value: accuracy },
          ...{
            unit: 'right',
            threshold,
            margin,
            cut: recall('cut'),
            light: recall('light'),
            heavy: recall('heavy'),
          },
          'original, below': 1 - recall('non'),
        });
      }
    }
  }
}

/** How much of every answer is in its original. */
async function containments(documents, known, options) {
  const { ids, sets } = await shingleSets(
    documents.map(({ id, text }) => ({ id, text })),
    options,
  );
  const setOf = new Map(ids.map((id, i) => [id, sets[i]]));
  return known.map(({ 0: answer, 1: original, label }) => {
    const others = new Set(setOf.get(original));
    const all = [...setOf.get(answer)];
    return { label, value: all.filter((shingle) => others.has(shingle)).length / all.length };
  });
}

/** The threshold that judges most answers rightly: the middle of the widest gap among the best. */
function bestThreshold(scores) {
  const values = [...new Set(scores.map(({ value }) => value))].sort((a, b) => a - b);
  let best = { accuracy: 0, margin: 0, threshold: 0 };
  for (let i = 0; i + 1 < values.length; i++) {
    const threshold = (values[i] + values[i + 1]) / 2;
    const margin = values[i + 1] - values[i];
    const right = scores.filter(({ label, value }) => (label !== 'non') === value >= threshold).length;
    const accuracy = right / scores.length;
    if (accuracy > best.accuracy || (accuracy === best.accuracy && margin > best.margin))
      best = { accuracy, margin, threshold };
  }
  return best;
}
