// Figure 3: the collection grows 1,024-fold, and slices by a bit for every doubling. Time beside counts of operations.
import { short } from '../data/markdown.mjs';
import { SEED, Trial } from './paper-b.mjs';

const EXPAND = 2;
const DOUBLINGS = 10;

export async function run({ size, threads }) {
  const most = Math.round(Math.log2(size));
  const rows = [];
  const points = [];
  let first;
  for (let power = most - DOUBLINGS; power <= most; power++) {
    const trial = await Trial.open(2 ** power, threads);
    const sliceBits = Math.max(2, power - 4);
    const { index } = await trial.slices(sliceBits);
    const { ms, cdr10 } = trial.measure(index, { expand: EXPAND });
    const { lists, postings } = trial.operations(index, EXPAND);
    first ??= { ms, lists, postings };
    points.push({ documents: 2 ** power, ms, scan: trial.scan.ms, lists, postings });
    rows.push([
      ...[`2^${power}`, sliceBits, short(ms), short(ms / first.ms), short(trial.scan.ms), cdr10.toFixed(3)],
      ...[
        short(lists),
        short(postings),
        short(lists / first.lists),
        short(postings / first.postings),
        short((1e6 * ms) / postings),
      ],
    ]);
    index.close();
    await trial.close();
  }
  return {
    ...{ seed: SEED, points },
    notes: [
      `Neighborhoods of ${EXPAND} bits. The paper: 1,024-fold documents take less than 10-fold time. The lists that a query visits grow as C(w, 2) / w, and so do the postings, because every list keeps its length. The rest is the time of a posting: scores and lists outgrow the caches.`,
    ],
    tables: [
      {
        caption: 'Figure 3: a query, while the collection doubles and slices get a bit wider',
        head: [
          ...['documents', 'bits', 'CPU ms', 'times the first', 'all compared, ms', 'CDR@10'],
          ...['lists visited', 'postings read', 'lists, times', 'postings, times', 'ns a posting'],
        ],
        rows,
      },
    ],
  };
}
