/** Precision, recall and F1 by threshold, as a picture (SVG) that can be read on white and on black, and as a table (CSV). */
import type { CurvePoint } from '../answers/copies.ts';

const WIDTH = 640;
const HEIGHT = 400;
const [LEFT, TOP, RIGHT, BOTTOM] = [52, 16, 92, 44];
const LINES = [
  ['precision', '#2f81f7', ''],
  ['recall', '#d9730d', '6 4'],
  ['f1', '#3aa655', '2 3'],
] as const;

export function curveCsv(points: readonly CurvePoint[]): string {
  const rows = points.map(({ threshold, hits, found, precision, recall, f1 }) =>
    [threshold, hits, found, ...[precision, recall, f1].map((value) => value.toFixed(4))].join(','),
  );
  return `${['threshold,hits,found,precision,recall,f1', ...rows].join('\n')}\n`;
}

export function curveSvg(points: readonly CurvePoint[]): string {
  const [from, to] = [points[0].threshold, points.at(-1)!.threshold];
  const x = (threshold: number) =>
    LEFT + ((threshold - from) / Math.max(to - from, 1e-9)) * (WIDTH - LEFT - RIGHT);
  const y = (share: number) => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);
  const text = (at: readonly [number, number], said: string, more: string) =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${said}</text>`;
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(share)}" y2="${y(share)}" class="tick"/>${text([LEFT - 8, y(share) + 4], `${100 * share} %`, 'text-anchor="end"')}`,
  );
  const every = Math.ceil(points.length / 9);
  const thresholds = points.flatMap(({ threshold }, i) =>
    i % every === 0
      ? [text([x(threshold), HEIGHT - BOTTOM + 20], String(threshold), 'text-anchor="middle"')]
      : [],
  );
  // names of lines that end at the same height would cover each other
  const ends = LINES.map(([name]) => ({ name, at: y(points.at(-1)![name]) })).sort((a, b) => a.at - b.at);
  ends.forEach((end, i) => {
    if (i > 0) end.at = Math.max(end.at, ends[i - 1].at + 16);
  });
  const curves = LINES.map(([name, color, dash]) => {
    const path = points
      .map((point) => `${x(point.threshold).toFixed(1)},${y(point[name]).toFixed(1)}`)
      .join(' ');
    const end = ends.find((each) => each.name === name)!.at;
    const dots = points.map(
      (point) =>
        `<circle cx="${x(point.threshold).toFixed(1)}" cy="${y(point[name]).toFixed(1)}" r="2.5" fill="${color}"/>`,
    );
    return `<polyline points="${path}" stroke="${color}" stroke-dasharray="${dash}" fill="none" stroke-width="2"/>${dots.join('')}${text([WIDTH - RIGHT + 8, end + 4], name === 'f1' ? 'F1' : name, `fill="${color}" font-weight="600"`)}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Precision, recall and F1 by threshold">
<style>text{font:13px system-ui,sans-serif}text:not([fill]){fill:#777}.tick{stroke:#8884}</style>
${ticks.join('\n')}
${thresholds.join('\n')}
${text([(LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6], 'threshold', 'text-anchor="middle"')}
${curves.join('\n')}
</svg>
`;
}
