/** Fingerprints as pictures: a square of 64 fields, dark where the bit is 1, marked where it differs from the chosen one. */
import { button, element, svgElement } from '../../../../src/report/pages/browser/element.ts';

/** Fingerprints that are drawn. */
const MOST = 60;
const SIDE = 8;
const FIELD = 10;

type Print = { readonly id: string; readonly fingerprint: string };

export function fingerprintsShown(prints: readonly Print[]): HTMLElement[] {
  const place = element('div', { class: 'prints' });
  const note = element('p', { class: 'note' });
  choose(prints[0]);
  return [note, place];

  function choose(chosen: Print): void {
    note.replaceChildren('Marked fields differ from ', element('bdi', { class: 'id' }, chosen.id), '.');
    const near = [...prints].sort((a, b) => apart(a, chosen) - apart(b, chosen)).slice(0, MOST);
    place.replaceChildren(...near.map((print) => card(print, chosen, () => choose(print))));
  }
}

function card(print: Print, chosen: Print, pressed: () => void): HTMLElement {
  const distance = apart(print, chosen);
  const said = print === chosen ? 'the chosen one' : `${distance} of 64 bits apart`;
  return button(
    { class: 'print', 'aria-pressed': String(print === chosen) },
    pressed,
    picture(bitsOf(print), bitsOf(chosen)),
    element('bdi', { class: 'id' }, print.id),
    element('code', {}, print.fingerprint),
    element('small', {}, said),
  );
}

/** @param other Fields that differ from it are marked. */
export function picture(bits: string, other: string): SVGElement {
  const fields = Array.from(bits, (bit, at) =>
    svgElement('rect', {
      ...{ x: FIELD * (at % SIDE), y: FIELD * Math.floor(at / SIDE), width: FIELD - 1, height: FIELD - 1 },
      class: `bit-${bit}${bit === other[at] ? '' : ' differs'}`,
    }),
  );
  return svgElement(
    'svg',
    { viewBox: `0 0 ${SIDE * FIELD} ${SIDE * FIELD}`, class: 'bits', 'aria-hidden': 'true' },
    ...fields,
  );
}

/** 64 digits, the most significant bit first. */
export function bitsOf({ fingerprint }: { readonly fingerprint: string }): string {
  return BigInt(`0x${fingerprint}`).toString(2).padStart(64, '0');
}

function apart(a: Print, b: Print): number {
  const [x, y] = [bitsOf(a), bitsOf(b)];
  return Array.from(x).filter((bit, at) => bit !== y[at]).length;
}
