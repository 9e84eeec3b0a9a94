/** Paper A's second idea: four sorted tables, each with another block of 16 bits in front. */

import { PermutedTables } from '../../../src/duplicates/candidates/permuted-tables.ts';
import { simhashOf } from '../../../src/fingerprint/simhash.ts';
import { count } from '../../../src/report/numbers.ts';
import { button, element } from '../../../src/report/pages/browser/element.ts';
import { find } from '../../../src/report/pages/browser/find.ts';
import { BITS, digitsOf, distance } from './bits.ts';

const BLOCKS = 4;
const BLOCK = BITS / BLOCKS;
const STORED = Array.from({ length: 200 }, (_, at) => digitsOf(simhashOf(`document ${at}`)));
/** The stored one that the query is made of. */
const HOME = 7;
/** Rows of a table above and below the place of the query that are shown. */
const AROUND = 3;

export function tablesIdea(): void {
  const index = new PermutedTables({ maxDistance: 3, tables: BLOCKS });
  for (const digits of STORED) index.add(BigInt(`0b${digits}`));
  const flipped = new Set([5, 40]);
  const flips = element('div', {
    class: 'flips',
    role: 'toolbar',
    'aria-label': 'Bits of the query: arrow keys go from bit to bit, press to flip',
  });
  const tables = element('div', { class: 'tables' });
  const result = element('p', { role: 'status' });
  find('idea-tables').replaceChildren(
    element(
      'p',
      { class: 'note' },
      `The query is fingerprint ${HOME + 1} of ${STORED.length}, with the bits flipped that you press; a row is a block.`,
    ),
    flips,
    result,
    tables,
    button({ class: 'button' }, flipNone, 'Flip none'),
  );
  for (let bit = 0; bit < BITS; bit++)
    flips.append(
      button(
        { tabindex: bit === 0 ? '0' : '-1' },
        () => flip(bit),
        element('span', {}),
        element('span', { class: 'unseen' }, ` is bit ${bit + 1}`),
      ),
    );
  flips.addEventListener('keydown', (event) => {
    const bits = Array.from(flips.children) as HTMLElement[];
    const at = bits.indexOf(document.activeElement as HTMLElement);
    const next = bits[at + ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? Number.NaN)];
    if (next === undefined) return;
    event.preventDefault();
    bits[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  draw();

  function flip(bit: number): void {
    if (!flipped.delete(bit)) flipped.add(bit);
    draw();
  }

  function flipNone(): void {
    flipped.clear();
    draw();
  }

  function draw(): void {
    const query = Array.from(STORED[HOME], (digit, at) =>
      flipped.has(at) ? String(1 - Number(digit)) : digit,
    ).join('');
    Array.from(flips.children).forEach((each, bit) => {
      each.firstElementChild!.textContent = query[bit];
      each.setAttribute('aria-pressed', String(flipped.has(bit)));
    });
    const blocks = Array.from({ length: BLOCKS }, (_, block) => block);
    tables.replaceChildren(...blocks.map((block) => tableOf(block, query)));
    const finding = blocks
      .filter((block) => keyOf(query, block) === keyOf(STORED[HOME], block))
      .map((block) => block + 1);
    const hits = index.query(BigInt(`0b${query}`)).map((hit) => hit.position);
    const apart = distance(query, STORED[HOME]);
    const which = finding.length === 0 ? 'No block is as it was' : `Untouched: block ${finding.join(', ')}`;
    const end = hits.includes(HOME)
      ? 'The library finds it.'
      : 'The library does not list it: more than 3 bits differ.';
    result.textContent = `${count(apart, 'bit', 'bits')} flipped. ${which}. ${end}`;
  }
}

/** The rows of a table around the place of the query: those with its key are compared. */
function tableOf(block: number, query: string): HTMLElement {
  const rows = STORED.map((digits, number) => ({ digits: rotated(digits, block), number })).sort((a, b) =>
    a.digits < b.digits ? -1 : 1,
  );
  const sought = rotated(query, block);
  const key = sought.slice(0, BLOCK);
  const place = rows.findIndex(({ digits }) => digits >= sought);
  const at = place === -1 ? rows.length : place;
  const shown = rows.slice(Math.max(0, at - AROUND), at + AROUND + 1);
  const items = shown.map(({ digits, number }) => {
    const isProbed = digits.startsWith(key);
    const kind = isProbed ? (number === HOME ? 'found' : 'probed') : '';
    const said = isProbed ? ', compared' : '';
    return element(
      'li',
      { class: kind },
      element('b', {}, digits.slice(0, BLOCK)),
      ` … ${number + 1}${said}`,
    );
  });
  return element(
    'section',
    {},
    element('h3', {}, `Table ${block + 1}: block ${block + 1} in front`),
    element('ol', {}, ...items),
  );
}

function keyOf(digits: string, block: number): string {
  return digits.slice(BLOCK * block, BLOCK * (block + 1));
}

function rotated(digits: string, block: number): string {
  return digits.slice(BLOCK * block) + digits.slice(0, BLOCK * block);
}
