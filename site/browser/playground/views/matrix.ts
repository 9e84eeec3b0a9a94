/** The comparison matrix as a table of buttons: arrow keys go from field to field, and the two sentences are shown. */
import { percent } from '../../../../src/report/numbers.ts';
import { element } from '../../../../src/report/pages/browser/element.ts';
import type { MatrixView } from '../messages.ts';

/** Sentences on a side that are drawn. */
const MOST = 60;
const MARKS = ['', 'by order', 'by words', 'by synonyms'];

export function matrixShown({ rows, columns, cells, similarity }: MatrixView): HTMLElement[] {
  const [height, width] = [Math.min(MOST, rows.length), Math.min(MOST, columns.length)];
  const byPlace = new Map(cells.map((cell) => [cell.row * columns.length + cell.column, cell]));
  const [a, b] = [element('p', { dir: 'auto' }), element('p', { dir: 'auto' })];
  const figure = element('p', { class: 'note' });
  const fields: HTMLElement[] = [];
  const table = element('div', {
    class: 'matrix',
    role: 'grid',
    'aria-label': 'Sentences of the text by sentences of the other',
    'aria-rowcount': String(rows.length),
    'aria-colcount': String(columns.length),
  });
  for (let row = 0; row < height; row++) {
    const line = element('div', { role: 'row', class: 'matrix-row' });
    for (let column = 0; column < width; column++) {
      const cell = byPlace.get(row * columns.length + column);
      const kind = cell === undefined ? 'low' : cell.mark > 0 ? 'similar' : 'between';
      const said =
        cell === undefined
          ? 'not above the lower threshold'
          : `${percent(cell.p)} in order${cell.mark > 0 ? `, similar ${MARKS[cell.mark]}` : ''}`;
      const shown = cell === undefined ? '' : cell.p.toFixed(2);
      const field = element(
        'div',
        {
          role: 'gridcell',
          tabindex: fields.length === 0 ? '0' : '-1',
          class: `field-${kind}`,
          'aria-label': `${shown} sentences ${row + 1} and ${column + 1}: ${said}`.trim(),
        },
        shown,
      );
      const show = () => {
        a.textContent = rows[row];
        b.textContent = columns[column];
        figure.textContent = `Sentence ${row + 1} beside sentence ${column + 1}: ${said}.`;
      };
      field.addEventListener('focus', show);
      field.addEventListener('pointerenter', show);
      fields.push(field);
      line.append(field);
    }
    table.append(line);
  }
  table.addEventListener('keydown', (event) => {
    const at = fields.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: width, ArrowUp: -width }[event.key];
    const next = step === undefined ? undefined : fields[at + step];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    fields[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  const note = `By paper D: ${percent(similarity.a)} of the text is in similar sentences, ${percent(similarity.b)} of the other.`;
  const cut =
    rows.length > MOST || columns.length > MOST ? ` The first ${MOST} sentences of each are drawn.` : '';
  figure.textContent = 'Go to a field to read its two sentences.';
  return [
    element('p', {}, note + cut),
    element('div', { class: 'matrix-frame' }, table),
    element('div', { class: 'sentences', 'aria-live': 'polite' }, figure, a, b),
  ];
}
