// Table 2: what wider slices cost and gain, and the width of least memory.
import { short } from '../data/markdown.mjs';
import { SEED, Trial } from './paper-b.mjs';

/** 500 million documents, neighborhoods of 3 bits: slice bits → [milliseconds on 20 threads, MB of lists, CDR@10]. */
const TABLE_2 = {
  23: [199.738, 180_029, 0.925],
  24: [112.783, 177_417, 0.915],
  25: [66.753, 176_261, 0.902],
  26: [56.955, 177_346, 0.894],
};
const PAPER_DOCUMENTS = 5e8;
/** The paper's rule: a bit for every doubling. 2^29 documents have 25 bits there. */
const RULE = 4;

export async function run({ size, threads }) {
  const trial = await Trial.open(size, threads);
  const rule = Math.round(Math.log2(size)) - RULE;
  const rows = [];
  const point = (who, documents, bits, megabytes) => ({
    ...{ who, bits, megabytes },
    relative: bits - Math.log2(documents),
    bytes: (1e6 * megabytes) / documents,
  });
  const ours = [];
  for (let bits = rule - 4; bits <= rule + 3; bits++) {
    const { index, build } = await trial.slices(bits);
    const { ms, cdr10 } = trial.measure(index, { expand: 3 });
    const megabytes = (index.bytes - 128 * size) / 1e6;
    ours.push(point('neardup', size, bits, megabytes));
    const [paperMs, paperMb, paperCdr] = TABLE_2[bits - rule + 25] ?? [];
    const paper =
      paperMs === undefined ? ['', '', '', ''] : [bits - rule + 25, paperMs, short(paperMb), paperCdr];
    rows.push([bits, ...paper, short(ms), short(megabytes), cdr10.toFixed(3), short(build)]);
    index.close();
  }
  const least = ours.reduce((best, point) => (point.megabytes < best.megabytes ? point : best));
  const notes = [
    `Comparing everything takes ${short(trial.scan.ms)} ms and ${short(trial.scan.megabytes)} MB of signatures (paper: 2,843.619 ms, 92,266 MB).`,
    `Least memory with ${least.bits} bits here, 25 in the paper. A signature has ceil(1024 / w) postings of 4 bytes, and a list takes 4 bytes: a bit more means fewer postings and twice the lists.`,
  ];
  await trial.close();
  const paper = Object.entries(TABLE_2).map(([bits, [, megabytes]]) =>
    point('the paper', PAPER_DOCUMENTS, Number(bits), megabytes),
  );
  return {
    ...{ seed: SEED, points: [...paper, ...ours], notes },
    tables: [
      {
        caption: `Table 2: neighborhoods of 3 bits; the paper's widths for 500 million documents are beside ours for ${short(size)} by the rule of a bit for every doubling`,
        head: [
          ...['bits', 'paper, bits', 'paper, ms on 20 threads', 'paper, MB', 'paper, CDR@10'],
          ...['CPU ms', 'MB of lists', 'CDR@10', 'build, CPU s'],
        ],
        rows,
      },
    ],
  };
}
