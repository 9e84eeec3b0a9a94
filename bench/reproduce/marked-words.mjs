// Table 1: words of similar sentences that the published rule marks (LCS, thesaurus, 0.6 and 0.8), of those that were planted.
import { compare } from '../../dist/index.js';
import { short } from '../data/markdown.mjs';
import { KINDS, plantedTexts, SEED, TABLE_1 } from './paper-d.mjs';

export async function run({ size, threads }) {
  const rows = [];
  const kinds = new Map(KINDS.map((kind) => [kind, { planted: 0, found: 0 }]));
  const sums = { paper: 0, real: 0, found: 0, planted: 0, passages: 0 };
  for (const [words, paper, real] of TABLE_1.slice(0, size)) {
    const { text, source, sentences } = plantedTexts(words, real);
    const { sources } = await compare({ text }, { text: source }, { thesaurus: 'built-in', threads });
    const [{ matrix, similarity }] = sources;
    if (matrix.rows !== sentences.length)
      throw new Error('A sentence of the text was cut otherwise than it was made.');
    const marked = new Set(matrix.row.filter((_, cell) => matrix.mark[cell] !== 0));
    const of = { count: 0, found: 0, planted: 0 };
    for (const [row, { kind, words }] of sentences.entries()) {
      of.count += words;
      if (marked.has(row)) of.found += words;
      if (kind === undefined) continue;
      of.planted += words;
      kinds.get(kind).planted += words;
      if (marked.has(row)) kinds.get(kind).found += words;
    }
    const passages = Math.round(similarity.a * of.count);
    rows.push([
      ...[words, paper, real, short(paper / real), of.count, of.found, of.planted],
      ...[short(of.found / of.planted), passages],
    ]);
    sums.paper += paper;
    sums.real += real;
    sums.found += of.found;
    sums.planted += of.planted;
    sums.passages += passages;
  }
  rows.push([
    ...['all', sums.paper, sums.real, short(sums.paper / sums.real), '', sums.found, sums.planted],
    ...[short(sums.found / sums.planted), sums.passages],
  ]);
  return {
    seed: SEED,
    notes: [
      "Our real words are those that were planted. What is missed has more than a fifth of its words edited, or synonyms that no thesaurus has. The rule marks whole sentences; neardup's own passages also have parts of sentences.",
    ],
    tables: [
      {
        caption: 'Table 1: words in similar sentences',
        head: [
          ...['words', 'paper, found', 'paper, real', 'share', 'our words', 'found', 'real', 'share'],
          'in our passages',
        ],
        rows,
      },
      {
        caption: 'Planted words by what was done to their sentence',
        head: ['sentences', 'planted', 'found', 'share'],
        rows: [...kinds].map(([kind, { planted, found }]) => [kind, planted, found, short(found / planted)]),
      },
    ],
  };
}
