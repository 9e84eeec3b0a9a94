// The tables of docs/search.md, from the lines of a run: every number of lists that was looked into, and times at equal recall.
import { markdownTable, short } from '../../data/markdown.mjs';

const RECALLS = [0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98];

export function topkTables(lines) {
  const compared = lines.filter(({ beside }) => beside !== undefined);
  const sets = [...new Set(compared.map(({ beside }) => beside))];
  return sets
    .map((set) =>
      tablesOf(
        set,
        compared.filter(({ beside }) => beside === set),
      ),
    )
    .join('\n');
}

function tablesOf(set, lines) {
  const kinds = [...new Set(lines.map(({ index }) => index))].filter((kind) => /clusters|IVF/.test(kind));
  const of = (kind) => lines.filter(({ index }) => index === kind);
  const scans = lines.filter(({ index }) => !kinds.includes(index));
  const cell = (line) =>
    `${line.recall10.toFixed(3)} (${line['recall from'].toFixed(3)}–${line['recall to'].toFixed(3)}), ${line.cdr10.toFixed(3)}, ${short(line.value)}`;
  const probes = [...new Set(kinds.flatMap((kind) => of(kind).map(probesOf)))].sort((a, b) => a - b);
  const byProbes = probes.map((count) => [
    String(count),
    ...kinds.map(
      (kind) =>
        of(kind)
          .filter((line) => probesOf(line) === count)
          .map(cell)[0],
    ),
  ]);
  const peers = kinds.filter((kind) => kind !== 'clusters');
  const equal = RECALLS.map((recall) => {
    const ours = timeAt(of('clusters'), recall);
    const times = peers.map((kind) => [timeAt(of(kind), recall), kind]).filter(([ms]) => ms !== undefined);
    const [best, kind] = times.sort(([a], [b]) => a - b)[0] ?? [];
    return [String(recall), short(ours), short(best), kind, short(ours / best, 2)];
  });
  const builds = kinds.map((kind) => `${kind} ${short(of(kind)[0]['build CPU s'])}`);
  return [
    `${set}, ${lines[0].queries} held-out queries; build, CPU s: ${builds.join(', ')}\n`,
    markdownTable(
      ['all compared', 'ms'],
      scans.map((line) => [line.case.split(': ')[1], short(line.value)]),
    ),
    `\n${markdownTable(['lists looked into', ...kinds.map((kind) => `${kind}: recall@10 (95 %), CDR@10, ms`)], byProbes)}`,
    `\n${markdownTable(['recall@10', 'clusters, ms', "FAISS's best, ms", 'of', 'ratio'], equal)}\n`,
  ].join('\n');
}

function probesOf({ case: name }) {
  return Number(/, (?:nprobe )?(\d+)/.exec(name.split(': ')[1])[1]);
}

/** Milliseconds at a recall, on the line between the two measurements beside it; undefined if it was never reached. */
export function timeAt(lines, recall) {
  const points = lines.map(({ recall10, value }) => [recall10, value]).sort(([a], [b]) => a - b);
  // less recall than with the fewest lists costs as much
  const above = points.findIndex(([each]) => each >= recall);
  if (above <= 0) return points[above]?.[1];
  const [[r0, t0], [r1, t1]] = points.slice(above - 1, above + 1);
  return t0 + ((t1 - t0) * (recall - r0)) / (r1 - r0);
}
