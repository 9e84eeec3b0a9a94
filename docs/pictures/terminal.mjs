// A terminal as an SVG: the command, then the lines of its output one after the other. It stands still if the reader wants no motion.

/** The command that the picture shows. */
export const TERMINAL = 'neardup dedup examples/articles.jsonl';

const LINE_HEIGHT = 18;
const LEFT = 16;
const TOP = 48;
const SECONDS_PER_LINE = 0.12;
const SECONDS_OF_TYPING = 1;

export function terminalSvg(command, output) {
  const lines = [`$ ${command}`, ...output.trimEnd().split('\n')];
  const width = 2 * LEFT + 8 * Math.max(...lines.map((line) => line.length));
  const height = TOP + LINE_HEIGHT * lines.length + 8;
  const rows = lines.map((line, i) => {
    const delay = i === 0 ? 0 : SECONDS_OF_TYPING + i * SECONDS_PER_LINE;
    const color = i === 0 ? ' class="command"' : '';
    return `<text x="${LEFT}" y="${TOP + i * LINE_HEIGHT}"${color} style="animation-delay:${delay.toFixed(2)}s">${escaped(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Output of ${escaped(command)}">
<style>
text { font: 13px/1 ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #d7dde0; white-space: pre; animation: appear .1s linear backwards; }
.command { fill: #6fd3b7; }
@keyframes appear { from { opacity: 0; } }
@media (prefers-reduced-motion: reduce) { text { animation: none; } }
</style>
<rect width="100%" height="100%" rx="8" fill="#14191b"/>
<circle cx="20" cy="18" r="5" fill="#e5655b"/><circle cx="38" cy="18" r="5" fill="#e3b341"/><circle cx="56" cy="18" r="5" fill="#4bb37a"/>
${rows.join('\n')}
</svg>
`;
}

/** The lines that a picture shows, as they were printed. */
export function shownIn(svg) {
  return [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, line]) =>
    line.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  );
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
