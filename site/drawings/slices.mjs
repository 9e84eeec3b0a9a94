// Slice lists: a signature of 16 bits in four slices, the lists that a query visits, and the scores they give.
import { arrow, box, figure, text } from './svg.mjs';

const QUERY = '1011000111001010';
const STORED = { A: '1011000111001000', B: '1011011101001010', C: '0110101010111110' };
const BITS = 4;
const EXPAND = 1;

export function slices() {
  const cut = (bits) => bits.match(/.{4}/g);
  const wanted = cut(QUERY);
  const parts = [text(20, 34, 'query', 'strong')];
  const scores = Object.fromEntries(Object.keys(STORED).map((name) => [name, 0]));
  wanted.forEach((value, slice) => {
    const x = 100 + 215 * slice;
    parts.push(
      box(x, 14, 150, 30, 'on'),
      text(x + 75, 34, value, 'code', 'middle'),
      arrow(x + 75, 46, x + 75, 72),
    );
    parts.push(text(x, 90, `lists of slice ${slice + 1}`, 'soft small'));
    const values = [...new Set([value, ...Object.values(STORED).map((bits) => cut(bits)[slice])])];
    values
      .map((list) => ({ list, distance: distanceOf(list, value) }))
      .sort((a, b) => a.distance - b.distance)
      .forEach(({ list, distance }, at) => {
        const y = 100 + 36 * at;
        const members = Object.entries(STORED)
          .filter(([, bits]) => cut(bits)[slice] === list)
          .map(([name]) => name);
        const visited = distance <= EXPAND;
        if (visited) for (const name of members) scores[name] += BITS - distance;
        parts.push(box(x, y, 150, 28, visited ? (distance === 0 ? 'good' : 'hit') : 'box'));
        parts.push(
          text(x + 8, y + 18, list, 'code'),
          text(x + 64, y + 18, members.join(' ') || '–', 'strong'),
        );
        parts.push(
          text(
            x + 144,
            y + 18,
            visited ? `+${BITS - distance}` : `${distance} bit${distance === 1 ? '' : 's'}`,
            'small',
            'end',
          ),
        );
      });
  });
  Object.entries(scores).forEach(([name, score], at) => {
    const distance = distanceOf(STORED[name], QUERY);
    parts.push(
      text(
        100,
        262 + 20 * at,
        `${name}: score ${score}, so its distance is at most ${16 - score}; in truth it is ${distance}`,
        'small',
      ),
    );
  });
  return figure(
    'Four slices of a query, each with the lists that it visits: the list of its own value, and those that differ in one bit.',
    `Expansion ${EXPAND}: lists within one bit are visited. Each gives its signatures the slice's bits less the distance; the scores bound the true distances.`,
    960,
    316,
    parts,
  );
}

function distanceOf(a, b) {
  return [...a].filter((bit, at) => bit !== b[at]).length;
}
