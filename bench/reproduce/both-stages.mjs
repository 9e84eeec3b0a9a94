// Table IV: both stages one after the other on the same documents, the second on the fingerprints of the first.
import { short } from '../data/markdown.mjs';
import { fingerprintsOf, pairsOf, SEED, SETS } from './paper-a.mjs';

export async function run({ size, threads }) {
  const [rows, counts] = [[], []];
  const points = [];
  for (const set of SETS) {
    const made = await fingerprintsOf(set, size, threads);
    const { fingerprints, seconds } = made.ours;
    const second = await pairsOf({ fingerprints, copies: made.copies }, threads);
    const { cpu, fpga, cores32 } = set.paper;
    const total = seconds + second.seconds;
    rows.push([
      ...[set.name, cpu, fpga, cores32, short(seconds), short(second.seconds), short(total)],
      short((1e6 * total) / made.count),
    ]);
    counts.push(`${short(made.count)} of ${set.name}`);
    points.push(
      ...[
        ['paper, CPU, 8 threads', cpu],
        ['paper, FPGAs', fpga],
      ].map(([who, s]) => ({
        ...{ set: set.name, who, microseconds: (1e6 * s) / set.documents },
      })),
      { set: set.name, who: 'neardup, one core', microseconds: (1e6 * total) / made.count },
    );
  }
  return {
    seed: SEED,
    points,
    tables: [
      {
        caption: 'Table IV: seconds for both stages',
        head: [
          ...['set', 'paper, CPU', 'paper, FPGAs', 'paper, 32 slower cores'],
          ...['stage 1, CPU s', 'stage 2, CPU s', 'total', 'µs a document'],
        ],
        rows,
      },
    ],
    notes: [
      `Our seconds are those of ${100 * size} % of each set, not of the whole: ${counts.join(', ')}. The hash is neardup's own, "mixed".`,
    ],
  };
}
