/** Rows of 64 bits as pictures, and bits as digits. */
import { svgElement } from '../../../src/report/pages/browser/element.ts';

export const BITS = 64;

/** 64 digits, the most significant bit first. */
export function digitsOf(fingerprint: bigint): string {
  return fingerprint.toString(2).padStart(BITS, '0');
}

export function distance(a: string, b: string): number {
  return Array.from(a).filter((bit, at) => bit !== b[at]).length;
}

/** A row of bits. @param other Bits that differ from it are marked. */
export function strip(bits: string, other = bits): SVGElement {
  const path = (kind: string, isIn: (bit: string, at: number) => boolean) => {
    const fields = Array.from(bits, (bit, at) => (isIn(bit, at) ? `M${at * 10} 0h9v18h-9z` : '')).join('');
    return svgElement('path', { class: kind, d: fields });
  };
  return svgElement(
    'svg',
    {
      viewBox: `0 0 ${10 * bits.length} 18`,
      class: 'strip',
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    },
    path('bit-0', (bit) => bit === '0'),
    path('bit-1', (bit) => bit === '1'),
    path('bit-none differs', (bit, at) => bit !== other[at]),
  );
}
