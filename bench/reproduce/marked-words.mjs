// Table 1: words of similar sentences that the published rule marks (LCS, thesaurus, 0.6 and 0.8), of those that were planted.
import { compare } from '../../dist/index.js';
import { short } from '../data/markdown.mjs';
import { KINDS, plantedTexts, SEED, TABLE_1 } from './paper-d.mjs';

export async function run({ size, threads }) {
  const rows = [];
  const sums = { paper: 0, real: 0, ours: 0, planted: 0, passages: 0 };
  for (const [words, found, real] of TABLE_1.slice(0, size)) {
    const { text, source, planted } = plantedTexts(words, real);
    const { sources } = await compare({ text }, { text: source }, { thesaurus: 'built-in', threads });
    const count = text.split(' ').length;
    const ours = Math.round(sources[0].paperSimilarity.a * count);
    const inPassages = Math.round(sources[0].similarity.a * count);
    const all = planted.reduce((sum, each) => sum + each.words, 0);
    rows.push([words, found, real, short(found / real), count, ours, all, short(ours / all), inPassages]);
    sums.paper += found;
    sums.real += real;
    sums.ours += ours;
    sums.planted += all;
    sums.passages += inPassages;
  }
  rows.push([
    ...['all', sums.paper, sums.real, short(sums.paper / sums.real), '', sums.ours, sums.planted],
    ...[short(sums.ours / sums.planted), sums.passages],
  ]);
  return {
    seed: SEED,
    notes: [
      `Planted sentences are in turn ${KINDS.join(', ')}. The rule marks whole sentences; neardup's own passages also have parts of sentences.`,
    ],
    tables: [
      {
        caption: 'Table 1: words in similar sentences',
        head: [
          ...['words', 'paper, found', 'paper, real', 'share', 'our words', 'found', 'planted', 'share'],
          'in our passages',
        ],
        rows,
      },
    ],
  };
}
