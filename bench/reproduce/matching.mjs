// Table III: stage 1's own fingerprints, the pairs within 3 bits that both hashes give, and the probes of a look-up by the number of tables.
import { tablesForQueries } from '../../dist/duplicates/candidates/table-choice.js';
import { short } from '../data/markdown.mjs';
import { fingerprintsOf, pairsOf, SEED, SETS } from './paper-a.mjs';

/** The published hash gives so many false pairs of short texts that their number grows with the square: only this many documents. */
const MOST_PUBLISHED = 86_283;
const PROBED = 2 ** 17;
const TABLES = [4, 5, 6, 10];

export async function run({ size, threads }) {
  const [times, found, probes] = [[], [], []];
  for (const set of SETS) {
    const made = await fingerprintsOf(set, size, threads);
    const some = Math.min(made.count, MOST_PUBLISHED);
    const copies = made.copies;
    const inPart = copies.subarray(0, some).reduce((sum, of) => sum + (of >= 0 ? 1 : 0), 0);
    const part = (name) =>
      pairsOf({ fingerprints: made[name].fingerprints.subarray(0, some), copies }, threads);
    const [published, ours] = [await part('published'), await part('ours')];
    const whole = await pairsOf({ fingerprints: made.ours.fingerprints, copies }, threads);
    const { power, probes: printed, stage2 } = set.paper;
    times.push([set.name, `2^${power}`, stage2, short(made.count), short(whole.seconds)]);
    found.push([
      ...[set.name, short(some), short(inPart), short(published.pairs), short(published.planted)],
      ...[short(ours.pairs), short(ours.planted)],
    ]);
    const row = (name, values) => [`${set.name}, ${name}`, ...values.map((value) => short(value))];
    probes.push([`${set.name}, printed`, `2^${printed} a table`, '', '', '']);
    probes.push(
      row(
        `expected of 2^${power} even fingerprints`,
        TABLES.map((n) => expected(n, 2 ** power)),
      ),
    );
    for (const [name, title] of [
      ['published', 'sdbm'],
      ['ours', 'mixed'],
    ]) {
      const stored = made[name].fingerprints.subarray(0, PROBED);
      probes.push(
        row(
          `${title}, ${short(stored.length)} stored`,
          TABLES.map((n) => measured(n, stored)),
        ),
      );
    }
  }
  return {
    seed: SEED,
    tables: [
      {
        caption: 'Table III: time to find all pairs within 3 bits',
        head: ['set', 'paper, fingerprints', 'paper, s', 'our documents', 'mixed, CPU s'],
        rows: times,
      },
      {
        caption: 'Pairs within 3 bits; a tenth of the documents are copies with one word replaced',
        head: [
          ...['set', 'documents', 'copies', 'pairs, sdbm counts', 'of them copies'],
          ...['pairs, mixed', 'of them copies'],
        ],
        rows: found,
      },
      {
        caption:
          'Table III: probes of a look-up, fingerprints that agree in the key of a table, over all tables',
        head: ['set', ...TABLES.map((n) => `${n} tables`)],
        rows: probes,
      },
    ],
    notes: [
      '"sdbm" is the published hash of words, "mixed" the one that neardup uses by default.',
      'The published hash leaves the high bits of short words empty, so short texts have nearly the same fingerprint: most of its pairs are false.',
      'Of equal fingerprints each is paired with the first of its kind only, so some copies are paired with another document than their original.',
    ],
  };
}

/** The bits of every table's key. */
function keysOf(count) {
  const { blocks, keys } = tablesForQueries({ maxDistance: 3, tables: count });
  if (keys !== undefined) return keys;
  const bitsOf = (block) => range(Math.floor((64 * block) / blocks), Math.floor((64 * (block + 1)) / blocks));
  return choices(blocks, blocks - 3).map((chosen) => chosen.flatMap(bitsOf));
}

function expected(tables, stored) {
  return keysOf(tables).reduce((sum, key) => sum + stored / 2 ** key.length, 0);
}

function measured(tables, stored) {
  let probes = 0;
  for (const key of keysOf(tables)) {
    const mask = key.reduce((all, bit) => all | (1n << BigInt(bit)), 0n);
    const runs = stored.map((value) => value & mask).sort();
    // a look-up of every stored fingerprint probes its whole run
    for (let from = 0, to = 0; from < runs.length; from = to) {
      while (to < runs.length && runs[to] === runs[from]) to++;
      probes += (to - from) * (to - from - 1);
    }
  }
  return probes / stored.length;
}

function range(from, to) {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

function choices(n, k, from = 0) {
  if (k === 0) return [[]];
  return range(from, n - k + 1).flatMap((first) =>
    choices(n, k - 1, first + 1).map((rest) => [first, ...rest]),
  );
}
