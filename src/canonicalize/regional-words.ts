/**
 * Replaces different words of Taiwan and the mainland for the same thing (滑鼠, 鼠标) by one, in either script, so that the same page
 * in both has the same words. Makes the table for `Kernels.regionalWords`.
 */

import { LENGTH_SHIFT, PAYLOAD_SHIFT } from '../engines/layouts/letter-table.ts';
import { BEGINS, KINDS_AT, LONGEST_REGIONAL, REGIONAL_SLOTS } from '../engines/layouts/word-tables.ts';
import { regionalHash } from '../engines/scalar/regional-words.ts';
import { savedTable } from '../platform/own-files.ts';
import { letterTable } from './letter-table.ts';
import { REGIONAL_WORDS } from './regional-words-data.ts';

/** Slots of the hash table: several times as many as there are words. */
const SLOT_BITS = 12;
/** Where Han characters of three bytes are. */
const HAN = [
  [0x2e80, 0x9fff],
  [0xf900, 0xfaff],
];

let made: Uint8Array | undefined;
/** The letter table by code points. */
let entries: Uint32Array | undefined;

/** The table, about 170 KB; put it on the heap with `heap.place`. */
export function regionalTable(): Uint8Array {
  made ??= savedTable('#regional-words.table') ?? makeRegionalTable();
  return made;
}

export function makeRegionalTable(): Uint8Array {
  return layOut(settled(foldedWords()));
}

/** The words and their replacements, both folded by the letter table. */
function foldedWords(): Map<string, string> {
  const words = new Map<string, string>();
  for (const entry of REGIONAL_WORDS.split('|')) {
    const [from, to] = entry.split(' ').map((word) => [...word].map(folded).join(''));
    // if each may replace the other, the first entry decides
    if (from !== to && words.get(to) !== from) words.set(from, to);
  }
  return words;
}

/** The words, with replacements that contain no word that is replaced again: texts of both regions end up alike. */
function settled(words: Map<string, string>): Map<string, string> {
  return new Map(
    [...words].flatMap(([from, first]) => {
      let to = first;
      for (let round = 0; round < 4; round++) to = replaced(to, words);
      return to === from || to.length > from.length ? [] : [[from, to] as const];
    }),
  );
}

function replaced(text: string, words: Map<string, string>): string {
  let out = '';
  for (let at = 0; at < text.length; ) {
    let length = Math.min(LONGEST_REGIONAL, text.length - at);
    while (length > 1 && !words.has(text.slice(at, at + length))) length--;
    const part = text.slice(at, at + length);
    out += words.get(part) ?? part;
    at += length;
  }
  return out;
}

function layOut(words: Map<string, string>): Uint8Array {
  const numbers = new Map<string, number>();
  for (const word of words.keys()) {
    for (const char of word) if (!numbers.has(char)) numbers.set(char, numbers.size + 1);
  }
  const slots = 1 << SLOT_BITS;
  const entriesAt = REGIONAL_SLOTS + 4 * slots;
  const entryBytes = [...words].reduce((sum, [from, to]) => sum + 2 + 2 * from.length + 3 * to.length, 0);
  const table = new Uint8Array(entriesAt + entryBytes);
  const view = new DataView(table.buffer);
  view.setUint32(0, 32 - SLOT_BITS, true);
  view.setUint32(4, slots - 1, true);
  const firsts = new Set([...words.keys()].map((word) => word[0]));
  const kinds = new Map(
    [...numbers].map(([char, number]) => [char.charCodeAt(0), number | (firsts.has(char) ? BEGINS : 0)]),
  );
  for (const [from, to] of HAN) {
    for (let code = from; code <= to; code++) {
      const kind = kinds.get(foldedCode(code));
      if (kind !== undefined) view.setUint16(KINDS_AT + 2 * code, kind, true);
    }
  }
  let at = entriesAt;
  for (const [from, to] of words) {
    const characters = [...from].map((char) => numbers.get(char)!);
    let slot = regionalHash(characters) >>> (32 - SLOT_BITS);
    while (view.getUint32(REGIONAL_SLOTS + 4 * slot, true) !== 0) slot = (slot + 1) & (slots - 1);
    view.setUint32(REGIONAL_SLOTS + 4 * slot, at, true);
    const bytes = new TextEncoder().encode(to);
    table.set([characters.length, bytes.length], at);
    characters.forEach((number, i) => {
      view.setUint16(at + 2 + 2 * i, number, true);
    });
    table.set(bytes, at + 2 + 2 * characters.length);
    at += 2 + 2 * characters.length + bytes.length;
  }
  return table;
}

/** The fold of a three-byte character if it has three bytes, too; otherwise the character itself. */
function folded(char: string): string {
  return String.fromCharCode(foldedCode(char.charCodeAt(0)));
}

function foldedCode(code: number): number {
  entries ??= new Uint32Array(letterTable().buffer);
  const entry = entries[code];
  if (((entry >>> LENGTH_SHIFT) & 3) !== 3) return code;
  const payload = entry >>> PAYLOAD_SHIFT;
  return ((payload & 15) << 12) | (((payload >>> 8) & 63) << 6) | ((payload >>> 16) & 63);
}
