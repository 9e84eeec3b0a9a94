// The comparison matrix of the bundled essay and its source, computed by the library.
import { readFileSync } from 'node:fs';
import { ROOT } from '../contents.mjs';
import { box, figure, text } from './svg.mjs';

const CELL = 30;
const [LEFT, TOP] = [310, 60];
const LONGEST = 42;
const [TEXT, SOURCE] = ['tvir.txt', 'stattia.txt'];
const LEAST = 0.6;

export async function matrix() {
  const { compare } = await import(`${ROOT}dist/index.js`);
  const document = (id) => ({ id, text: readFileSync(`${ROOT}examples/compare/uk/${id}`, 'utf8') });
  // cells below the threshold are shown too, so it is lowered; what is similar stays the same
  const found = await compare(document(TEXT), [document(SOURCE)], {
    thesaurus: 'built-in',
    similarWeight: 0.3,
  });
  const [source] = found.sources;
  const { rows, columns, row, column, p, mark } = source.matrix;
  const sentence = ({ text: all, sentences }, at) => {
    const said = all.slice(sentences[at].start, sentences[at].end).replaceAll(/\s+/g, ' ');
    return said.length > LONGEST ? `${said.slice(0, LONGEST).replace(/\s+\S*$/, '')} …` : said;
  };
  const grid = Array.from({ length: rows * columns }, (_, at) =>
    box(LEFT + CELL * (at % columns), TOP + CELL * Math.floor(at / columns), CELL - 4, CELL - 4),
  );
  const cells = Array.from(p, (value, at) => {
    const [x, y] = [LEFT + CELL * column[at], TOP + CELL * row[at]];
    return [
      box(x, y, CELL - 4, CELL - 4, mark[at] > 0 ? 'good' : value > LEAST ? 'on' : 'box'),
      text(x + CELL / 2 - 2, y + CELL / 2 + 2, value.toFixed(2), 'small', 'middle'),
    ];
  });
  const right = LEFT + CELL * columns + 30;
  const key = [
    ['good', 'similar: above 0.8, or synonyms'],
    ['on', 'above 0.6, and not similar'],
    ['box', 'not above 0.6: counts as 0'],
  ].flatMap(([kind, words], at) => [
    box(right, TOP + 34 * at, 22, 22, kind),
    text(right + 32, TOP + 34 * at + 16, words, 'small'),
  ]);
  return figure(
    `A matrix of ${rows} sentences by ${columns}; ${Array.from(mark).filter((each) => each > 0).length} of its cells are similar.`,
    'The number in a cell is the share of words that two sentences have in common in order, of the longer one.',
    960,
    TOP + CELL * rows + 20,
    [
      text(LEFT, TOP - 26, `columns: the ${columns} sentences of ${SOURCE}`, 'strong'),
      Array.from({ length: rows }, (_, at) =>
        text(LEFT - 12, TOP + CELL * at + 20, sentence(found.text, at), 'small soft', 'end', 'uk'),
      ),
      text(LEFT - 12, TOP - 26, `rows: ${TEXT}`, 'strong', 'end'),
      grid,
      cells,
      key,
    ],
  );
}
