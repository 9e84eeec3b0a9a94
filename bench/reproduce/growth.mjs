// Figure 3: the collection grows 1,024-fold, and slices by a bit for every doubling. Time beside counts of operations.
import { short } from '../data/markdown.mjs';
import { SEED, Trial } from './paper-b.mjs';

const EXPAND = 2;
const DOUBLINGS = 10;

export async function run({ size, threads }) {
  const most = Math.round(Math.log2(size));
  const [times, operations] = [[], []];
  const points = [];
  let first;
  for (let power = most - DOUBLINGS; power <= most; power++) {
    const trial = await Trial.open(2 ** power, threads);
    const sliceBits = Math.max(2, power - 4);
    const { index } = await trial.slices(sliceBits);
    const { ms, cdr10 } = trial.measure(index, { expand: EXPAND });
    const cold = trial.coldTime(index, { expand: EXPAND });
    const { lists, postings } = trial.operations(index, EXPAND);
    first ??= { ms, cold, lists, postings };
    points.push({ documents: 2 ** power, ms, cold, scan: trial.scan.ms, lists, postings });
    times.push([
      ...[`2^${power}`, sliceBits, short(ms), short(ms / first.ms), short(cold), short(cold / first.cold)],
      ...[short(trial.scan.ms), cdr10.toFixed(3)],
    ]);
    operations.push([
      ...[`2^${power}`, short(lists), short(lists / first.lists)],
      ...[short(postings), short(postings / first.postings), short((1e6 * ms) / postings)],
    ]);
    index.close();
    await trial.close();
  }
  const last = points.at(-1);
  return {
    ...{ seed: SEED, points },
    notes: [
      `Neighborhoods of ${EXPAND} bits; "times" are those of the first row. Cold: 128 MB are written before every query, so that nothing of the index is in the caches. The paper says less than 10-fold for 1,024-fold documents. The lists that a query visits grow as C(w, 2) / w, and the postings with them, because every list keeps its length: that is ${short(last.postings / first.postings)}-fold. The rest is the time of a posting. The smallest collection fits into the caches, and the largest does not; the paper's are all larger than caches, as ours are when cold: ${short(last.cold / first.cold)}-fold, and ${short(last.ms / first.ms)}-fold when warm.`,
    ],
    tables: [
      {
        caption: 'Figure 3: a query, while the collection doubles and slices get a bit wider',
        head: [
          ...['documents', 'bits', 'CPU ms', 'times', 'cold, CPU ms', 'times', 'all compared, ms', 'CDR@10'],
        ],
        rows: times,
      },
      {
        caption: 'What such a query does',
        head: ['documents', 'lists visited', 'times', 'postings read', 'times', 'ns a posting'],
        rows: operations,
      },
    ],
  };
}
