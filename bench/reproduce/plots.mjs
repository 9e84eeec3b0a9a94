// The plots of docs/papers.md as SVG, from bench/results/reproduce: the paper's points beside ours. Colors are readable on white and on black.
import { readFileSync } from 'node:fs';
import * as Plot from '@observablehq/plot';
import { Window } from 'happy-dom';

/** For a page of a computer, and for a phone, on which the first would have letters of 6 pixels. */
export const WIDE = { width: 700, type: '13px', room: 1, beside: 'fx' };
/** Panels are below each other. */
export const NARROW = { width: 400, type: '14px', room: 1.18, beside: 'fy' };
export const COLORS = [
  '#2f81f7',
  '#d9730d',
  '#3aa655',
  '#b35bd6',
  '#d6456b',
  '#8a8f98',
  '#0fa3a3',
  '#a98a00',
  '#6f6fe0',
];

/** The plots by the name of their file, made of the points of a result. */
export const PLOTS = {
  'A4-microseconds': [
    'A4',
    ({ points }) => ({
      height: 280,
      marginLeft: 170,
      marginRight: 90,
      insetLeft: 12,
      insetRight: 40,
      x: { type: 'log', label: 'microseconds a document, both stages', grid: true },
      y: { label: null, domain: [...new Set(points.map(({ who }) => who))] },
      fy: { label: null, domain: [...new Set(points.map(({ set }) => set))] },
      color: { range: COLORS },
      marks: [
        Plot.dot(points, { fy: 'set', y: 'who', x: 'microseconds', fill: 'who', r: 6 }),
        Plot.text(points, {
          fy: 'set',
          y: 'who',
          x: 'microseconds',
          dx: 12,
          textAnchor: 'start',
          fill: 'currentColor',
          text: ({ microseconds }) => shortNumber(microseconds),
        }),
      ],
    }),
  ],
  'B2-memory': [
    'B2',
    ({ points }) => ({
      height: 280,
      marginRight: 130,
      x: { label: 'bits of a slice, less log2 of the documents', tickFormat: 'd' },
      y: { label: 'bytes of lists a document', grid: true, domain: [0, 400] },
      color: { range: COLORS },
      marks: linesWithNames(points, 'relative', 'bytes'),
    }),
  ],
  'B-fig2-cdr': [
    'B-fig2',
    ({ points }) => ({
      height: 380,
      marginRight: 76,
      marginTop: 30,
      x: { label: 'position p' },
      y: {
        label: 'CDR@p',
        grid: true,
        domain: [Math.min(0.8, ...points.map(({ cdr }) => cdr)), 1],
      },
      color: { range: COLORS, domain: [...new Set(points.map(({ i }) => i))] },
      marks: [
        Plot.line(points, { x: 'position', y: 'cdr', stroke: 'i', strokeWidth: 2 }),
        ...[0, 1, 2, 3].map((i) =>
          Plot.text(
            points.filter((point) => point.position === 30 && point.i === i),
            { x: 'position', y: 'cdr', text: () => `i = ${i}`, dx: 8, textAnchor: 'start', fill: 'i' },
          ),
        ),
        Plot.text([{ position: 30, cdr: 1 }], {
          ...{ x: 'position', y: 'cdr', dx: 8, dy: -10, textAnchor: 'start', fill: 'currentColor' },
          text: () => 'i = 4 to 8',
        }),
        Plot.dot(PAPER_CDR, { x: 'position', y: 'cdr', stroke: 'i', symbol: 'times', r: 5, strokeWidth: 2 }),
        Plot.text([{ position: 12, cdr: PAPER_CDR[0].cdr }], {
          x: 'position',
          y: 'cdr',
          text: () => '× paper, CDR@10',
          textAnchor: 'start',
          fill: 'currentColor',
        }),
      ],
    }),
  ],
  'B-fig3-growth': [
    'B-fig3',
    ({ points }, { beside }) => ({
      height: 340,
      marginRight: 140,
      marginTop: 34,
      insetTop: 6,
      x: {
        type: 'log',
        base: 2,
        label: 'documents',
        tickFormat: (n) => `2^${Math.log2(n)}`,
        ticks: points.map(({ documents }) => documents).filter((_, at) => beside === 'fx' || at % 5 === 0),
      },
      y: {
        type: 'log',
        label: 'times the first',
        grid: true,
        tickFormat: String,
        ticks: [1, 10, 100],
      },
      color: { range: COLORS },
      marks: [
        Plot.ruleY([10], { stroke: 'currentColor', strokeDasharray: '4 4' }),
        ...linesWithNames(
          points.flatMap((point) =>
            [
              ['search', 'ms'],
              ['search, cold caches', 'cold'],
              ['postings read', 'postings'],
              ['all compared', 'scan'],
            ].map(([who, field]) => ({
              ...{ who, documents: point.documents, times: point[field] / points[0][field] },
            })),
          ),
          'documents',
          'times',
        ),
        Plot.text([points[0]], {
          x: 'documents',
          y: 10,
          text: () => 'the paper: below 10',
          dy: -8,
          textAnchor: 'start',
          fill: 'currentColor',
        }),
      ],
    }),
  ],
  'C1-widths': [
    'C1',
    ({ points }, { beside }) => ({
      height: beside === 'fx' ? 300 : 560,
      marginRight: beside === 'fx' ? 70 : 90,
      [beside]: { label: null, domain: ['Ukrainian', 'English'] },
      x: { label: 'words of a shingle', ticks: [2, 4, 6, 8, 10], tickFormat: 'd' },
      y: { label: 'copies found', grid: true, domain: [0, 1.1], ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] },
      color: { range: COLORS },
      marks: [
        Plot.ruleY(PAPER_FOUND, {
          [beside]: 'language',
          y: 'found',
          stroke: 'order',
          strokeDasharray: '4 4',
        }),
        Plot.text(PAPER_FOUND, {
          ...{ [beside]: 'language', x: 10, y: 'label', textAnchor: 'end', fill: 'order' },
          text: ({ order }) => `the paper, ${order}`,
        }),
        Plot.line(points, { [beside]: 'language', x: 'width', y: 'found', stroke: 'order', strokeWidth: 2 }),
        Plot.dot(points, { [beside]: 'language', x: 'width', y: 'found', fill: 'order', r: 3 }),
        ...['classic', 'sorted', 'free'].map((order) =>
          Plot.text(
            points.filter((point) => point.width === 4 && point.order === order),
            {
              [beside]: 'language',
              x: 'width',
              y: 'found',
              text: 'order',
              dy: order === 'classic' ? 14 : -12,
              fill: 'order',
            },
          ),
        ),
      ],
    }),
  ],
  'C3-crc32': ['C3', bySize],
  'C4-md5': ['C4', bySize],
  'D-fig4-tiles': [
    'D-fig4',
    ({ points }) => ({
      height: 340,
      marginRight: 100,
      x: {
        ...{ type: 'log', label: 'tasks: ceil(n / t) · ceil(m / t)', grid: true },
        ...{ ticks: [1, 10, 100, 1000, 10_000], tickFormat: ',d' },
      },
      y: { type: 'log', label: 'CPU ms', grid: true, ticks: [0.1, 1, 10, 100], tickFormat: String },
      color: { range: COLORS },
      marks: [
        ...linesWithNames(
          perTasks(points).map((point) => ({ ...point, who: `${point.words.toLocaleString('en')} words` })),
          'tasks',
          'cpu',
        ),
        Plot.dot(leastOfEach(perTasks(points)), {
          x: 'tasks',
          y: 'cpu',
          stroke: 'currentColor',
          r: 7,
          strokeWidth: 1.5,
        }),
      ],
    }),
  ],
};

/** Paper B, Table 1. */
const PAPER_CDR = [0.817, 0.913, 0.967, 0.989, 0.996].map((cdr, i) => ({ i, position: 10, cdr }));

/** Paper C, Table 1, and where its names are clear of other lines. It names no width. */
const PAPER_FOUND = [
  { language: 'Ukrainian', order: 'classic', found: 0.24, label: 0.29 },
  { language: 'Ukrainian', order: 'sorted', found: 0.82, label: 0.88 },
  { language: 'English', order: 'classic', found: 0.62, label: 0.67 },
  { language: 'English', order: 'sorted', found: 0.92, label: 0.86 },
];

/** The SVG of a plot. */
export function plot(name, form = WIDE) {
  const [experiment, describe] = PLOTS[name];
  const result = JSON.parse(
    readFileSync(new URL(`../results/reproduce/${experiment}.json`, import.meta.url), 'utf8'),
  );
  return drawn(describe(result, form), form);
}

/** A plot as an SVG that follows the theme of its reader. */
export function drawn(description, { width, type, room } = WIDE) {
  const { document } = new Window();
  const svg = Plot.plot({
    ...{
      document,
      width,
      className: 'plot',
      style: { fontSize: type },
      marginLeft: 64,
      marginBottom: 48,
    },
    ...description,
    // names at the ends of lines grow with the type
    marginRight: Math.round((description.marginRight ?? 20) * room),
  });
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent =
    'svg{color:#1f2328;background:none}@media (prefers-color-scheme:dark){svg{color:#e6edf3}}';
  svg.append(style);
  return `${svg.outerHTML}\n`;
}

function bySize({ points }) {
  return {
    height: 320,
    marginRight: 120,
    insetTop: 14,
    x: { label: 'MB of text' },
    y: {
      type: 'log',
      label: 'milliseconds',
      grid: true,
      ticks: [100, 1000, 10_000, 100_000],
      tickFormat: ',d',
    },
    color: { range: COLORS },
    marks: linesWithNames(points, 'megabytes', 'ms'),
  };
}

/** A line for each `who`, with its name at the end. */
function linesWithNames(points, x, y) {
  return [
    Plot.line(points, { x, y, stroke: 'who', strokeWidth: 2, sort: x }),
    Plot.dot(points, { x, y, fill: 'who', r: 3 }),
    Plot.text(
      points,
      Plot.selectMaxX({ x, y, z: 'who', text: 'who', dx: 8, dy: 4, textAnchor: 'start', fill: 'who' }),
    ),
  ];
}

/** Several tiles give one number of tasks: the first stands for it. */
function perTasks(points) {
  const isFirst = ({ words, tasks }, at) =>
    points.findIndex((point) => point.words === words && point.tasks === tasks) === at;
  return points.filter(isFirst);
}

function leastOfEach(points) {
  const words = [...new Set(points.map((point) => point.words))];
  return words.map((count) =>
    points
      .filter((point) => point.words === count)
      .reduce((best, point) => (point.cpu < best.cpu ? point : best)),
  );
}

function shortNumber(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)));
}
