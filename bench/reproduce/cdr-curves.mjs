// Figure 2: the cumulative distance ratio at every position, by neighborhood up to 8 bits.
import { short } from '../data/markdown.mjs';
import { SEED, Trial } from './paper-b.mjs';

/** Milliseconds on 20 threads, of the text beside the figure. */
const PAPER = { 3: 5.084, 4: 12.534, 5: 27.865, 8: 130.887 };
/** CDR@10 of Table 1, whose largest cut-offs are the figure's neighborhoods. */
const PAPER_CDR = { 0: 0.817, 1: 0.913, 2: 0.967, 3: 0.989, 4: 0.996 };
const EXPANSIONS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

export async function run({ size, threads }) {
  const trial = await Trial.open(size, threads, 20);
  const sliceBits = Math.min(16, Math.round(Math.log2(size)) - 4);
  const { index } = await trial.slices(sliceBits);
  const rows = [];
  const points = [];
  for (const i of EXPANSIONS.filter((i) => i <= sliceBits)) {
    const { ms, cdr } = trial.measure(index, { expand: i });
    const { lists, postings } = trial.operations(index, i);
    for (const [p, value] of cdr.entries()) points.push({ i, position: p + 1, cdr: value });
    rows.push([
      ...[i, PAPER[i] ?? '', PAPER_CDR[i] ?? '', short(ms)],
      ...[cdr[9], cdr[29]].map((value) => value.toFixed(3)),
      ...[short(lists), short(postings)],
    ]);
  }
  index.close();
  await trial.close();
  return {
    ...{ seed: SEED, points },
    notes: [
      `Slices of ${sliceBits} bits, ${trial.queries.length} queries. The figure prints no numbers for its curves; the CDR@10 beside ours are those of Table 1.`,
    ],
    tables: [
      {
        caption: 'Figure 2: quality and cost by neighborhood',
        head: [
          ...['i', 'paper, ms on 20 threads', 'paper, CDR@10', 'CPU ms', 'CDR@10', 'CDR@30'],
          ...['lists visited', 'postings read'],
        ],
        rows,
      },
    ],
  };
}
