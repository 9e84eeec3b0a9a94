/** Which bytes of a Word 97–2003 document are deleted or hidden text, by the properties of runs of characters. */

import { u16At, u32At } from './little-endian.ts';

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const FC_CHPX = 0xfa;
const LCB_CHPX = 0xfe;
const PAGE = 512;
const DELETED = 0x0800;
const HIDDEN = 0x083c;
/** Bytes of an operand by the upper three bits of its property; 0 if the operand states it itself. */
const OPERANDS = [1, 1, 2, 4, 2, 2, 0, 3];

/** In the order of the stream. */
export function hiddenRanges(word: Uint8Array, table: Uint8Array): ByteRange[] {
  const start = u32At(word, FC_CHPX);
  const pages = table.subarray(start, start + u32At(word, LCB_CHPX));
  const count = Math.max(0, Math.floor((pages.length - 4) / 8));
  const ranges: ByteRange[] = [];
  for (let i = 0; i < count; i++) {
    const at = PAGE * u32At(pages, 4 * (count + 1) + 4 * i);
    addPage(word.subarray(at, at + PAGE), ranges);
  }
  return ranges.sort((a, b) => a.start - b.start);
}

/** n + 1 positions, n places of properties (in units of two bytes, 0 for none), and n in the last byte. */
function addPage(page: Uint8Array, ranges: ByteRange[]): void {
  if (page.length < PAGE) return;
  const runs = page[PAGE - 1];
  if (5 * runs + 5 > PAGE) return;
  for (let i = 0; i < runs; i++) {
    const place = 2 * page[4 * (runs + 1) + i];
    if (place === 0) continue;
    const properties = page.subarray(place + 1, place + 1 + page[place]);
    if (isHidden(properties)) ranges.push({ start: u32At(page, 4 * i), end: u32At(page, 4 * i + 4) });
  }
}

function isHidden(properties: Uint8Array): boolean {
  for (let at = 0; at + 3 <= properties.length; ) {
    const property = u16At(properties, at);
    // on, or the opposite of what the style says
    const isOn = (properties[at + 2] & 0x7f) === 1;
    if (isOn && (property === DELETED || property === HIDDEN)) return true;
    at += 2 + (OPERANDS[property >> 13] || 1 + properties[at + 2]);
  }
  return false;
}
