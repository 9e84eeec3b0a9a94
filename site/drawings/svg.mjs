// Parts of drawings, as SVG. Colors are classes of the site's style, so that drawings follow the theme.

/** @param label What the drawing shows, for readers who do not see it. @param caption Below it. */
export function figure(label, caption, width, height, parts) {
  return `<figure class="drawing" aria-label="${escaped(caption)}" tabindex="0">
<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">
${parts.flat(9).join('\n')}
</svg>
<figcaption>${escaped(caption)}</figcaption>
</figure>`;
}

export function box(x, y, width, height, kind = 'box') {
  return `<rect class="${kind === 'box' ? 'box' : `box ${kind}`}" x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="6"/>`;
}

/** A box with a line or two of text in its middle. */
export function labeled(x, y, width, height, lines, kind = 'box') {
  const all = [lines].flat();
  const first = y + height / 2 - (all.length - 1) * 8 + 4.5;
  return [
    box(x, y, width, height, kind),
    ...all.map((line, at) =>
      text(x + width / 2, first + 16 * at, line, at === 0 ? 'strong' : 'small', 'middle'),
    ),
  ];
}

/** @param lang The language of the words, if it is not the page's. */
export function text(x, y, words, kind = '', anchor = 'start', lang = '') {
  return `<text x="${n(x)}" y="${n(y)}"${kind === '' ? '' : ` class="${kind}"`}${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}${lang === '' ? '' : ` lang="${lang}"`}>${escaped(words)}</text>`;
}

export function line(x1, y1, x2, y2, kind = 'line') {
  return `<path class="${kind}" d="M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}"/>`;
}

export function arrow(x1, y1, x2, y2) {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const wing = (turn) => `${n(x2 - 8 * Math.cos(angle + turn))} ${n(y2 - 8 * Math.sin(angle + turn))}`;
  return [line(x1, y1, x2, y2), `<path class="arrow" d="M${n(x2)} ${n(y2)}L${wing(0.45)}L${wing(-0.45)}Z"/>`];
}

export function curve(points, kind = 'line') {
  return `<path class="${kind}" d="M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}"/>`;
}

function n(value) {
  return Number(value.toFixed(1));
}

function escaped(words) {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
