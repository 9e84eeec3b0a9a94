// Plots of the benchmarks that are only on the site, from bench/results.
import * as Plot from '@observablehq/plot';
import { COLORS, drawn, WIDE } from '../bench/reproduce/plots.mjs';
import { linesOf, peers } from '../bench/tables.mjs';

const OURS = 'neardup';

export const PLOTS = {
  peers: {
    title: 'Documents that each tool removes wrongly, by its processor time',
    height: 340,
    describe({ beside }) {
      const points = toolPoints();
      return {
        marginLeft: 80,
        marginRight: beside === 'fx' ? 110 : 76,
        marginTop: 30,
        x: {
          type: 'log',
          label: 'seconds of processor time',
          grid: true,
          ticks: [2, 5, 10, 20, 50],
          tickFormat: String,
        },
        y: {
          type: 'symlog',
          constant: 50,
          label: 'removed wrongly',
          grid: true,
          ticks: [0, 100, 1000, 10_000, 30_000],
          tickFormat: ',d',
        },
        color: { range: [COLORS[1], COLORS[0]] },
        marks: [
          Plot.dot(points, { x: 'cpu', y: 'wrong', fill: 'ours', r: 6 }),
          Plot.text(points, {
            x: 'cpu',
            y: 'wrong',
            text: 'name',
            dx: 10,
            textAnchor: 'start',
            fill: 'currentColor',
          }),
        ],
      };
    },
  },
  search: {
    title: 'Milliseconds of processor time for a query, by the recall that is reached',
    height: 360,
    describe({ beside }) {
      const points = linesOf('topk.jsonl')
        .filter(({ beside, index }) => beside !== undefined && /clusters|IVF/.test(index))
        .map(({ beside, index, recall10, value }) => ({
          set: beside,
          index: index === 'clusters' ? OURS : index,
          recall: recall10,
          ms: value,
        }))
        .filter(({ recall }) => recall > 0.6);
      return {
        ...(beside === 'fy' ? { height: 600, marginRight: 84 } : { marginRight: 30 }),
        marginTop: 40,
        [beside]: { label: null },
        x: { label: 'recall@10', domain: [0.6, 1], ticks: [0.6, 0.7, 0.8, 0.9, 1] },
        y: { type: 'log', label: 'milliseconds', grid: true, tickFormat: String, ticks: [0.01, 0.1, 1, 10] },
        color: { range: COLORS, legend: false },
        marks: [
          Plot.line(points, {
            [beside]: 'set',
            x: 'recall',
            y: 'ms',
            stroke: 'index',
            sort: 'recall',
            strokeWidth: ({ index }) => (index === OURS ? 3 : 1.5),
          }),
          Plot.dot(points, { [beside]: 'set', x: 'recall', y: 'ms', fill: 'index', r: 2.5 }),
          ...[...new Set(points.map(({ index }) => index))].map((index, at) =>
            Plot.text([{ set: points[0].set, index }], {
              ...{
                [beside]: 'set',
                frameAnchor: 'top-left',
                dx: 8,
                dy: 8 + 17 * at,
                text: 'index',
                fill: 'index',
              },
              textAnchor: 'start',
            }),
          ),
        ],
      };
    },
  },
};

/** @param form `WIDE` or `NARROW`. */
export function sitePlot(name, form = WIDE) {
  const { height, describe } = PLOTS[name];
  return drawn({ height, ...describe(form) }, form);
}

/** A point for each tool, from the table of the package descriptions. */
function toolPoints() {
  return peers('package-descriptions')
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .filter(([, tool]) => !/1 thread|canonical/.test(tool))
    .map(([, tool, cpu, , , , , , wrong]) => ({
      name: /tuned/.test(tool) ? 'rensa, tuned, with a proof' : tool.split(' ')[0],
      ours: tool.startsWith(OURS),
      cpu: Number(cpu),
      wrong: Number(wrong.replace(',', '')),
    }));
}
